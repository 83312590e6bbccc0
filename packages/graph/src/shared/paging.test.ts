import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { getNamedType, isLeafType, isListType, isNonNullType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { schema } from '../schema.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

let database: TestDatabase;
let context: Context;
let given: Record<string, string>;
let statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  const make = createFactories(database.db);
  const staff = await make.userWith(['orders.view-all', 'products.book', 'console.access', 'organization.administer']);
  const order = await make.order();
  context = await contextFor(database.db, staff.id);
  given = { role: `"${staff.role.id}"`, orderId: String(order.id) };
});
afterAll(() => database.drop());

const paged = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ args }) =>
  args.some(({ name }) => name === 'perPage'),
);

/** A field with its arguments, as a document. */
function documentOf({ name, type, args }: (typeof paged)[number], more: string): string {
  const required = args.filter((arg) => isNonNullType(arg.type)).map((arg) => `${arg.name}: ${given[arg.name]}`);
  const named = getNamedType(type);
  const isList = isListType(isNonNullType(type) ? type.ofType : type);
  const members =
    isObjectType(named) && !isList
      ? Object.values(named.getFields())
          .map((member) => (isLeafType(getNamedType(member.type)) ? member.name : `${member.name} { __typename }`))
          .join(' ')
      : '__typename';
  return `{ ${name}(${[...required, more].join(', ')}) { ${members} } }`;
}

const INVALID_PAGES = [
  ['page: 0', 'page'],
  ['page: -1', 'page'],
  ['page: 2147483647, perPage: 1000', 'page'],
  ['perPage: 0', 'perPage'],
  ['perPage: -1', 'perPage'],
  ['perPage: 1001', 'perPage'],
] as const;

describe('a page', () => {
  it('is an argument of lists and of their PageMeta fields', () => {
    const metas = paged.filter(({ type }) => getNamedType(type).name === 'PageMeta').map(({ name }) => name);
    expect(metas.length).toBeGreaterThan(8);
    expect(paged.map(({ name }) => name)).toEqual(
      expect.arrayContaining([...metas, ...metas.map((name) => name.replace(/Meta$/, ''))]),
    );
  });

  it.each(paged.map((field) => [field.name, field] as const))('that is invalid is refused by %s', async (_, field) => {
    for (const [requested, wrong] of INVALID_PAGES) {
      const refused = await refusal(documentOf(field, requested), {}, context);
      expect([requested, refused]).toMatchObject([requested, { code: 'VALIDATION', fields: [{ path: [wrong] }] }]);
    }
    expect(await answer(documentOf(field, 'page: 2147483, perPage: 1000'), {}, context)).not.toBeNull();
  });

  it('is checked before any query is sent', async () => {
    const filters = {
      orders: '{ todayOrders: true, city: { tags: [{ text: "a" }] } }',
      products: '{ label: ["a"] }',
      posProducts: '{ numberOfBooks: 2 }',
      webhookEvents: '{ search: "a" }',
      webhookDeliveries: '{ search: "a" }',
    };
    for (const [list, filter] of Object.entries(filters))
      for (const field of paged.filter(({ name }) => name === list || name === `${list}Meta`)) {
        statements = [];
        await refusal(documentOf(field, `perPage: 5000, filter: ${filter}`), {}, context);
        expect([field.name, statements]).toEqual([field.name, []]);
      }
  });
});
