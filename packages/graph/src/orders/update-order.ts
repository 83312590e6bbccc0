import { inTransaction } from '@channel/prisma';
import { builder } from '../builder.ts';
import { referencedOrder } from './order.ts';
import { OrderUpdateInput } from './order-inputs.ts';
import { newestFirst } from './order-sort.ts';
import { OrderSelection, selectOrders } from './select-orders.ts';
import { updateOrders } from './update-orders.ts';

builder.mutationFields((t) => ({
  updateOrder: t.prismaField({
    type: 'Order',
    description:
      'Changes an order. Staff and the partner who sold it may change every member; contact person and client only status, leader, pickup and dropoff.',
    args: {
      reference: t.arg.string({ required: true, description: 'Its id, or a tag: the value, or `key:value`.' }),
      input: t.arg({ type: OrderUpdateInput, required: true, description: 'What to change.' }),
      versions: t.arg.intList({ description: 'Refuse the change unless the order still has one of these versions.' }),
    },
    resolve: async (query, _root, { reference, input, versions }, context) => {
      const id = await referencedOrder(context, reference);
      return inTransaction(context.db, async (tx) => {
        await updateOrders({ ...context, db: tx }, [id], input, versions);
        return tx.order.findUniqueOrThrow({ ...query, where: { id } });
      });
    },
  }),
  updateOrders: t.prismaField({
    type: ['Order'],
    description: 'Changes many orders alike: all of them or none. Answers with them, newest first.',
    args: {
      orders: t.arg({ type: OrderSelection, required: true, description: 'Which orders.' }),
      input: t.arg({ type: OrderUpdateInput, required: true, description: 'What to change.' }),
    },
    resolve: async (query, _root, { orders, input }, context) => {
      const ids = await selectOrders(context, orders);
      return inTransaction(context.db, async (tx) => {
        await updateOrders({ ...context, db: tx }, ids, input);
        return tx.order.findMany({ ...query, where: { id: { in: ids } }, orderBy: newestFirst });
      });
    },
  }),
}));
