import type { VariablesOf } from 'gql.tada';
import type { TagFacts } from '#components/tags.tsx';
import { graphql } from '#lib/graphql.ts';
import { send } from '#lib/send.ts';

const EditTagsMutation = graphql(`
  mutation EditTags($target: TagTarget!, $ids: [Int!]!, $assigned: [TagInput!]!, $removed: [TagMatch!]!) {
    removeTags(target: $target, ids: $ids, tags: $removed)
    assignTags(target: $target, ids: $ids, tags: $assigned)
  }
`);

export type TagTarget = VariablesOf<typeof EditTagsMutation>['target'];

/** What leads from one set of tags to another: those to put on or change, and the keys of those to take away. */
export function tagChanges(before: readonly TagFacts[], after: readonly TagFacts[]) {
  const assigned = after.filter(({ key, value }) => !before.some((tag) => tag.key === key && tag.value === value));
  const removed = before.filter(({ key }) => !after.some((tag) => tag.key === key)).map(({ key }) => ({ key }));
  return { assigned, removed };
}

/** Changes tags of one thing; tags that others put there meanwhile stay. */
export const editTags = (target: TagTarget, id: number, before: readonly TagFacts[], after: readonly TagFacts[]) =>
  send(EditTagsMutation, { target, ids: [id], ...tagChanges(before, after) });
