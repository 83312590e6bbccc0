import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const QUERIES = {
  orders: 'query ($filter: OrderFilter) { orders(filter: $filter) { id } ordersMeta(filter: $filter) { total } }',
  products: 'query ($filter: ProductFilter) { products(filter: $filter) { id } }',
  posProducts: 'query ($filter: PosProductFilter, $role: String!) { posProducts(role: $role, filter: $filter) { id } }',
  catalogue: 'query ($filter: CatalogueFilter) { catalogue(filter: $filter) { product { id } } }',
  cities: 'query ($filter: CityFilter) { cities(filter: $filter) { id } }',
} as const;

let database: TestDatabase;
let context: Context;
let role: string;

beforeAll(async () => {
  database = await testDatabase();
  const staff = await createFactories(database.db).userWith(['orders.view-all', 'products.book']);
  role = String(staff.role.id);
  context = await contextFor(database.db, staff.id);
});
afterAll(() => database.drop());

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const texts = (count: number) => ids(count).map((id) => `no title ${id}`);
const long = 'x'.repeat(501);

describe('a filter', () => {
  it.each([
    ['orders', { product: { ids: ids(1_001) }, search: long }, ['filter.product.ids', 'filter.search']],
    ['products', { title: texts(1_001), city: { ids: ids(1_001) } }, ['filter.title', 'filter.city.ids']],
    ['products', { title: ['a', long], country: [long] }, ['filter.title.1', 'filter.country.0']],
    ['posProducts', { title: texts(1_001), labels: [long] }, ['filter.title', 'filter.labels.0']],
    ['catalogue', { search: long, cityIds: ids(1_001) }, ['filter.search', 'filter.cityIds']],
    ['cities', { name: texts(1_001), id: ids(1_001) }, ['filter.id', 'filter.name']],
  ] as const)('of %s is refused where it is larger than any use: %#', async (list, filter, paths) => {
    const { code, fields } = await refusal(QUERIES[list], { filter, role }, context);
    expect([code, ...(fields ?? []).map(({ path }) => path.join('.'))].sort()).toEqual(['VALIDATION', ...paths].sort());
  });

  it.each([
    ['orders', { product: { ids: ids(1_000) }, search: long.slice(1) }],
    ['products', { title: texts(1_000), country: texts(1_000) }],
    ['posProducts', { title: texts(1_000) }],
    ['catalogue', { cityIds: ids(1_000) }],
    ['cities', { name: texts(1_000) }],
  ] as const)('of %s may be as large as that', async (list, filter) => {
    expect(await answer(QUERIES[list], { filter, role }, context)).toMatchObject({ [list]: [] });
  });
});
