import type { VariablesOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { made } from '#lib/made.ts';
import { send } from '#lib/send.ts';

const PlanBatch = graphql(`
  mutation PlanBatch($orders: BatchOrders!, $change: BatchChangeInput!) {
    planBatch(orders: $orders, change: $change) {
      batch {
        id: databaseId
      }
    }
  }
`);

export type Selection = VariablesOf<typeof PlanBatch>['orders'];
export type Change = VariablesOf<typeof PlanBatch>['change'];

/** Plans a batch and returns its id. */
export const planBatch = async (orders: Selection, change: Change): Promise<number> =>
  made((await send(PlanBatch, { orders, change })).planBatch.batch).id;

const RunBatch = graphql(`
  mutation RunBatch($id: SafeInt!) {
    runBatch(id: $id) {
      batch {
        id: databaseId
      }
    }
  }
`);

/** Starts a batch. */
export const runBatch = (id: number) => send(RunBatch, { id });

const CancelBatch = graphql(`
  mutation CancelBatch($id: SafeInt!) {
    cancelBatch(id: $id) {
      batch {
        id: databaseId
      }
    }
  }
`);

/** Stops a running batch, or discards a planned one. */
export const cancelBatch = (id: number) => send(CancelBatch, { id });

const RetryBatch = graphql(`
  mutation RetryBatch($id: SafeInt!, $orderIds: [SafeInt!], $evenIfChanged: Boolean!) {
    retryBatch(id: $id, orderIds: $orderIds, evenIfChanged: $evenIfChanged) {
      batch {
        id: databaseId
      }
    }
  }
`);

/** Retries the orders that were not changed. */
export const retryBatch = (id: number, evenIfChanged: boolean, orderIds?: number[]) =>
  send(RetryBatch, { id, evenIfChanged, orderIds: orderIds ?? null });

const UndoBatch = graphql(`
  mutation UndoBatch($id: SafeInt!) {
    undoBatch(id: $id) {
      batch {
        id: databaseId
      }
    }
  }
`);

/** Plans a batch that undoes another one, and returns its id. */
export const undoBatch = async (id: number): Promise<number> =>
  made((await send(UndoBatch, { id })).undoBatch.batch).id;

const AssignableQuery = graphql(`
  query Assignable {
    drivers {
      id: databaseId
      name
    }
    tourGuides {
      id: databaseId
      name
    }
    contactPersons {
      id: databaseId
      name
    }
  }
`);

/** The people who can be assigned, by task. */
export const readAssignable = (signal: AbortSignal) => send(AssignableQuery, {}, signal);

const CountQuery = graphql(`
  query CountOrders($filter: OrderFilter) {
    ordersMeta(filter: $filter, page: 1, perPage: 1) {
      total
    }
  }
`);

/** The number of orders that match a filter. */
export const countOrders = async (filter: VariablesOf<typeof CountQuery>['filter'], signal: AbortSignal) =>
  (await send(CountQuery, { filter: filter ?? null }, signal)).ordersMeta.total;
