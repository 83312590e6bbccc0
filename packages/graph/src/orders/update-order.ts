import { atTheEnd } from '@channel/prisma';
import { builder } from '../builder.ts';
import { notFound } from '../errors.ts';
import { type Write, writePlan } from '../shared/plans.ts';
import { changingOrder } from './changing-order.ts';
import { idIn, type OrderRows, referencedOrder } from './order.ts';
import { type OrderUpdate, OrderUpdateInput } from './order-inputs.ts';
import { newestFirst } from './order-sort.ts';
import { changingSelected, lockSelected, OrderSelection } from './select-orders.ts';
import { changeOrders, refuseStale } from './update-orders.ts';

type UpdateOne = { reference: string; input: OrderUpdate; versions?: readonly number[] | null };

const updateOne: Write<UpdateOne, OrderRows> = async ({ reference, input, versions }, context, answer) => {
  const change = (id: number) =>
    changingOrder(context, id, versions, async (tx, inside, order) => {
      if (versions) refuseStale([order], versions);
      await changeOrders(tx, inside, [order], input);
      return atTheEnd(tx, () => answer(tx, { where: { id } }));
    });
  const id = idIn(reference);
  const named = id === undefined ? undefined : await change(id);
  const found = named ?? (await change(await referencedOrder(context, reference)));
  if (!found) throw notFound('Order');
  return found.changed.result;
};

type UpdateMany = { orders: typeof OrderSelection.$inferInput; input: OrderUpdate };

const updateMany: Write<UpdateMany, OrderRows> = async ({ orders: selection, input }, context, answer) => {
  const { result } = await changingSelected(context, selection, async (tx, inside, waits) => {
    const orders = await lockSelected(tx, inside, selection, waits);
    await changeOrders(tx, inside, orders, input);
    const rows = { where: { id: { in: orders.map(({ id }) => id) } }, orderBy: newestFirst };
    return atTheEnd(tx, () => answer(tx, rows));
  });
  return result;
};

builder.mutationFields((t) => ({
  updateOrder: t.prismaField({
    type: 'Order',
    description:
      'Changes an order. Staff and the partner who sold it may change every member; contact person and client only status, leader, pickup and dropoff.',
    args: {
      reference: t.arg.string({ required: true, description: 'Its id, or a tag: the value, or `key:value`.' }),
      input: t.arg({ type: OrderUpdateInput, required: true, description: 'The new values.' }),
      versions: t.arg.intList({
        description:
          'Refuses the change unless the order still has one of these versions. The extensions of the error have the current `version` and, for staff, the `changes` since, like `orderChanges`.',
      }),
    },
    extensions: writePlan('Order', updateOne),
    resolve: (query, _root, args, context) =>
      updateOne(args, context, (tx, rows) => tx.order.findFirstOrThrow({ ...query, ...rows })),
  }),
  updateOrders: t.prismaField({
    type: ['Order'],
    description: 'Applies the same change to many orders: to all or to none. Answers with the orders, newest first.',
    args: {
      orders: t.arg({ type: OrderSelection, required: true, description: 'The orders to change.' }),
      input: t.arg({ type: OrderUpdateInput, required: true, description: 'The new values.' }),
    },
    extensions: writePlan('Order', updateMany, { isList: true }),
    resolve: (query, _root, args, context) =>
      updateMany(args, context, (tx, rows) => tx.order.findMany({ ...query, ...rows })),
  }),
}));
