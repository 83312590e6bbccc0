import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';

const TagKeysQuery = graphql(`
  query TagKeys($holders: [TagHolder!], $search: String) @executed {
    tagKeys(holders: $holders, search: $search) {
      holder
      key
      uses
      values
    }
  }
`);

const TagValuesQuery = graphql(`
  query TagValues($holder: TagHolder!, $key: String!) @executed {
    tagValues(holder: $holder, key: $key) {
      value
      uses
    }
  }
`);

export type TagKey = ResultOf<typeof TagKeysQuery>['tagKeys'][number];
export type TagHolder = VariablesOf<typeof TagValuesQuery>['holder'];

/** The tag keys in use, most used first. */
export const tagKeysQuery = (requested: { holder: TagHolder | null; search: string }, by: Send = send) => {
  const variables = { holders: requested.holder ? [requested.holder] : null, search: requested.search.trim() || null };
  return queryOptions({
    queryKey: ['tags', variables],
    queryFn: async ({ signal }) => (await by(TagKeysQuery, variables, signal)).tagKeys,
    placeholderData: keepPreviousData,
  });
};

/** The values of a key, most used first. */
export const tagValuesQuery = (holder: TagHolder, key: string) =>
  queryOptions({
    queryKey: ['tags', 'values', holder, key],
    queryFn: async ({ signal }) => (await send(TagValuesQuery, { holder, key }, signal)).tagValues,
  });
