import { type Table, tableMap } from '@channel/prisma';
import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { buildSchema, isObjectType, parse } from 'graphql';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { member } from './sql-resolvers.ts';
import { tryCompile } from './try-compile.ts';

const schema = buildSchema(`
  type Query { currencies: [Currency!]! prices: [Price!]! price: Price! notes: [Note!]! }
  type Currency { code: String! }
  type Price { productId: Int! currencyCode: String! }
  type Note { text: String! }
`);
const extend = (type: string, field: string, extensions: object) => {
  const found = schema.getType(type);
  if (isObjectType(found)) Object.assign(found.getFields()[field] ?? {}, { extensions });
};
const columns = { Currency: ['code'], Price: ['productId', 'currencyCode'], Note: ['text'] };
for (const [type, fields] of Object.entries(columns))
  for (const field of fields)
    extend(type, field, { fieldSql: (row: Parameters<typeof member>[0]) => ({ value: member(row, field) }) });

let database: TestDatabase;
let context: Context;
let products: number[];

beforeAll(async () => {
  database = await testDatabase();
  const make = createFactories(database.db);
  context = await contextFor(database.db, (await make.userWith([])).id);
  products = [
    (await make.product({ currencies: ['EUR', 'USD'] })).id,
    (await make.product({ currencies: ['EUR'] })).id,
  ];
});
afterAll(() => database.drop());

/** Compiles a query of the schema above, whose root field has a plan. */
function compiled(field: string, kind: 'list' | 'one', model: string, plan: object, selection: string) {
  extend('Query', field, { plan: { kind, model, build: () => plan } });
  return tryCompile(schema, parse(`{ ${field} { ${selection} } }`), { valuesOf: () => ({}), probe: {} });
}

async function rows(...given: Parameters<typeof compiled>): Promise<unknown> {
  const result = compiled(...given);
  if ('refused' in result) throw new Error(result.refused);
  return JSON.parse(String((await result.compiled.run({}, context))?.[given[0]]));
}

it('lists a model whose key is a text', async () => {
  const plan = { where: { code: { in: ['USD', 'EUR'] } }, orderBy: { code: 'desc' }, take: 5 };
  for (const sortsMatches of [false, true])
    expect(await rows('currencies', 'list', 'Currency', { ...plan, sortsMatches }, 'code')).toEqual([
      { code: 'USD' },
      { code: 'EUR' },
    ]);
});

it('finds hundreds of keys that are texts', async () => {
  const codes = Array.from({ length: 300 }, (_, index) => String(index).padStart(3, '0'));
  const where = { code: { in: [...codes, 'EUR'] } };
  expect(await rows('currencies', 'list', 'Currency', { where }, 'code')).toEqual([{ code: 'EUR' }]);
});

it('finds a text key, or the keys of related rows, by the index of each', async () => {
  const some = { products: { some: { productId: products[1] ?? 0 } } };
  const plan = { where: { OR: [{ code: 'USD' }, some] }, orderBy: { code: 'asc' } };
  expect(await rows('currencies', 'list', 'Currency', plan, 'code')).toEqual([{ code: 'EUR' }, { code: 'USD' }]);
});

it('lists a model whose key has two columns', async () => {
  const plan = {
    where: { productId: { in: products } },
    orderBy: [{ currencyCode: 'desc' }, { productId: 'desc' }],
  };
  const [first, second] = products;
  for (const sortsMatches of [false, true])
    expect(
      await rows('prices', 'list', 'ProductCurrency', { ...plan, sortsMatches }, 'productId currencyCode'),
    ).toEqual([
      { productId: first, currencyCode: 'USD' },
      { productId: second, currencyCode: 'EUR' },
      { productId: first, currencyCode: 'EUR' },
    ]);
});

it('finds one row by a key of two columns', async () => {
  const plan = { where: { productId: products[0], currencyCode: 'USD' } };
  expect(await rows('price', 'one', 'ProductCurrency', plan, 'currencyCode')).toEqual({ currencyCode: 'USD' });
});

it('refuses a model without a key when it is compiled', () => {
  const text = { column: 'text', type: 'String', isList: false, isRequired: true } as Table['columns'][string];
  tableMap.models.Note = { table: 'note', key: [], columns: { text }, relations: {} };
  onTestFinished(() => {
    delete tableMap.models.Note;
  });
  expect(compiled('notes', 'list', 'Note', { where: {} }, 'text')).toEqual({ refused: 'Query.notes: Note has no key' });
});
