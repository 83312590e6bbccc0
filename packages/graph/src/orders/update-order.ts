import { atTheEnd } from '@channel/prisma';
import { builder } from '../builder.ts';
import { type Write, writePlan } from '../shared/plans.ts';
import { changingOrders } from './in-turn.ts';
import { type OrderRows, referencedOrder } from './order.ts';
import { type OrderUpdate, OrderUpdateInput } from './order-inputs.ts';
import { newestFirst } from './order-sort.ts';
import { lockSelected, OrderSelection, selectedOrders } from './select-orders.ts';
import { staleDetails } from './stale-edit.ts';
import { changeOrders, updateOrders } from './update-orders.ts';

type UpdateOne = { reference: string; input: OrderUpdate; versions?: readonly number[] | null };

const updateOne: Write<UpdateOne, OrderRows> = async ({ reference, input, versions }, context, answer) => {
  const id = await referencedOrder(context, reference);
  try {
    const { result } = await changingOrders(context, [id], async (tx) => {
      await updateOrders({ ...context, db: tx }, [id], input, versions);
      return atTheEnd(tx, () => answer(tx, { where: { id } }));
    });
    return await result;
  } catch (error) {
    throw await staleDetails(error, context, id, versions ?? []);
  }
};

type UpdateMany = { orders: typeof OrderSelection.$inferInput; input: OrderUpdate };

const updateMany: Write<UpdateMany, OrderRows> = async ({ orders: selection, input }, context, answer) => {
  const { result } = await changingOrders(context, await selectedOrders(context, selection), async (tx) => {
    const inside = { ...context, db: tx };
    const orders = await lockSelected(tx, inside, selection);
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
