import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';
import { type DeliveryFilters, toDeliveryVariables } from '../record-filters.ts';
import { DeliveryState } from '../webhook-parts.ts';

export const DeliveriesQuery = graphql(
  `
    query WebhookDeliveries($filter: WebhookDeliveryFilter, $page: Int!, $perPage: Int!) @executed {
      webhookDeliveries(filter: $filter, page: $page, perPage: $perPage) {
        ...DeliveryState
        event {
          id: databaseId
          kind
          erasedAt
          order {
            id: databaseId
          }
        }
      }
      webhookDeliveriesMeta(filter: $filter, page: $page, perPage: $perPage) {
        currentPage
        from
        lastPage
        to
        total
      }
    }
  `,
  [DeliveryState],
);

export type DeliveriesPage = ResultOf<typeof DeliveriesQuery>;
export type DeliveryRow = DeliveriesPage['webhookDeliveries'][number];

/** A page of the deliveries that match the filters, newest first; times are interpreted in `timeZone`. */
export const deliveriesQuery = (filters: DeliveryFilters, timeZone: string, by: Send = send) => {
  const variables = toDeliveryVariables(filters, timeZone);
  return queryOptions({
    queryKey: ['webhooks', 'deliveries', variables],
    queryFn: ({ signal }) => by(DeliveriesQuery, variables, signal),
    placeholderData: keepPreviousData,
    meta: { live: ['deliveries', 'orders'] },
  });
};
