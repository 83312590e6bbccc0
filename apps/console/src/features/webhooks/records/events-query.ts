import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';
import { type EventFilters, toEventVariables } from '../record-filters.ts';

export const EventsQuery = graphql(`
  query WebhookEvents($filter: WebhookEventFilter, $page: Int!, $perPage: Int!) @executed {
    webhookEvents(filter: $filter, page: $page, perPage: $perPage) {
      id: databaseId
      kind
      sequence
      isTest
      isOutdated
      createdAt
      erasedAt
      actor {
        id: databaseId
        name
      }
      order {
        id: databaseId
      }
      deliveryCounts {
        status
        isUnderWay
        wasTried
        count
      }
    }
    webhookEventsMeta(filter: $filter, page: $page, perPage: $perPage) {
      currentPage
      from
      lastPage
      to
      total
    }
  }
`);

export type EventsPage = ResultOf<typeof EventsQuery>;
export type EventRow = EventsPage['webhookEvents'][number];

/** A page of the events that match the filters, newest first; times are interpreted in `timeZone`. */
export const eventsQuery = (filters: EventFilters, timeZone: string, by: Send = send) => {
  const variables = toEventVariables(filters, timeZone);
  return queryOptions({
    queryKey: ['webhooks', 'events', variables],
    queryFn: ({ signal }) => by(EventsQuery, variables, signal),
    placeholderData: keepPreviousData,
    meta: { live: ['deliveries', 'orders'] },
  });
};
