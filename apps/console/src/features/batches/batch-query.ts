import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';

/** The members of a batch that every view of it shows. */
export const BatchFacts = graphql(`
  fragment BatchFacts on Batch @_unmask {
    id: databaseId
    kind
    status
    isOwn
    createdAt
    startedAt
    cancelledAt
    endedAt
    maker {
      name
    }
    undoOf {
      id: databaseId
    }
    undoneBy {
      id: databaseId
      status
    }
    change {
      status
      assignments {
        of
        person {
          name
        }
      }
      tags {
        on
        action
        tagCount
        tags(perPage: 10) {
          key(atMost: 100)
          value(atMost: 100)
        }
      }
    }
    counts {
      total
      planned
      done
      unchanged
      refused
      stale
      failed
      cancelled
    }
  }
`);

export type BatchFacts = ResultOf<typeof BatchFacts>;

const BatchQuery = graphql(
  `
    query Batch($id: SafeInt!, $statuses: [BatchRowStatus!], $hasClashes: Boolean, $page: Int!, $perPage: Int!)
    @executed {
      batch(id: $id) {
        ...BatchFacts
        expectedWebhooks
        effects {
          member
          orders
          added
          changed
          removed
          removedFrom
        }
        clashingOrders
        rows(statuses: $statuses, hasClashes: $hasClashes, page: $page, perPage: $perPage) {
          orderId
          status
          reason
          clashes {
            severity
            text
          }
          order {
            id: databaseId
            referenceCode
            status
            passengers {
              firstName
              lastName
            }
            bookedDetails {
              product {
                title
              }
            }
          }
          changeCount
          changes(perPage: 10) {
            member
            key(atMost: 100)
            before(atMost: 100)
            after(atMost: 100)
          }
        }
      }
    }
  `,
  [BatchFacts],
);

const RowQuery = graphql(`
  query BatchRowChanges($id: SafeInt!, $orderId: SafeInt!, $page: Int!) @executed {
    batch(id: $id) {
      id: databaseId
      rows(orderIds: [$orderId], perPage: 1) {
        orderId
        changeCount
        changes(page: $page, perPage: 100) {
          member
          key
          before
          after
        }
      }
    }
  }
`);

export type Batch = ResultOf<typeof BatchQuery>['batch'];
export type BatchRow = Batch['rows'][number];
export type RowChange = BatchRow['changes'][number];

/** Orders on a page of a batch. */
export const ROWS_ON_PAGE = 50;

/** The selection of a batch's orders that is shown. */
export type Shown = {
  statuses: readonly BatchRow['status'][] | null;
  /** Only the orders with findings about the people whom the batch assigns. */
  clashes: boolean;
  page: number;
};

/** A batch with a page of its orders; refetched while it runs. */
export const batchQuery = (id: number, { statuses, clashes, page }: Shown, by: Send = send) =>
  queryOptions({
    queryKey: ['batch', id, statuses, clashes, page],
    queryFn: async ({ signal }) => {
      const variables = {
        id,
        statuses: statuses && [...statuses],
        hasClashes: clashes || null,
        page,
        perPage: ROWS_ON_PAGE,
      };
      return (await by(BatchQuery, variables, signal)).batch;
    },
    placeholderData: keepPreviousData,
    // Fallback for when the live updates do not arrive.
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 3_000 : false),
  });

/** All that a batch changes in one order, uncut, a hundred values at a time. */
export const rowChangesQuery = (id: number, orderId: number) =>
  infiniteQueryOptions({
    queryKey: ['batch', id, 'changes', orderId],
    queryFn: async ({ pageParam, signal }) => {
      const { batch } = await send(RowQuery, { id, orderId, page: pageParam }, signal);
      return batch.rows[0]?.changes ?? [];
    },
    initialPageParam: 1,
    getNextPageParam: (_last, _all, page) => page + 1,
  });

const BatchesQuery = graphql(
  `
    query Batches($page: Int!) @executed {
      batches(page: $page, perPage: 25) {
        ...BatchFacts
      }
      batchesMeta(page: $page, perPage: 25) {
        currentPage
        from
        lastPage
        to
        total
      }
    }
  `,
  [BatchFacts],
);

export type BatchesPage = ResultOf<typeof BatchesQuery>;

/** A page of the batches that the viewer may see, newest first. */
export const batchesQuery = (page: number, by: Send = send) =>
  queryOptions({
    queryKey: ['batches', page],
    queryFn: ({ signal }) => by(BatchesQuery, { page }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.batches.some(({ status }) => status === 'running') ? 3_000 : false),
  });
