import { createFactories, day, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer } from '../testing/run.ts';

const SEARCH = /* GraphQL */ `
  query ($role: String!, $filter: PosProductFilter, $page: Int, $perPage: Int) {
    products: posProducts(role: $role, filter: $filter, page: $page, perPage: $perPage) { id: databaseId title }
    meta: posProductsMeta(role: $role, filter: $filter, page: $page, perPage: $perPage) {
      total perPage lastPage currentPage from to
    }
  }
`;
let database: TestDatabase;
let make: Factories;
const statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  make = createFactories(database.db);
});
afterAll(() => database.drop());

/** A seller with a separate role, which sells nothing yet. */
async function newSeller(more: Parameters<Factories['userWith']>[1] = {}) {
  const seller = await make.userWith(['products.book'], more);
  const context = await contextFor(database.db, seller.id);
  const offer = (parts: Parameters<Factories['offer']>[1] = {}) => make.offer([seller.role.id], parts);
  return { seller, role: String(seller.role.id), context, offer };
}

type Found = { products: { id: number; title: string }[]; meta: { total: number } };
const search = (role: string, context: Context, variables: object = {}) =>
  answer<Found>(SEARCH, { role, ...variables }, context);
const idsOf = ({ products }: Found) => products.map(({ id }) => id);

describe('the filter of the search', () => {
  let seller: Awaited<ReturnType<typeof newSeller>>;
  let all: Awaited<ReturnType<typeof readAll>>;
  let categoryIds: number[];

  const readAll = async () => {
    const products = await database.db.product.findMany({
      where: { roles: { some: { roleId: seller.seller.role.id } } },
      include: {
        tags: true,
        location: { include: { city: { include: { tags: true } } } },
        categories: true,
        serviceLevels: { include: { availabilities: true } },
      },
      orderBy: { id: 'asc' },
    });
    return products.map((product) => ({
      ...product,
      departures: product.serviceLevels.flatMap(({ availabilities }) => availabilities),
    }));
  };
  type Row = (typeof all)[number];

  beforeAll(async () => {
    seller = await newSeller();
    const cities = [await make.amsterdam(), await make.city(), await make.city()];
    await make.tag('region', 'north', { cityId: cities[1]?.id ?? 0 });
    await make.tag('grade', 1, { cityId: cities[1]?.id ?? 0 });
    await make.tag('region', 'north', { cityId: cities[2]?.id ?? 0 });
    categoryIds = [(await make.category()).id, (await make.category()).id];
    const titles = ['Canal cruise', 'CANAL walk', '100% Cheese_', 'Back\\slash', 'Museum'];
    for (let index = 0; index < 20; index++) {
      const { product, level } = await seller.offer({
        product: {
          title: titles[index % 5] ?? '',
          cityId: cities[index % 3]?.id ?? 0,
          backOffice: index % 2 === 1,
          labels: [['family', 'water'], ['family'], ['night'], []][index % 4] ?? [],
          categories: categoryIds.slice(0, index % 3),
          translations: index === 4 ? { nl: { title: 'Grachten' } } : {},
        },
        departure: { date: new Date(Date.UTC(2026, 5, 1 + index)), capacity: 1 + (index % 6) - (index % 2) },
      });
      if (index % 4 === 0) await make.departure(level, { date: new Date(Date.UTC(2026, 7, 1 + index)), capacity: 9 });
      if (index % 3 === 0) await make.tag('season', 'summer', { productId: product.id });
      if (index % 5 === 0) await make.tag('rank', index, { productId: product.id });
      await make.tag('season', 'winter', { productId: product.id, organizationId: (await make.organization()).id });
    }
    all = await readAll();
  });

  const found = async (filter: object, context = seller.context) =>
    idsOf(await search(seller.role, context, { filter, perPage: 100 })).sort((one, other) => one - other);

  /** Expects the filter to find exactly the products that the predicate selects: some of them, but not all. */
  async function expectSame(filter: object, means: (row: Row) => boolean): Promise<void> {
    const expected = all.filter(means).map(({ id }) => id);
    expect([filter, await found(filter)]).toEqual([filter, expected]);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.length);
  }
  const tagged = (tags: { organizationId: number; key: string; value: unknown }[], key: string, value: string) =>
    tags.some(
      (tag) =>
        tag.organizationId === seller.seller.role.organizationId && tag.key === key && String(tag.value) === value,
    );

  it('has no effect when it is empty', async () => {
    const ids = all.map(({ id }) => id);
    for (const filter of [{}, { city: {}, categories: {}, backOffice: null, tags: [], numberOfBooks: 0 }]) {
      expect(await found(filter)).toEqual(ids);
    }
  });

  it('filters by ids, by back office and by labels', async () => {
    const ids = all.slice(3, 6).map(({ id }) => id);
    await expectSame({ productIds: [...ids, 999_999] }, ({ id }) => ids.includes(id));
    await expectSame({ backOffice: true }, ({ backOffice }) => backOffice);
    await expectSame({ backOffice: false }, ({ backOffice }) => !backOffice);
    await expectSame(
      { labels: ['water', 'night'] },
      ({ labels }) => labels.includes('water') || labels.includes('night'),
    );
    await expectSame({ labels: ['WAT', ' nigh '] }, ({ labels }) => labels.some((label) => /wat|nigh/i.test(label)));
    for (const filter of [{ labels: ['no label'] }, { labels: [] }, { productIds: [] }, { productIds: [999_999] }]) {
      expect([filter, await found(filter)]).toEqual([filter, []]);
    }
  });

  it('filters by parts of the title, ignoring letter case, and takes special characters literally', async () => {
    await expectSame({ title: ['canal'] }, ({ title }) => /canal/i.test(title));
    await expectSame({ title: ['WALK', 'museum'] }, ({ title }) => /walk|museum/i.test(title));
    await expectSame({ title: ['%'] }, ({ title }) => title.includes('%'));
    await expectSame({ title: ['_'] }, ({ title }) => title.includes('_'));
    await expectSame({ title: ['\\'] }, ({ title }) => title.includes('\\'));
    for (const title of ['c%l', 'canal_', "'", '\\%']) expect(await found({ title: [title] })).toEqual([]);
    expect(await found({ title: [] })).toEqual([]);
  });

  it('compares the title in the language of the request', async () => {
    const dutch = await contextFor(database.db, seller.seller.id, { lang: 'nl' });
    const translated = all[4]?.id ?? 0;
    expect(await found({ title: ['gracht'] }, dutch)).toEqual([translated]);
    expect(await found({ title: ['gracht'] })).toEqual([]);
    expect(await found({ title: ['museum'] }, dutch)).not.toContain(translated);
    expect(await found({ title: ['museum'] })).toContain(translated);
  });

  it('filters by city, its tags, categories and tags', async () => {
    const cityId = all[1]?.cityId ?? 0;
    await expectSame({ city: { ids: [cityId] } }, (row) => row.location?.cityId === cityId);
    await expectSame({ city: { tags: [{ key: 'region', value: 'north' }] } }, (row) =>
      tagged(row.location?.city.tags ?? [], 'region', 'north'),
    );
    await expectSame({ city: { tags: [{ text: 'north' }, { text: 'grade:1' }] } }, (row) =>
      tagged(row.location?.city.tags ?? [], 'grade', '1'),
    );
    const [first, second] = categoryIds;
    await expectSame({ categories: { ids: [second] } }, (row) =>
      row.categories.some(({ categoryId }) => categoryId === second),
    );
    await expectSame({ categories: { ids: [first, second] } }, (row) => row.categories.length > 0);
    await expectSame({ tags: [{ text: 'summer' }] }, (row) => tagged(row.tags, 'season', 'summer'));
    await expectSame(
      { tags: [{ text: 'summer' }, { key: 'rank' }] },
      (row) => tagged(row.tags, 'season', 'summer') && row.tags.length === 3,
    );
    for (const filter of [{ tags: [{ text: 'winter' }] }, { city: { ids: [] } }, { categories: { ids: [999_999] } }]) {
      expect([filter, await found(filter)]).toEqual([filter, []]);
    }
  });

  it('finds products that are still available within the days, with enough places in a single departure', async () => {
    // It is noon: today's nine o'clock departure has already left.
    const free = (row: Row, places: number, from = '2026-06-02', to = '9999-12-31') =>
      row.departures.some(({ date, remaining }) => {
        const text = date?.toISOString().slice(0, 10) ?? '';
        return text >= from && text <= to && remaining >= places;
      });
    await expectSame({ startDate: '2026-06-12' }, (row) => free(row, 1, '2026-06-12'));
    await expectSame({ endDate: '2026-06-08' }, (row) => free(row, 1, '2026-06-02', '2026-06-08'));
    await expectSame({ startDate: '2026-06-05', endDate: '2026-06-12' }, (row) =>
      free(row, 1, '2026-06-05', '2026-06-12'),
    );
    await expectSame({ numberOfBooks: 4 }, (row) => free(row, 4));
    await expectSame({ numberOfBooks: 3, startDate: '2026-06-05', endDate: '2026-06-12' }, (row) =>
      free(row, 3, '2026-06-05', '2026-06-12'),
    );
    await expectSame({ startDate: '2020-01-01', endDate: '2026-06-03' }, (row) =>
      free(row, 1, '2026-06-02', '2026-06-03'),
    );
    expect(await found({ endDate: '2026-05-31' })).toEqual([]);
  });

  it('does not find a product whose only departures have left', async () => {
    const { role, offer, seller: other } = await newSeller();
    const { product } = await offer({ departure: { date: day('2026-06-01') } });
    const today = { filter: { startDate: '2026-06-01', endDate: '2026-06-01' } };
    const at = (now: string) => contextFor(database.db, other.id, { now: new Date(now) });
    expect(idsOf(await search(role, await at('2026-06-01T06:59:59Z'), today))).toEqual([product.id]);
    expect(idsOf(await search(role, await at('2026-06-01T07:00:00Z'), today))).toEqual([]);
  });
});
