import { graphql } from '#lib/graphql.ts';

/** Puts on and takes away what was asked for in one change; refused where the order is at another version by now. */
export const ChangeOrderTags = graphql(`
  mutation ChangeOrderTags($id: Int!, $version: Int!, $assign: [TagInput!]!, $remove: [String!]!) {
    editOrderTags(id: $id, version: $version, assign: $assign, remove: $remove) {
      id
      version
    }
  }
`);
