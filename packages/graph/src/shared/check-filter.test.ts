import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredInputField,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { schema } from '../schema.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const QUERIES = {
  orders:
    'query ($filter: OrderFilter) { orders(filter: $filter) { id: databaseId } ordersMeta(filter: $filter) { total } }',
  products: 'query ($filter: ProductFilter) { products(filter: $filter) { id: databaseId } }',
  posProducts:
    'query ($filter: PosProductFilter, $role: String!) { posProducts(role: $role, filter: $filter) { id: databaseId } }',
  catalogue: 'query ($filter: CatalogueFilter) { catalogue(filter: $filter) { product { id: databaseId } } }',
  cities: 'query ($filter: CityFilter) { cities(filter: $filter) { id: databaseId } }',
} as const;

let database: TestDatabase;
let context: Context;
let role: string;
let productId: number;

beforeAll(async () => {
  database = await testDatabase();
  const make = createFactories(database.db);
  const staff = await make.userWith(['orders.view-all', 'products.book', 'organization.administer']);
  role = String(staff.role.id);
  productId = (await make.offer([staff.role.id])).product.id;
  context = await contextFor(database.db, staff.id);
});
afterAll(() => database.drop());

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const texts = (count: number) => ids(count).map((id) => `no title ${id}`);
const longTexts = (length: number) => Array.from({ length: 50 }, () => '%_'.repeat(length).slice(0, length));
const long = 'x'.repeat(501);

describe('a filter', () => {
  it.each([
    ['orders', { product: { ids: ids(1_001) }, search: long }, ['filter.product.ids', 'filter.search']],
    ['products', { title: texts(51), city: { ids: ids(1_001) } }, ['filter.title', 'filter.city.ids']],
    ['products', { title: ['a', long], country: [long] }, ['filter.title.1', 'filter.country.0']],
    ['posProducts', { title: texts(51), labels: [long] }, ['filter.title', 'filter.labels.0']],
    ['products', { title: longTexts(101), country: longTexts(101) }, ['filter.title', 'filter.country']],
    ['posProducts', { title: longTexts(101), labels: longTexts(101) }, ['filter.title', 'filter.labels']],
    ['cities', { name: longTexts(101) }, ['filter.name']],
    ['catalogue', { search: long, cityIds: ids(1_001) }, ['filter.search', 'filter.cityIds']],
    ['cities', { name: texts(51), id: ids(1_001) }, ['filter.id', 'filter.name']],
  ] as const)('of %s is refused above its limits: %#', async (list, filter, paths) => {
    const { code, fields } = await refusal(QUERIES[list], { filter, role }, context);
    expect([code, ...(fields ?? []).map(({ path }) => path.join('.'))].sort()).toEqual(['VALIDATION', ...paths].sort());
  });

  it.each([
    ['orders', { product: { ids: ids(1_000) }, search: long.slice(1) }],
    ['products', { title: texts(50), country: texts(50) }],
    ['posProducts', { title: texts(50), labels: texts(50) }],
    ['posProducts', { title: longTexts(100), labels: longTexts(100) }],
    ['catalogue', { cityIds: ids(1_000) }],
    ['cities', { name: texts(50) }],
  ] as const)('of %s is accepted at its limits', async (list, filter) => {
    expect(await answer(QUERIES[list], { filter, role }, context)).toMatchObject({ [list]: [] });
  });
});

type Path = string[];
/** A filter of the schema with one violation, and the path at which it is refused. */
type Case = { field: string; argument: string; type: string; member: Path; value: unknown; refusedAt: Path };

/** Pairs of members that form a range where a type has both. */
const RANGES = [
  ['start', 'end'],
  ['startDate', 'endDate'],
  ['since', 'until'],
];
const LATER = '2026-06-02';
const EARLIER = '2026-06-01';

/** The violations within a type: a list that is too long for each list, and an inverted range for each range. */
function casesWithin(type: GraphQLInputObjectType, above: Path = []): Pick<Case, 'member' | 'value' | 'refusedAt'>[] {
  const fields = type.getFields();
  const moment = (name: string, day: string) =>
    getNamedType(fields[name]?.type)?.name === 'DateTime' ? `${day}T00:00:00Z` : day;
  const ranges = RANGES.filter((names) => names.every((name) => fields[name])).map(([first = '', last = '']) => ({
    member: above,
    value: { [first]: moment(first, LATER), [last]: moment(last, EARLIER) },
    refusedAt: [...above, first],
  }));
  const members = Object.values(fields).flatMap((field) => {
    const path = [...above, field.name];
    const inside = getNamedType(field.type);
    if (!isListType(getNullableType(field.type))) return isInputObjectType(inside) ? casesWithin(inside, path) : [];
    const [count, entry] =
      inside.name === 'SafeInt' ? [1_001, 1] : isEnumType(inside) ? [51, inside.getValues()[0]?.name] : [51, 'x'];
    const value = inside.name === 'TagMatch' ? Array(101).fill({ text: 'x' }) : Array(count).fill(entry);
    return [{ member: path, value, refusedAt: path }];
  });
  return [...ranges, ...members];
}

/** The days that a filter requires. */
function requiredIn(type: GraphQLInputType | undefined): Record<string, string> {
  const input = getNamedType(type);
  const members = isInputObjectType(input) ? Object.values(input.getFields()).filter(isRequiredInputField) : [];
  return Object.fromEntries(members.map(({ name }) => [name, EARLIER]));
}

const everyCase = (): Case[] =>
  Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, args }) =>
    args.flatMap(({ name: argument, type }) => {
      const input = getNamedType(type);
      if (!['filter', 'selection'].includes(argument) || !isInputObjectType(input)) return [];
      return casesWithin(input).map((found) => ({ field: name, argument, type: String(type), ...found }));
    }),
  );

describe('every filter of every list of the schema', () => {
  it('refuses lists above their limits and ranges that end before they start, at the path of the member', async () => {
    const cases = everyCase();
    expect(new Set(cases.map(({ field }) => field)).size).toBeGreaterThan(12);
    for (const { field, argument, type, member, value, refusedAt } of cases) {
      const definition = schema.getQueryType()?.getFields()[field];
      const violation = member.reduceRight<unknown>((inside, name) => ({ [name]: inside }), value);
      const input = {
        ...requiredIn(definition?.args.find(({ name }) => name === argument)?.type),
        ...Object(violation),
      };
      const known: Record<string, [type: string, value: unknown]> = {
        role: ['String!', role],
        productId: ['SafeInt!', productId],
      };
      const others = (definition?.args ?? []).flatMap(({ name }) => {
        const argued = known[name];
        return argued ? [{ name, type: argued[0], value: argued[1] }] : [];
      });
      const variables = Object.fromEntries(others.map(({ name, value: given }) => [name, given]));
      const text = `query ($input: ${type}, ${others.map((other) => `$${other.name}: ${other.type}`).join(', ')}) {
        ${field}(${argument}: $input, ${others.map(({ name }) => `${name}: $${name}`).join(', ')})
        ${isLeafType(getNamedType(definition?.type)) ? '' : '{ __typename }'} }`;
      const { code, fields } = await refusal(text, { ...variables, input }, context);
      const expected = [argument, ...refusedAt].join('.');
      expect([field, code, fields?.map(({ path }) => path.join('.'))]).toEqual([field, 'VALIDATION', [expected]]);
    }
  });
});
