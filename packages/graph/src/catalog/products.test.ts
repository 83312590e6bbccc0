import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer } from '../testing/run.ts';

const LIST = /* GraphQL */ `
  query ($filter: ProductFilter, $sort: [ProductSort!], $page: Int, $perPage: Int) {
    products(filter: $filter, sort: $sort, page: $page, perPage: $perPage) { id: databaseId title }
    productsMeta(filter: $filter, page: $page, perPage: $perPage) { total perPage lastPage currentPage from to }
  }
`;
const WHOLE = /* GraphQL */ `
  query ($perPage: Int) {
    products(perPage: $perPage) {
      id: databaseId title description highlights isPublished editable labels tags { key value }
      supplier { id: databaseId tags { key value } permissions { name } } organization { id: databaseId currency { code } languages { code } }
      currencies { supported { code } } location { id: pointId city { name country { name } tags { key value } } } points { id: pointId city { id: databaseId } }
      categories { id: databaseId title tags { key value } } ticket { title } images { id: mediaId url } videos { url } banner { url } thumbnail { url }
      serviceLevels { id: databaseId title duration { time } priceCategories { id: databaseId } } price { startingFrom { amount currency { code } } }
    }
  }
`;

let database: TestDatabase;
let make: Factories;
let holder: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;
let all: Awaited<ReturnType<typeof readAll>>;
let categoryIds: number[];
let statements: string[] = [];

const readAll = () =>
  database.db.product.findMany({
    where: { roles: { some: { role: { users: { some: { userId: holder.id } } } } } },
    include: {
      tags: true,
      categories: true,
      location: { include: { city: { include: { country: true, tags: true } } } },
    },
    orderBy: { id: 'asc' },
  });
type Row = (typeof all)[number];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  make = createFactories(database.db);
  holder = await make.userWith([]);
  const second = await make.role();
  await database.db.userRole.create({ data: { userId: holder.id, roleId: second.id } });
  context = await contextFor(database.db, holder.id);
  const norway = await make.country({ name: 'Norway', code: 'NO', translations: { nl: { name: 'Noorwegen' } } });
  const cities = [await make.amsterdam(), await make.city({ countryId: norway.id }), await make.city()];
  await make.tag('region', 'north', { cityId: cities[1]?.id ?? 0 });
  categoryIds = [(await make.category()).id, (await make.category()).id];
  const titles = ['Fjord trip', 'FJORD walk', '50%_off', 'Museum', 'museum by night'];
  for (let index = 0; index < 20; index++) {
    const product = await make.product({
      title: titles[index % 5] ?? '',
      cityId: cities[index % 3]?.id ?? 0,
      ...(index === 19 ? { locationId: null } : {}),
      isPublished: [true, false, null][index % 3] ?? null,
      backOffice: index % 4 === 0,
      labels: [['Family fun', 'water'], ['family'], [], ['50%']][index % 4] ?? [],
      categories: categoryIds.slice(0, index % 3),
      soldBy: index % 2 ? [holder.role.id] : index % 4 ? [second.id] : [holder.role.id, second.id],
      translations: index === 3 ? { nl: { title: 'Rijksmuseum' } } : {},
    });
    if (index % 3 === 0) await make.tag('season', 'summer', { productId: product.id });
  }
  await make.product({ title: 'Fjord of others' });
  all = await readAll();
});
afterAll(() => database.drop());

type Listed = { products: { id: number; title: string }[]; productsMeta: { total: number } };
const list = (variables: object, as = context) => answer<Listed>(LIST, { perPage: 100, ...variables }, as);
const found = async (filter: object, as = context) =>
  (await list({ filter }, as)).products.map(({ id }) => id).sort((one, other) => one - other);

/** Expects the filter to find exactly the products that the predicate selects: some of them, but not all. */
async function expectSame(filter: object, means: (row: Row) => boolean): Promise<void> {
  const expected = all.filter(means).map(({ id }) => id);
  expect([filter, await found(filter)]).toEqual([filter, expected]);
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(all.length);
}

describe('the products of a user', () => {
  it('are the distinct products that any of the roles sells, published or not', async () => {
    expect(all).toHaveLength(20);
    const { products, productsMeta } = await list({});
    expect(products.map(({ id }) => id).sort((one, other) => one - other)).toEqual(all.map(({ id }) => id));
    expect(productsMeta.total).toBe(20);
    const stranger = await make.user();
    expect((await list({}, await contextFor(database.db, stranger.id))).products).toEqual([]);
  });

  it('are sorted by title or as requested, ties by id, and paginated with each product once', async () => {
    // The order of Postgres for titles, which differs from that of JavaScript.
    const byTitle = await database.db.product.findMany({
      where: { id: { in: all.map(({ id }) => id) } },
      orderBy: [{ title: 'asc' }, { id: 'asc' }],
      select: { id: true, title: true },
    });
    const ids = async (sort?: string[]) => (await list(sort ? { sort } : {})).products.map(({ id }) => id);
    const ascending = all.map(({ id }) => id);
    expect(await ids()).toEqual(byTitle.map(({ id }) => id));
    expect(await ids([])).toEqual(await ids());
    expect(await ids(['TITLE_ASC'])).toEqual(await ids());
    expect(await ids(['ID_ASC'])).toEqual(ascending);
    expect(await ids(['ID_DESC'])).toEqual(ascending.toReversed());
    const titles = [...new Set(byTitle.map(({ title }) => title))].reverse();
    const descending = titles.flatMap((title) => byTitle.filter((row) => row.title === title).map(({ id }) => id));
    expect(await ids(['TITLE_DESC'])).toEqual(descending);
    expect(await ids(['TITLE_DESC', 'ID_DESC'])).toEqual(
      titles.flatMap((title) =>
        byTitle
          .filter((row) => row.title === title)
          .map(({ id }) => id)
          .reverse(),
      ),
    );
    const pages = [];
    for (let page = 1; page <= 3; page++) pages.push(await list({ page, perPage: 8 }));
    expect(pages.flatMap(({ products }) => products.map(({ id }) => id))).toEqual(byTitle.map(({ id }) => id));
    expect(pages[2]?.productsMeta).toEqual({ total: 20, perPage: 8, lastPage: 3, currentPage: 3, from: 17, to: 20 });
  });

  it('are filtered by id, category, supplier, back office and tags', async () => {
    const ids = all.slice(2, 5).map(({ id }) => id);
    const [first, second] = categoryIds;
    const supplierId = all[7]?.supplierId ?? 0;
    await expectSame({ id: [...ids, 999_999] }, ({ id }) => ids.includes(id));
    await expectSame({ category: { ids: [second] } }, (row) =>
      row.categories.some(({ categoryId }) => categoryId === second),
    );
    await expectSame({ category: { ids: [first, second] } }, (row) => row.categories.length > 0);
    await expectSame({ supplier: { ids: [supplierId] } }, (row) => row.supplierId === supplierId);
    await expectSame({ backOffice: true }, ({ backOffice }) => backOffice);
    await expectSame({ backOffice: false }, ({ backOffice }) => !backOffice);
    await expectSame({ tags: [{ text: 'season:summer' }] }, (row) => row.tags.length > 0);
    for (const filter of [{ id: [] }, { supplier: { ids: [] } }, { tags: [{ text: 'winter' }] }, { tags: [{}] }]) {
      expect([filter, await found(filter)]).toEqual([filter, []]);
    }
  });

  it('are filtered by parts of title and label, ignoring letter case; special characters are literal', async () => {
    await expectSame({ title: ['fjord'] }, ({ title }) => /fjord/i.test(title));
    await expectSame({ title: ['MUSEUM', 'off'] }, ({ title }) => /museum|off/i.test(title));
    await expectSame({ title: ['%_'] }, ({ title }) => title.includes('%_'));
    await expectSame({ label: ['FAMILY'] }, ({ labels }) => labels.some((label) => /family/i.test(label)));
    await expectSame({ label: ['%'] }, ({ labels }) => labels.includes('50%'));
    await expectSame({ label: ['fun', 'wat'] }, ({ labels }) => labels.includes('water'));
    for (const filter of [
      { title: ['f%d'] },
      { title: ['m_seum'] },
      { label: ['f_n'] },
      { label: [] },
      { title: [] },
    ]) {
      expect([filter, await found(filter)]).toEqual([filter, []]);
    }
    const dutch = await contextFor(database.db, holder.id, { lang: 'nl' });
    expect(await found({ title: ['rijks'] }, dutch)).toEqual([all[3]?.id]);
  });

  it('are filtered by city and its tags, and by country code, name or id', async () => {
    const cityId = all[1]?.cityId ?? 0;
    const countryId = all[1]?.location?.city.countryId;
    const inNorway = (row: Row) => row.location?.city.country.code === 'NO';
    await expectSame({ city: { ids: [cityId] } }, (row) => row.location?.cityId === cityId);
    await expectSame({ city: { tags: [{ text: 'north' }] } }, (row) => Boolean(row.location?.city.tags.length));
    for (const country of ['NO', 'no', 'Norway', 'orwa', String(countryId)])
      await expectSame({ country: [country] }, inNorway);
    await expectSame({ country: ['Norway', 'NL'] }, (row) => row.location !== null);
    expect(await found({ country: [] })).toEqual([]);
    const dutch = await contextFor(database.db, holder.id, { lang: 'nl' });
    expect(await found({ country: ['noorwegen'] }, dutch)).toEqual(all.filter(inNorway).map(({ id }) => id));
    // Two letters are a country code, even though the name Norway contains them, too.
    for (const country of ['XX', 'or', '999999', 'N', '', 'Norwayyyy', '99999999999999999999']) {
      const expected = country === 'N' || country === '' ? all.filter((row) => row.location).map(({ id }) => id) : [];
      expect([country, await found({ country: [country] })]).toEqual([country, expected]);
    }
  });

  it('use as many statements for twenty products as for one', async () => {
    const counts = [];
    for (const perPage of [1, 20]) {
      statements = [];
      const { products } = await answer<{ products: object[] }>(WHOLE, { perPage }, context);
      expect(products).toHaveLength(perPage);
      counts.push(statements.length);
    }
    expect(counts[0]).toBe(counts[1]);
  });
});
