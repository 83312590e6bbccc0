import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { send } from '#lib/send.ts';
import { type AuditFilters, toVariables } from './audit-filters.ts';

export const AuditQuery = graphql(`
  query AuditLog($filter: AuditFilter, $page: Int!) @executed {
    auditLog(filter: $filter, page: $page, perPage: 50) {
      id: databaseId
      at
      channel
      action
      entity
      entityId
      before
      after
      requestId
      address
      batchId
      mayUndo
      actor {
        id: databaseId
        name
      }
    }
    auditLogMeta(filter: $filter, page: $page, perPage: 50) {
      currentPage
      from
      lastPage
      to
      total
    }
  }
`);

const RecentQuery = graphql(`
  query RecentActs($entities: [String!]!, $id: SafeInt!) @executed {
    auditLog(filter: { entities: $entities, entityIds: [$id] }, perPage: 8) {
      id: databaseId
      at
      channel
      action
      entity
      entityId
      before
      after
      requestId
      address
      batchId
      mayUndo
      actor {
        id: databaseId
        name
      }
    }
  }
`);

const ActorNameQuery = graphql(`
  query ActorName($id: SafeInt!) @executed {
    person(id: $id) {
      user {
        id: databaseId
        name
      }
    }
  }
`);

export type AuditLine = ResultOf<typeof AuditQuery>['auditLog'][number];

/** A page of the audit log, newest first. */
export const auditQuery = (filters: AuditFilters, timeZone: string) => {
  const variables = toVariables(filters, timeZone);
  return queryOptions({
    queryKey: ['audit', variables],
    queryFn: ({ signal }) => send(AuditQuery, variables, signal),
    placeholderData: keepPreviousData,
  });
};

/** The latest audit log entries of a resource. */
export const recentActsQuery = (entities: readonly string[], id: number) =>
  queryOptions({
    queryKey: ['audit', 'recent', entities, id],
    queryFn: async ({ signal }) => (await send(RecentQuery, { entities: [...entities], id }, signal)).auditLog,
  });

/** The name of the person whose entries are shown. */
export const actorNameQuery = (id: number) =>
  queryOptions({
    queryKey: ['audit', 'actor', id],
    queryFn: async ({ signal }) => (await send(ActorNameQuery, { id }, signal)).person.user.name,
  });
