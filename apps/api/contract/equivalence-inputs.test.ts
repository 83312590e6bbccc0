import { compilationOf } from '@channel/graph';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../src/http/v1.ts';
import { DEMO_TIMEOUT, startServer, type TestServer } from '../src/testing/index.ts';
import { compare, type Variables } from './equivalence/compare.ts';

/*
 * A persisted read returns the same whether it is compiled to one statement or executed by the resolvers. Every read of
 * v1 is compared over the demo world, for three users in three languages; each operation must find rows.
 * equivalence/equivalence.test.ts shows that the comparison detects a difference.
 */

const each = (ids: number[], member: string, more: Variables = {}): Variables[] =>
  ids.map((id) => ({ ...more, [member]: id }));
const plain = { withPickup: false, withDropoff: false };

/** The variables for each operation; operations without an entry take none. */
const REQUESTED: Record<string, Variables[]> = {
  ListOrders: [
    { ...plain, perPage: 100, withPickup: true },
    { ...plain, perPage: 20, page: 3, withDropoff: true, filter: { status: ['Booked', 'Cancelled'] } },
    { ...plain, filter: { todayOrders: true } },
    { ...plain, filter: { search: 'an' } },
    { ...plain, filter: { search: '300' } },
    { ...plain, filter: { tags: [{ text: 'source:email' }] } },
    { ...plain, filter: { city: { ids: [1, 2, 3, 4, 5], tags: [{ text: 'AMS' }] }, supplier: { ids: [1, 2, 3, 4] } } },
    { ...plain, filter: { product: { ids: [1, 2, 3, 4, 5] }, client: { ids: [1, 2, 3] } } },
    { ...plain, filter: { orderDate: { start: '2026-03-01' }, bookDate: { end: '2026-06-01' } } },
    { ...plain, filter: { activityDate: { start: '2026-05-01', end: '2026-06-30' } } },
  ],
  ExportOrders: [{ perPage: 100 }, { perPage: 10, after: 200 }],
  GetOrder: ['5', '120', '200', '300', '399', '400', '410'].map((reference) => ({ reference })),
  SearchProducts: [
    { role: '1', perPage: 50 },
    { role: '1', filter: { title: ['a', 'o'], startDate: '2026-06-10', endDate: '2026-06-20', numberOfBooks: 2 } },
    {
      role: '1',
      filter: { labels: ['Bestseller'], backOffice: false, categories: { ids: [1, 2, 3] }, city: { ids: [1, 2] } },
    },
  ],
  GetProduct: each([1, 5, 9, 14, 20, 27, 34, 41, 47, 52, 56], 'product', { role: '1' }),
  ListProducts: [
    { perPage: 50 },
    { perPage: 3, page: 2, sort: ['TITLE_DESC'] },
    { filter: { country: ['NL'], label: ['best'] } },
  ],
  GetPickupOptions: each(range(1, 66), 'serviceLevelId', { role: '1' }),
  ListRatesByDate: [
    ...each([1, 2, 5, 9, 13, 18], 'productId', { role: '1' }),
    {
      role: '1',
      productId: 1,
      filter: { numberOfBooks: 5, rates: ['1'], startDate: '2026-06-10', endDate: '2026-06-12' },
    },
  ],
  ListAvailableDates: each([1, 2, 5, 9, 13, 18], 'productId', { role: '1' }),
  ListCities: [{ perPage: 20 }, { perPage: 5, page: 2 }, { filter: { name: ['am', 'ber'], countryId: [1, 2, 3] } }],
  ListCategories: [{}, { query: 'b' }],
  ListCountries: [{}, { query: 'n' }],
  ListLabels: [{}, { query: 'a' }],
};

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The callers and their languages. */
const VIEWERS = [
  ['partner', 'en'],
  ['staff', 'nl'],
  ['outsider', 'de'],
] as const;

const reads = operations.all.filter(({ kind }) => kind === 'query');

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ world: 'demo' });
}, DEMO_TIMEOUT);
afterAll(() => server.close());

async function idOf(username: string): Promise<number> {
  const { id } = await server.db.user.findFirstOrThrow({ where: { username }, select: { id: true } });
  return id;
}

describe.each(reads.map((operation) => [operation.name, operation] as const))('%s', (name, operation) => {
  it('is compiled', () => {
    expect(compilationOf(operation.document)).toHaveProperty('compiled');
  });

  it('returns the same compiled and executed', { timeout: 60_000 }, async () => {
    let found = 0;
    for (const [username, language] of VIEWERS) {
      const requested = { document: operation.document, userId: await idOf(username), language };
      for (const variables of REQUESTED[name] ?? [{}])
        found += (await compare(server, { ...requested, variables })).rows;
    }
    expect(found).toBeGreaterThan(0);
  });
});
