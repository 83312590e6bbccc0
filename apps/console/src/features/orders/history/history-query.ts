import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';

const ChangeParts = graphql(`
  fragment ChangeParts on OrderFieldChange @_unmask {
    path
    from
    to
    fromLabel
    toLabel
  }
`);

const TimelineQuery = graphql(
  `
    query OrderTimeline($id: SafeInt!, $page: Int!) @executed {
      orderTimeline(orderId: $id, page: $page, perPage: 20) {
        id: entryId
        at
        action
        channel
        version
        actor {
          name
        }
        changes {
          ...ChangeParts
        }
      }
      orderTimelineMeta(orderId: $id, page: $page, perPage: 20) {
        total
        lastPage
        currentPage
      }
    }
  `,
  [ChangeParts],
);

const ChangesQuery = graphql(
  `
    query OrderChanges($id: SafeInt!, $since: Int!) @executed {
      orderChanges(orderId: $id, sinceVersion: $since) {
        at
        channel
        actor {
          name
        }
        change {
          ...ChangeParts
        }
      }
    }
  `,
  [ChangeParts],
);

export type TimelineEntry = ResultOf<typeof TimelineQuery>['orderTimeline'][number];
export type OrderChange = ResultOf<typeof ChangesQuery>['orderChanges'][number];

/** The history of an order, page by page, newest first. */
export const timelineQuery = (id: number, by: Send = send) =>
  infiniteQueryOptions({
    queryKey: ['order-history', id],
    meta: { live: [`order:${id}`] },
    queryFn: ({ signal, pageParam }) => by(TimelineQuery, { id, page: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ orderTimelineMeta: { currentPage, lastPage } }) =>
      currentPage < lastPage ? currentPage + 1 : undefined,
  });

/** The field changes of an order since a version, with actor and time. */
export const changesQuery = (id: number, since: number, now: number) =>
  queryOptions({
    queryKey: ['order-changes', id, since, now],
    queryFn: async ({ signal }) => (await send(ChangesQuery, { id, since }, signal)).orderChanges,
  });
