import { data, type Route, route, wire } from 'graphql-rest-router';
import { z } from 'zod';
import type { V1 } from '../dependencies.ts';
import { bodyIds, tagPair, tagPairs } from '../inputs.ts';

const TARGETS = ['products', 'roles', 'cities', 'users', 'transfers', 'orders', 'categories', 'bookings'] as const;

const params = z.object({
  tag: wire.text({ min: 1, max: 1_000 }).describe('Any text; it has no effect.'),
  target: wire.oneOf(TARGETS),
});
const ids = bodyIds(1);
const named = wire.list(tagPair.partial({ value: true }).meta({ title: 'TagToRemove' }), { max: 100 });

const EXAMPLE = { ids: [501], tags: [{ key: 'desk', value: 'lobby' }] };

type Row = {
  method: 'POST' | 'PUT' | 'DELETE';
  operation: string;
  summary: string;
  description: string;
  tags: z.ZodType;
  openFacts: string[];
};

const rows: Row[] = [
  {
    method: 'POST',
    operation: 'AssignTags',
    summary: 'Assign tags',
    description: 'Assigns tags to resources; an existing key gets the new value. Either all tags are assigned or none.',
    tags: tagPairs(),
    openFacts: ['tag-path', 'tag-value', 'tag-number', 'tag-rights'],
  },
  {
    method: 'PUT',
    operation: 'SynchroniseTags',
    summary: 'Synchronise tags',
    description:
      'Replaces the tags of resources by the given ones: others are removed. Either all changes are made or none.',
    tags: tagPairs(),
    openFacts: ['tag-path', 'tag-value', 'tag-number', 'tag-rights'],
  },
  {
    method: 'DELETE',
    operation: 'RemoveTags',
    summary: 'Remove tags',
    description: 'Removes tags from resources: those with the same key, and with the same value if one is given.',
    tags: named,
    openFacts: ['tag-path', 'tag-delete', 'tag-rights'],
  },
];

/** The endpoints that tag all kinds of resources. The `{tag}` segment has no effect. */
export const tagRoutes = ({ operation }: V1): Route[] =>
  rows.map(({ tags, operation: name, ...row }) =>
    route({
      ...row,
      path: '/v1/tags/:tag/:target',
      operation: operation(name),
      params,
      input: z.object({ ids, tags }).meta({ example: EXAMPLE }),
      variables: (input, path) => ({ target: path.target, ids: input.ids, tags: input.tags }),
      answer: data('data.count'),
      refuses: [403],
      tags: ['Tags'],
    }),
  );
