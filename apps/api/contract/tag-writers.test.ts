import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schema } from '@channel/graph';
import { type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';

/*
 * Tags are written in few places. Each is listed here with the rule that decides whether the actor may write them: a
 * new place fails these tests until its rule is listed.
 */

const root = join(import.meta.dirname, '..', '..', '..');
const SOURCES = ['packages/*/src/**/*.ts', 'apps/*/src/**/*.ts', 'apps/*/src/**/*.tsx', 'prisma/{src,seed}/**/*.ts'];
const IGNORED = /node_modules|\/generated\/|\/testing\/|\.test\.ts$/;
const WRITES =
  /(insert\s+into|delete\s+from|update|merge\s+into|truncate)\s+"?tag"?\s|\.tag\.(create|update|delete|upsert)|\btags:\s*\{\s*(create|connect|delete|update|upsert|set|disconnect)/i;

const WRITERS: Record<string, string> = {
  'packages/graph/src/tagging/write-tags.ts':
    'changes that `changeTags` runs after `find` of TARGETS: the order’s rule, or the permission for shared things',
  'packages/graph/src/orders/write-booking.ts': 'tags of the order that is being booked: the right to book',
  'packages/graph/src/personal-data/erase-rows.ts':
    'an erasure of personal data that an administrator of the organization requested for orders that they see',
  'apps/api/src/import/write-tags.ts': 'the operator’s import',
  'apps/bench/src/baseline/book.ts': 'the hand-written booking to which the benchmark compares',
};

/** Input types with which a request sets tags. */
const TAGS = ['TagInput', 'BatchTagInput', 'TagTarget'];

const MUTATIONS: Record<string, string> = {
  assignTags: 'write-tags.ts',
  removeTags: 'write-tags.ts',
  synchroniseTags: 'write-tags.ts',
  editOrderTags: 'write-tags.ts, on orders alone',
  planBatch: 'write-tags.ts when the batch runs, on what belongs to orders alone',
  bookOrder: 'write-booking.ts',
  changeHold: 'none: it shares the input of `bookOrder`, and leaves the tags as they are',
};

function names(type: GraphQLInputType, seen = new Set<string>()): Set<string> {
  const named = getNamedType(type);
  if (seen.has(named.name)) return seen;
  seen.add(named.name);
  if (isInputObjectType(named)) for (const field of Object.values(named.getFields())) names(field.type, seen);
  return seen;
}

describe('code that writes tags', () => {
  it('is in a file whose rule is listed', () => {
    const files = globSync(SOURCES, { cwd: root }).filter((file) => !IGNORED.test(file));
    expect(files.length).toBeGreaterThan(500);
    const found = files.filter((file) => WRITES.test(readFileSync(join(root, file), 'utf8')));
    expect(found.sort()).toEqual(Object.keys(WRITERS).sort());
  });

  it('is a mutation whose writer is listed', () => {
    const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
    const found = fields.filter(({ args }) => args.some(({ type }) => TAGS.some((tag) => names(type).has(tag))));
    expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(MUTATIONS).sort());
  });
});
