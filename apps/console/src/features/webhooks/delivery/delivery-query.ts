import { queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';
import { DeliveryStanding } from '../webhook-parts.ts';

const DeliveryQuery = graphql(
  `
    query WebhookDelivery($id: SafeInt!) @executed {
      webhookDelivery(id: $id) {
        ...DeliveryStanding
        event {
          id: databaseId
          kind
          sequence
          isTest
          isOutdated
          createdAt
          erasedAt
          order {
            id: databaseId
          }
        }
        repeatOf {
          id: databaseId
        }
        repeats {
          id: databaseId
          status
          isUnderWay
          attemptCount
          createdAt
        }
        attempts {
          id: databaseId
          number
          url
          startedAt
          durationMs
          requestHeaders
          requestBody
          responseStatus
          responseHeaders
          responseBody
          error
        }
      }
    }
  `,
  [DeliveryStanding],
);

export type Delivery = ResultOf<typeof DeliveryQuery>['webhookDelivery'];
export type Attempt = Delivery['attempts'][number];

export const deliveryQuery = (id: number, by: Send = send) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id],
    queryFn: async ({ signal }) => (await by(DeliveryQuery, { id }, signal)).webhookDelivery,
    meta: { live: ['deliveries', 'orders'] },
  });
