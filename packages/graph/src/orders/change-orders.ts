import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { type Batch, batchMode, checkItems, type ItemResult, itemErrors, itemsOf, runItems } from '../shared/batch.ts';
import { expectedVersion } from '../shared/expected-version.ts';
import { changingOrders } from './in-turn.ts';
import { lockOrders } from './lock-orders.ts';
import { Order } from './order.ts';
import { OrderUpdateInput } from './order-inputs.ts';
import { departuresOf, lockDepartures } from './places.ts';
import { selectedOrders } from './select-orders.ts';
import { changeOrders, refuseStale } from './update-orders.ts';

const OrderChangeItem = builder.inputType('OrderChangeItem', {
  description: 'A change of one order.',
  fields: (t) => ({
    orderId: t.int({ required: true, description: "The order's id." }),
    expectedVersion: t.int(expectedVersion),
    input: t.field({ type: OrderUpdateInput, required: true, description: 'The new values.' }),
  }),
});

const OrderChangeResult = builder.objectRef<ItemResult>('OrderChangeResult').implement({
  description: 'The result of a change of one order of a batch.',
  fields: (t) => ({
    order: t.field({
      type: Order,
      nullable: true,
      description: 'The changed order; null where the change was not made.',
      resolve: ({ row }, _args, context, info) =>
        row(info, (id) => context.db.order.findMany({ ...queryFromInfo({ context, info }), where: { id } })),
    }),
    userErrors: t.field(itemErrors),
  }),
});

type Change = typeof OrderChangeItem.$inferInput;

/** Changes several orders, each in its own way, as `updateOrder` does. */
async function changeEach(context: Context, batch: Batch<Change>): Promise<ItemResult[]> {
  const { items } = batch;
  checkItems(items, 'orderId');
  const ids = items.map(({ orderId }) => orderId);
  // Looked up before: it goes on without the orders that the actor does not see, and must not be in their queues then.
  return changingOrders(context, await selectedOrders(context, { ids }), (outer) =>
    runItems({ ...context, db: outer }, batch, {
      async begin(tx, inside) {
        const orders = new Map((await lockOrders(tx, inside, ids)).map((order) => [order.id, order]));
        const moved = items.flatMap(({ orderId, input }) => (input.status && orders.get(orderId)) || []);
        await lockDepartures(tx, departuresOf(moved));
        return orders;
      },
      async change(tx, inside, { orderId, expectedVersion: version, input }, orders) {
        const order = orders.get(orderId);
        if (!order) throw notFound('Order');
        if (typeof version === 'number') refuseStale([order], [version]);
        await changeOrders(tx, inside, [order], input);
        return orderId;
      },
      // The paths of an update begin within its input.
      within: ['input'],
    }),
  );
}

builder.mutationField('changeOrders', (t) =>
  t.field({
    type: [OrderChangeResult],
    description:
      'Changes several orders, each in its own way: as `updateOrder` changes one. Answers with a result for each item, in their order.',
    args: {
      items: t.arg({
        type: [OrderChangeItem],
        required: true,
        description: itemsOf('The changes, of different orders'),
      }),
      mode: t.arg(batchMode),
    },
    resolve: (_root, batch, context) => changeEach(context, batch),
  }),
);
