import { queryOptions } from '@tanstack/react-query';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';
import { DeliveryStanding } from './webhook-parts.ts';

const OrderEventsQuery = graphql(
  `
    query OrderEvents($id: SafeInt!) @executed {
      webhookEvents(filter: { orderIds: [$id] }, perPage: 10) {
        id: databaseId
        kind
        sequence
        createdAt
        isTest
        deliveries {
          ...DeliveryStanding
        }
      }
      webhookEventsMeta(filter: { orderIds: [$id] }, perPage: 10) {
        total
      }
    }
  `,
  [DeliveryStanding],
);

/** The webhook events of an order, newest first, with the status of their deliveries. */
export const orderEventsQuery = (id: number, by: Send = send) =>
  queryOptions({
    queryKey: ['order-events', id],
    meta: { live: [`order:${id}`, 'deliveries'] },
    queryFn: ({ signal }) => by(OrderEventsQuery, { id }, signal),
  });
