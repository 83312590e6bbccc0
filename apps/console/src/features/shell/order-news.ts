import { graphql } from '#lib/graphql.ts';
import type { Watcher } from '#lib/live/watch.ts';
import { watchTogether } from '#lib/live/watch-together.ts';

const OrderNewsSubscription = graphql(`
  subscription OrderNews {
    orderNews {
      orderId
      version
    }
  }
`);

export type OrderNews = { orderId: number; version: number };

/** Subscribes to changes of all orders that the viewer may see, until the returned function is called. */
export const watchOrders = ({ onNews, ...rest }: Watcher<OrderNews>) =>
  watchTogether(
    'channel-order-news',
    OrderNewsSubscription,
    {},
    { ...rest, onNews: ({ orderNews }) => onNews(orderNews) },
  );
