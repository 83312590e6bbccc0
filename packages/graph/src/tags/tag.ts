import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { organizationIdsOf } from '../shared/principals.ts';

export const Tag = builder.prismaObject('Tag', {
  fields: (t) => ({
    key: t.exposeString('key'),
    value: t.expose('value', { type: 'TagValue' }),
  }),
});

/** Options of a `tags` relation on a resource that several organizations share: each sees only its own tags. */
export const sharedTags = {
  description: "The tags that the viewer's organizations put on it, oldest first.",
  query: (_args: object, context: Context) => ({
    where: { organizationId: { in: organizationIdsOf(context.actor) } },
    orderBy: { id: 'asc' as const },
  }),
};

/** Options of a `tags` relation on a resource of one organization. */
export const ownTags = { description: 'Its tags, oldest first.', query: { orderBy: { id: 'asc' as const } } };

/** A tag in the input of mutations. */
export const TagInput = builder.inputType('TagInput', {
  description: 'A key with a value.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Not empty; each key once.' }),
    value: t.field({ type: 'TagValue', required: true, description: 'A string or a number.' }),
  }),
});
