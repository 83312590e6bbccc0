import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FOR_CREW } from '../shared/public-field.ts';
import { crewOf } from './own-jobs.ts';

type Notices = AsyncIterable<{ orders: { orderId: number }[] }>;

async function* ownNews(notices: Notices, context: Context): AsyncGenerator<{ orders: number }> {
  const { userId, organizationId } = crewOf(context);
  for await (const { orders } of notices) {
    const ids = orders.map(({ orderId }) => orderId);
    const concerned = await context.live.look(() =>
      context.db.order.count({
        where: {
          id: { in: ids },
          organizationId,
          OR: [
            { tourGuideId: userId },
            { pickup: { driverId: userId } },
            { dropoff: { driverId: userId } },
            { crewJobs: { some: { userId } } },
          ],
        },
      }),
    );
    if (concerned > 0) yield { orders: concerned };
  }
}

const CrewNews = builder.objectRef<{ orders: number }>('CrewNews').implement({
  description: 'Jobs of the holder of the session were given, changed or withdrawn.',
  fields: (t) => ({ orders: t.exposeInt('orders', { description: 'Number of orders whose jobs changed.' }) }),
});

builder.subscriptionField('crewNews', (t) =>
  t.field({
    ...FOR_CREW,
    type: CrewNews,
    description:
      'Changes of the jobs of the holder of the session, sent when they are committed. Only for sessions of the page of the crew.',
    subscribe: async (_root, _args, context) => {
      crewOf(context);
      return ownNews(await context.live.orders(), context);
    },
    resolve: (news) => news,
  }),
);
