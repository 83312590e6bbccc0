import { graphql } from '#lib/graphql.ts';
import type { Watcher } from '#lib/live/watch.ts';
import { watchTogether } from '#lib/live/watch-together.ts';

const DeliveryNewsSubscription = graphql(`
  subscription WebhookDeliveryNews {
    webhookDeliveryNews {
      deliveryId
    }
  }
`);

export type DeliveryNews = { deliveryId: number };

/** Subscribes to all deliveries that the viewer may see, until the returned function is called. */
export const watchDeliveries = ({ onNews, ...rest }: Watcher<DeliveryNews>) =>
  watchTogether(
    'channel-delivery-news',
    DeliveryNewsSubscription,
    {},
    { ...rest, onNews: ({ webhookDeliveryNews }) => onNews(webhookDeliveryNews) },
  );
