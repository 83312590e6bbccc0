import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { answerOperation } from '../execute.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import { carriesAll, type TagMatchInput } from './tag-match.ts';

const LIST = 'query ($tags: [TagMatch!]) { orders(filter: { tags: $tags }, perPage: 100) { id: databaseId } }';
const PERSISTED = parse(LIST);
const PRODUCTS = /* GraphQL */ `
  query ($tags: [TagMatch!], $ofCity: [TagMatch!]) {
    products(filter: { tags: $tags, city: { tags: $ofCity } }, perPage: 100) { id: databaseId }
  }
`;
const ASSIGN = /* GraphQL */ `
  mutation ($target: TagTarget!, $ids: [SafeInt!]!, $tags: [TagInput!]!) { assignTags(target: $target, ids: $ids, tags: $tags) { count } }
`;
const REMOVE = /* GraphQL */ `
  mutation ($ids: [SafeInt!]!, $tags: [TagMatch!]!) { removeTags(target: orders, ids: $ids, tags: $tags) { count } }
`;

/** The tags of one order each. */
const CARRIED: Record<string, string | number>[] = [
  { a: 'b:c' },
  { 'a:b': 'c' },
  { k: 'a:b:c' },
  { k: 12, other: '12' },
  { k: 0.5, Ünï: 'Ω 😀:x' },
  { k: '' },
  { 'a:': ':' },
  { 1: '1:a:b' },
  {},
];

let database: TestDatabase;
let make: Factories;
let context: Context;
let statements: string[] = [];
const ids: number[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (text) => statements.push(text) });
  make = createFactories(database.db);
  for (const tags of CARRIED) ids.push((await make.order({ offer: null, tags })).id);
  const staff = await make.userWith(['orders.view-all', 'products.book']);
  context = await contextFor(database.db, staff.id);
});
beforeEach(() => {
  statements = [];
});
afterAll(() => database.drop());

/** The results of a list, both as one statement and through the resolvers. */
async function found(tags: TagMatchInput[], as = context): Promise<number[]> {
  const compiled = await answerOperation(PERSISTED, { tags }, as);
  if (!('json' in compiled)) throw new Error('not answered by one statement');
  const normal = await answer<{ orders: { id: number }[] }>(LIST, { tags }, as);
  expect(JSON.parse(String(compiled.json.orders))).toEqual(normal.orders);
  return normal.orders.map(({ id }) => id).sort((one, other) => one - other);
}

/** Reference implementation of the filter for a single tag. */
function isNamed(
  [key, value]: [string, string | number],
  { text, key: requestedKey, value: requested }: TagMatchInput,
): boolean {
  if ((text ?? requestedKey ?? requested ?? null) === null) return false;
  const is = (given: unknown, by: (given: string) => boolean) =>
    given === undefined || given === null || by(String(given));
  return (
    is(text, (given) => given === String(value) || given === `${key}:${value}`) &&
    is(requestedKey, (given) => given === key) &&
    is(requested, (given) => given === String(value))
  );
}
const meant = (matches: TagMatchInput[]) =>
  ids.filter((_, index) =>
    matches.every((match) => Object.entries(CARRIED[index] ?? {}).some((tag) => isNamed(tag, match))),
  );

describe('a tag', () => {
  it('matches by its value, by key:value with colons anywhere, by its key or by both, and by nothing else', async () => {
    const texts = CARRIED.flatMap((tags) => Object.entries(tags)).flatMap(([key, value]) => [
      key,
      String(value),
      `${key}:${value}`,
      `${key}:${value}`.toUpperCase(),
    ]);
    const all = [...new Set([...texts, '', ':', '::', ':::', 'a:b:', ':c', 'b:c', '\ufffd', '\ud800', '\0'])];
    for (const text of all) expect([text, await found([{ text }])]).toEqual([text, meant([{ text }])]);
    for (const key of ['a', 'a:b', 'a:', 'k', '1', 'Ünï'])
      for (const value of [undefined, 'b:c', 'c', 12, '12', 0.5, ':', '', '1:a:b', 'Ω 😀:x'])
        for (const text of [undefined, 'a:b:c', ':'])
          for (const match of [
            { key, value, text },
            { value, text },
          ])
            expect([match, await found([match])]).toEqual([match, meant([match])]);
  });

  it('is one of several that a resource must carry all of', async () => {
    for (const matches of [
      [{ text: '12' }, { key: 'k', value: 12 }],
      [{ text: 'other:12' }, { key: 'k' }, { value: 12 }],
      [{ text: '12' }, { text: 'a:b:c' }],
      [{ text: '12' }, {}],
    ])
      expect([matches, await found(matches)]).toEqual([matches, meant(matches)]);
  });

  it('is queried by the same statement, whatever its text and the other filters are', async () => {
    const shapes = new Set<string>();
    for (const text of ['a', ':'.repeat(1_000), `k${':x'.repeat(499)}`]) {
      await found([{ text }]);
      for (const statement of statements.splice(0)) if (statement.includes('tag_set')) shapes.add(statement);
    }
    // One compiled statement and one of Prisma.
    expect(shapes.size).toBe(2);
    await found(Array.from({ length: 100 }, (_, index) => ({ text: `${index}${':'.repeat(990)}` })));
    for (const statement of statements.splice(0)) expect(statement.split('"tag_set"').length).toBeLessThan(9);
  });

  it('of another organization matches nothing', async () => {
    const elsewhere = await make.organization();
    const { id } = await make.order({ offer: null, organizationId: elsewhere.id, tags: { k: 'elsewhere' } });
    const staff = await make.userWith(['orders.view-all'], { organizationId: elsewhere.id });
    expect(await found([{ text: 'elsewhere' }])).toEqual([]);
    expect(await found([{ text: 'elsewhere' }], await contextFor(database.db, staff.id))).toEqual([id]);
    expect(await found([{ text: '12' }], await contextFor(database.db, staff.id))).toEqual([]);
  });

  it('matches filters as soon as it is written, and no longer as soon as it is removed', async () => {
    const { id } = await make.order({ offer: null });
    const assign = (target: string, of: number, value: string) =>
      answer(ASSIGN, { target, ids: [of], tags: [{ key: 'fresh', value }] }, context);
    await assign('orders', id, 'one');
    expect(await found([{ text: 'fresh:one' }])).toEqual([id]);
    await assign('orders', id, 'two');
    expect([await found([{ text: 'one' }]), await found([{ text: 'two' }])]).toEqual([[], [id]]);
    await answer(REMOVE, { ids: [id], tags: [{ key: 'fresh' }] }, context);
    expect(await found([{ key: 'fresh' }])).toEqual([]);
    await assign('orders', id, 'three');
    await database.db.order.delete({ where: { id } });
    expect(await database.db.tagSet.count({ where: { orderId: id } })).toBe(0);
  });

  it('of products and of their cities matches in the same way', async () => {
    const { product } = await make.offer([]);
    const staff = await make.userWith(['orders.view-all', 'products.book', 'tags.change-shared'], {
      products: [product.id],
      cities: [product.cityId],
    });
    const as = await contextFor(database.db, staff.id);
    await answer(ASSIGN, { target: 'products', ids: [product.id], tags: [{ key: 'p', value: 'x:y' }] }, as);
    await answer(ASSIGN, { target: 'cities', ids: [product.cityId], tags: [{ key: 'c', value: 'z' }] }, as);
    const products = async (tags: object[], ofCity: object[]) =>
      (await answer<{ products: { id: number }[] }>(PRODUCTS, { tags, ofCity }, as)).products.map(({ id }) => id);
    expect(await products([{ text: 'p:x:y' }], [{ text: 'c:z' }])).toEqual([product.id]);
    expect(await products([{ text: 'p:x:y' }], [{ text: 'p:x:y' }])).toEqual([]);
    expect(await products([{ text: 'c:z' }], [])).toEqual([]);
  });

  it('is rejected when there are too many or when a text is too long, in every filter with tags', async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ text: String(index) }));
    const long = [{ text: 'x' }, { text: 'x'.repeat(1_502) }, { key: 'x'.repeat(501), value: 'x'.repeat(1_001) }];
    const paths = async (...requested: Parameters<typeof refusal>) =>
      (await refusal(...requested)).fields?.map(({ path }) => path.join('.'));
    expect(await paths(LIST, { tags: many }, context)).toEqual(['filter.tags']);
    expect(await paths(LIST, { tags: long }, context)).toEqual([
      'filter.tags.1.text',
      'filter.tags.2.key',
      'filter.tags.2.value',
    ]);
    expect(await paths(PRODUCTS, { ofCity: many }, context)).toEqual(['filter.city.tags']);
    expect(await paths(REMOVE, { ids, tags: many }, context)).toEqual(['tags']);
  });
});

describe('the condition', () => {
  it('is empty where no tags are requested', () => {
    expect([carriesAll([], [1], []), carriesAll(null, [1], [])]).toEqual([[], []]);
  });
});
