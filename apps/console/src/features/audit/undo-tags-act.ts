import { queryOptions } from '@tanstack/react-query';
import { graphql } from '#lib/graphql.ts';
import { send } from '#lib/send.ts';

const TaggedThingsQuery = graphql(`
  query TaggedThings($id: String!) {
    taggedThings(id: $id, wholeRequest: true)
  }
`);

/** Of how many things the request behind a line of the audit log changed the tags. */
export const taggedThingsQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'tagged things', id],
    queryFn: async ({ signal }) => (await send(TaggedThingsQuery, { id }, signal)).taggedThings,
  });

const UndoTagChangeMutation = graphql(`
  mutation UndoTagChange($id: String!, $wholeRequest: Boolean!) {
    undoTagChange(id: $id, wholeRequest: $wholeRequest)
  }
`);

/** Takes back the change of tags that a line of the audit log tells of, and answers how many things changed. */
export const undoTagChange = async (id: string, wholeRequest: boolean): Promise<number> =>
  (await send(UndoTagChangeMutation, { id, wholeRequest })).undoTagChange;
