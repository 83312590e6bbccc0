import { builder } from '../builder.ts';
import { notFound } from '../errors.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { actorOf, organizationIdsOf } from '../people/principals.ts';
import '../orders/order.ts';
import '../people/user.ts';

/* What the body of an event is made from. */

builder.queryFields((t) => ({
  ordersById: t.prismaField({
    type: ['Order'],
    description: 'Those of the orders that the viewer may see, by id.',
    args: { ids: t.arg.intList({ required: true, description: 'Ids of orders.' }) },
    resolve: (query, _root, { ids }, context) =>
      context.db.order.findMany({
        ...query,
        where: { AND: [{ id: { in: ids } }, visibleOrders(context)] },
        orderBy: { id: 'asc' },
      }),
  }),
  actingUser: t.prismaField({
    type: 'User',
    description: "Somebody who acts in the viewer's organizations. The system knows everybody.",
    args: { id: t.arg.int({ required: true, description: "The user's id." }) },
    resolve: async (query, _root, { id }, context) => {
      const { isSystem } = actorOf(context);
      const roles = { some: { role: { organizationId: { in: organizationIdsOf(context.actor) } } } };
      const user = await context.db.user.findFirst({ ...query, where: isSystem ? { id } : { id, roles } });
      if (!user) throw notFound('User');
      return user;
    },
  }),
}));
