import { graphql } from '#lib/graphql.ts';

/** Puts on and takes away what was asked for, and leaves tags alone that others put on meanwhile. */
export const ChangeOrderTags = graphql(`
  mutation ChangeOrderTags(
    $ids: [Int!]!
    $assign: [TagInput!]!
    $remove: [TagMatch!]!
    $assigns: Boolean!
    $removes: Boolean!
  ) {
    removeTags(target: orders, ids: $ids, tags: $remove) @include(if: $removes)
    assignTags(target: orders, ids: $ids, tags: $assign) @include(if: $assigns)
  }
`);
