import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { listPlan, onePlan } from '../shared/plans.ts';
import { actorOf, organizationIdsOf } from '../shared/principals.ts';
import '../orders/order.ts';
import '../people/user.ts';

/* The sources of the body of an event. */

const ordersPlan = ({ ids }: { ids: readonly number[] }, context: Context) => ({
  where: { AND: [{ id: { in: [...ids] } }, visibleOrders(context)] },
  orderBy: { id: 'asc' as const },
});

const userPlan = ({ id }: { id: number }, context: Context) => {
  const roles = { some: { role: { organizationId: { in: organizationIdsOf(context.actor) } } } };
  return { where: actorOf(context).isSystem ? { id } : { id, roles } };
};

builder.queryFields((t) => ({
  ordersById: t.prismaField({
    type: ['Order'],
    description: 'The given orders that the viewer may see, by id.',
    args: { ids: t.arg.intList({ required: true, description: 'Ids of orders.' }) },
    extensions: listPlan('Order', ordersPlan),
    resolve: (query, _root, args, context) => context.db.order.findMany({ ...query, ...ordersPlan(args, context) }),
  }),
  actingUser: t.prismaField({
    type: 'User',
    description: "A user who acts in the viewer's organizations. The system sees every user.",
    args: { id: t.arg.int({ required: true, description: "The user's id." }) },
    extensions: onePlan('User', userPlan),
    resolve: async (query, _root, args, context) => {
      const user = await context.db.user.findFirst({ ...query, ...userPlan(args, context) });
      if (!user) throw notFound('User');
      return user;
    },
  }),
}));
