import type { VariablesOf } from 'gql.tada';
import type { TagFacts } from '#components/tags.tsx';
import { graphql } from '#lib/graphql.ts';
import { send } from '#lib/send.ts';

const EditTagsMutation = graphql(`
  mutation EditTags($target: TagTarget!, $ids: [SafeInt!]!, $assigned: [TagInput!]!, $removed: [TagMatch!]!) {
    removeTags(target: $target, ids: $ids, tags: $removed) { count }
    assignTags(target: $target, ids: $ids, tags: $assigned) { count }
  }
`);

export type TagTarget = VariablesOf<typeof EditTagsMutation>['target'];

/** The difference between two sets of tags: tags to assign or change, and keys to remove. */
export function tagChanges(before: readonly TagFacts[], after: readonly TagFacts[]) {
  const assigned = after.filter(({ key, value }) => !before.some((tag) => tag.key === key && tag.value === value));
  const removed = before.filter(({ key }) => !after.some((tag) => tag.key === key)).map(({ key }) => ({ key }));
  return { assigned, removed };
}

/** Changes the tags of one resource; tags that others assign concurrently are kept. */
export const editTags = (target: TagTarget, id: number, before: readonly TagFacts[], after: readonly TagFacts[]) =>
  send(EditTagsMutation, { target, ids: [id], ...tagChanges(before, after) });
