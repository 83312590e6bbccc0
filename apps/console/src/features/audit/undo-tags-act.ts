import { queryOptions } from '@tanstack/react-query';
import { graphql } from '#lib/graphql.ts';
import { made } from '#lib/made.ts';
import { send } from '#lib/send.ts';

const TaggedThingsQuery = graphql(`
  query TaggedThings($id: String!) @executed {
    taggedThings(id: $id, wholeRequest: true)
  }
`);

/** The number of resources whose tags were changed by the request of an audit log entry. */
export const taggedThingsQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'tagged-things', id],
    queryFn: async ({ signal }) => (await send(TaggedThingsQuery, { id }, signal)).taggedThings,
  });

const UndoTagChangeMutation = graphql(`
  mutation UndoTagChange($id: String!, $wholeRequest: Boolean!) {
    undoTagChange(id: $id, wholeRequest: $wholeRequest) { count }
  }
`);

/** Undoes the tag change of an audit log entry and returns the number of changed resources. */
export const undoTagChange = async (id: string, wholeRequest: boolean): Promise<number> =>
  made((await send(UndoTagChangeMutation, { id, wholeRequest })).undoTagChange.count);
