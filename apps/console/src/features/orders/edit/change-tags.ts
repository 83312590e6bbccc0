import { graphql } from '#lib/graphql.ts';

/** Assigns and removes tags in one change; rejected if the version of the order is no longer `version`. */
export const ChangeOrderTags = graphql(`
  mutation ChangeOrderTags($id: SafeInt!, $version: Int!, $assign: [TagInput!]!, $remove: [String!]!) {
    editOrderTags(id: $id, version: $version, assign: $assign, remove: $remove) {
      order {
        id: databaseId
        version
      }
    }
  }
`);
