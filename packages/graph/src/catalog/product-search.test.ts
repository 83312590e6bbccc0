import { createFactories, day, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const SEARCH = /* GraphQL */ `
  query ($role: String!, $filter: PosProductFilter, $page: Int, $perPage: Int) {
    products: posProducts(role: $role, filter: $filter, page: $page, perPage: $perPage) { id title }
    meta: posProductsMeta(role: $role, filter: $filter, page: $page, perPage: $perPage) {
      total perPage lastPage currentPage from to
    }
  }
`;
const ENTRIES = /* GraphQL */ `
  query ($role: String!, $perPage: Int) {
    products: posProducts(role: $role, perPage: $perPage) {
      id title shortDescription backOffice labels
      organization { id name currency { code symbol } languages { code name isDefault } }
      location { id latitude longitude address city { id name country { id code } tags { key value } } }
      categories { id title tags { key value } }
      images { id filename url } banner { id url } thumbnail { id url }
      tags { key value } additionalServices
      price { startingFrom { amount currency { code symbol name } } }
    }
  }
`;
const DETAIL = /* GraphQL */ `
  query ($role: String!, $id: Int!) {
    product: posProduct(role: $role, id: $id) {
      id title description highlights knowBeforeYouGo whatToBring isPublished backOffice editable labels
      supplier { id name description tags { key value } }
      currencies { supported { code } }
      location { id latitude longitude } points { id address }
      categories { title } ticket { title message perParticipant }
      images { id } videos { videoCode type url } banner { id } thumbnail { id }
      serviceLevels { id title priceCategories { id title isDefault ageRange { min max } } isComplete }
      additionalServices tags { key value }
      price { startingFrom { amount currency { code } } }
    }
  }
`;

let database: TestDatabase;
let make: Factories;
let statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  make = createFactories(database.db);
});
afterAll(() => database.drop());

/** A seller with a role of its own, which sells nothing yet. */
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

describe('the search at the point of sale', () => {
  it('finds what the role sells, by title, whether it is named by id or by name', async () => {
    const { seller, role, context, offer } = await newSeller();
    const zebra = await offer({ product: { title: 'Zebra' } });
    const apple = await offer({ product: { title: 'Apple', isPublished: null } });
    await offer({ product: { title: 'Withdrawn', isPublished: false } });
    await make.offer([]);
    expect(idsOf(await search(role, context))).toEqual([apple.product.id, zebra.product.id]);
    expect(idsOf(await search(seller.role.name, context))).toEqual([apple.product.id, zebra.product.id]);
  });

  it('does not know roles that the user does not hold, nor a name that two roles have', async () => {
    const { seller, context } = await newSeller();
    const { role: foreign } = await newSeller();
    const elsewhere = await make.organization();
    const twin = await make.role({ organizationId: elsewhere.id, name: seller.role.name });
    await database.db.userRole.create({ data: { userId: seller.id, roleId: twin.id } });
    const both = await contextFor(database.db, seller.id);
    for (const [role, as] of [
      [foreign, context],
      ['999999', context],
      ['', context],
      [seller.role.name.toUpperCase(), context],
      [seller.role.name, both],
    ] as const) {
      const entries = 'query ($role: String!) { posProducts(role: $role) { id } }';
      expect(await refusal(entries, { role }, as)).toEqual({ code: 'NOT_FOUND', message: 'Role not found.' });
    }
    expect(idsOf(await search(String(twin.id), both))).toEqual([]);
  });

  it("lists only what has a price from today on in the organization's currency", async () => {
    const { role, context, offer } = await newSeller();
    const sold = await offer();
    await offer({ rate: { validTo: day('2026-05-31') } });
    const lastDay = await offer({ rate: { validTo: day('2026-06-01') }, product: { title: 'Zz' } });
    await offer({ level: { offerTimeEnd: day('2026-05-31') } });
    await offer({ rate: { prices: [{ currencyCode: 'USD', original: 1, agent: 1, sold: 1 }] } });
    await offer({ rate: { prices: [] } });
    expect(idsOf(await search(role, context))).toEqual([sold.product.id, lastDay.product.id]);
  });

  it('says from which price on: the lowest sold price that is valid from today on', async () => {
    const { role, context, offer } = await newSeller();
    const { level } = await offer({ product: { title: 'A' } });
    const rate = (sold: number, columns: object = {}) =>
      make.rate({ serviceLevelId: level.id, prices: [{ original: 1, agent: 2, sold }], ...columns });
    await rate(40, { validTo: day('2026-05-31') });
    await rate(45.5, { validFrom: day('2026-12-01') });
    await make.rate({ serviceLevelId: level.id, prices: [{ currencyCode: 'USD', original: 1, agent: 1, sold: 3 }] });
    await offer({ product: { title: 'B' }, level: { pricingType: 'per_item' } });
    const { products } = await answer<{ products: { price: object }[] }>(ENTRIES, { role }, context);
    const euros = { code: 'EUR', symbol: '€', name: 'Euro' };
    expect(products.map(({ price }) => price)).toEqual([
      { startingFrom: { amount: 45.5, currency: euros } },
      { startingFrom: { amount: 500, currency: euros } },
    ]);
  });

  it('shows an entry with everything that belongs to it', async () => {
    const { seller, role, context, offer } = await newSeller();
    const category = await make.category({ title: 'Boat trips' });
    const { product } = await offer({ product: { title: 'Canals', categories: [category.id], backOffice: true } });
    const organizationId = seller.role.organizationId;
    await make.tag('a', 1, { productId: product.id });
    await make.tag('b', 'x', { categoryId: category.id });
    await make.tag('hidden', 'x', { productId: product.id, organizationId: (await make.organization()).id });
    const { products } = await answer<{ products: object[] }>(ENTRIES, { role }, context);
    const city = await make.amsterdam();
    const url = expect.stringMatching(/^http:\/\/localhost:4000\/media\//);
    expect(products).toEqual([
      {
        id: product.id,
        title: 'Canals',
        shortDescription: product.shortDescription,
        backOffice: true,
        labels: ['outdoors'],
        organization: {
          id: organizationId,
          name: 'Home',
          currency: { code: 'EUR', symbol: '€' },
          languages: [
            { code: 'en', name: 'English', isDefault: true },
            { code: 'nl', name: 'Nederlands', isDefault: false },
          ],
        },
        location: {
          id: product.locationId,
          latitude: 52.3731,
          longitude: 4.8926,
          address: expect.any(String),
          city: { id: city.id, name: 'Amsterdam', country: { id: city.countryId, code: 'NL' }, tags: [] },
        },
        categories: [{ id: category.id, title: 'Boat trips', tags: [{ key: 'b', value: 'x' }] }],
        images: [{ id: product.bannerId, filename: expect.any(String), url }],
        banner: { id: product.bannerId, url },
        thumbnail: { id: product.thumbnailId, url },
        tags: [{ key: 'a', value: 1 }],
        additionalServices: [],
        price: { startingFrom: { amount: 50, currency: { code: 'EUR', symbol: '€', name: 'Euro' } } },
      },
    ]);
  });

  it('comes in pages that hold each product once', async () => {
    const { role, context, offer } = await newSeller();
    const ids = [];
    for (const title of ['Same', 'Same', 'Same', 'Other', 'Same'])
      ids.push((await offer({ product: { title } })).product.id);
    const [a, b, c, d, e] = ids;
    const pages = [];
    for (let page = 1; page <= 3; page++) pages.push(await search(role, context, { page, perPage: 2 }));
    expect(pages.flatMap(idsOf)).toEqual([d, a, b, c, e]);
    expect(pages.map(({ meta }) => meta)).toMatchObject([
      { total: 5, perPage: 2, lastPage: 3, currentPage: 1, from: 1, to: 2 },
      { total: 5, currentPage: 2, from: 3, to: 4 },
      { total: 5, currentPage: 3, from: 5, to: 5 },
    ]);
  });

  it('takes as many statements for twenty products as for one', async () => {
    const { role, context, offer } = await newSeller();
    const category = await make.category();
    for (let number = 0; number < 20; number++) await offer({ product: { categories: [category.id] } });
    const counts = [];
    for (const perPage of [1, 20]) {
      statements = [];
      const { products } = await answer<{ products: object[] }>(ENTRIES, { role, perPage }, context);
      expect(products).toHaveLength(perPage);
      counts.push(statements.length);
    }
    expect(counts[0]).toBe(counts[1]);
  });
});

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
        departure: { date: new Date(Date.UTC(2026, 5, 1 + index)), capacity: 1 + (index % 6), booked: index % 2 },
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

  /** The filter must find exactly what the test finds by itself, some of the products and not all. */
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

  it('is nothing where it says nothing', async () => {
    const ids = all.map(({ id }) => id);
    for (const filter of [{}, { city: {}, categories: {}, backOffice: null, tags: [], numberOfBooks: 0 }]) {
      expect(await found(filter)).toEqual(ids);
    }
  });

  it('finds by ids, by the back office and by labels', async () => {
    const ids = all.slice(3, 6).map(({ id }) => id);
    await expectSame({ productIds: [...ids, 999_999] }, ({ id }) => ids.includes(id));
    await expectSame({ backOffice: true }, ({ backOffice }) => backOffice);
    await expectSame({ backOffice: false }, ({ backOffice }) => !backOffice);
    await expectSame(
      { labels: ['water', 'night'] },
      ({ labels }) => labels.includes('water') || labels.includes('night'),
    );
    for (const filter of [{ labels: ['Water'] }, { labels: [] }, { productIds: [] }, { productIds: [999_999] }]) {
      expect([filter, await found(filter)]).toEqual([filter, []]);
    }
  });

  it('finds by parts of the title, without regard to letter case, and takes signs for themselves', async () => {
    await expectSame({ title: ['canal'] }, ({ title }) => /canal/i.test(title));
    await expectSame({ title: ['WALK', 'museum'] }, ({ title }) => /walk|museum/i.test(title));
    await expectSame({ title: ['%'] }, ({ title }) => title.includes('%'));
    await expectSame({ title: ['_'] }, ({ title }) => title.includes('_'));
    await expectSame({ title: ['\\'] }, ({ title }) => title.includes('\\'));
    for (const title of ['c%l', 'canal_', "'", '\\%']) expect(await found({ title: [title] })).toEqual([]);
    expect(await found({ title: [] })).toEqual([]);
  });

  it('compares the title as it shows in the language of the request', async () => {
    const dutch = await contextFor(database.db, seller.seller.id, { lang: 'nl' });
    const translated = all[4]?.id ?? 0;
    expect(await found({ title: ['gracht'] }, dutch)).toEqual([translated]);
    expect(await found({ title: ['gracht'] })).toEqual([]);
    expect(await found({ title: ['museum'] }, dutch)).not.toContain(translated);
    expect(await found({ title: ['museum'] })).toContain(translated);
  });

  it('finds by city, its tags, categories and tags', async () => {
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

  it('finds what can still be had within the days, with enough places in a single departure', async () => {
    // It is noon: what leaves today at nine has left.
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
    expect(await found({ startDate: '2026-06-12', endDate: '2026-06-11' })).toEqual([]);
    expect(await found({ endDate: '2026-05-31' })).toEqual([]);
  });

  it('does not find what has only departed already', async () => {
    const { role, offer, seller: other } = await newSeller();
    const { product } = await offer({ departure: { date: day('2026-06-01') } });
    const today = { filter: { startDate: '2026-06-01', endDate: '2026-06-01' } };
    const at = (now: string) => contextFor(database.db, other.id, { now: new Date(now) });
    expect(idsOf(await search(role, await at('2026-06-01T06:59:59Z'), today))).toEqual([product.id]);
    expect(idsOf(await search(role, await at('2026-06-01T07:00:00Z'), today))).toEqual([]);
  });
});

describe('a product at the point of sale', () => {
  it('shows everything that is known of it', async () => {
    const { seller, role, context, offer } = await newSeller();
    const points = [await make.point(), await make.point()];
    const { product, level, adultId, childId } = await offer({
      product: {
        ticketTitle: 'Ticket',
        ticketPerParticipant: true,
        points: points.map(({ id }) => id).reverse(),
        translations: { nl: { ticketTitle: 'Kaartje', highlights: ['Een'] } },
      },
    });
    const shown = (as: Context) => answer<{ product: object }>(DETAIL, { role, id: product.id }, as);
    expect((await shown(context)).product).toMatchObject({
      id: product.id,
      isPublished: true,
      editable: false,
      supplier: { id: product.supplierId },
      currencies: { supported: [{ code: 'EUR' }, { code: 'USD' }] },
      points: points.map(({ id, address }) => ({ id, address })).reverse(),
      ticket: { title: 'Ticket', message: '', perParticipant: true },
      highlights: ['First', 'Second'],
      videos: [{ type: 'youtube' }],
      serviceLevels: [
        {
          id: level.id,
          isComplete: true,
          priceCategories: [
            { id: adultId, title: 'Adult', isDefault: true, ageRange: { min: 13, max: 120 } },
            { id: childId, title: 'Child', isDefault: false },
          ],
        },
      ],
      additionalServices: [],
      price: { startingFrom: { amount: 50 } },
    });
    const dutch = await contextFor(database.db, seller.id, { lang: 'nl' });
    expect((await shown(dutch)).product).toMatchObject({ ticket: { title: 'Kaartje' }, highlights: ['Een'] });
  });

  it('may have no ticket, no location, no supplier and no price', async () => {
    const { role, context, seller } = await newSeller();
    const product = await make.product({ soldBy: [seller.role.id], locationId: null, supplierId: null });
    expect((await answer<{ product: object }>(DETAIL, { role, id: product.id }, context)).product).toMatchObject({
      ticket: null,
      location: null,
      supplier: null,
      serviceLevels: [],
      price: { startingFrom: null },
    });
  });

  it('may be edited by staff of its organization', async () => {
    const { id: organizationId } = await make.organization();
    const staff = await make.userWith(['orders.view-all'], { organizationId });
    const own = await make.product({ organizationId, soldBy: [staff.role.id] });
    const foreign = await make.product({ soldBy: [staff.role.id] });
    const context = await contextFor(database.db, staff.id);
    const editable = async ({ id }: { id: number }) =>
      (await answer<{ product: { editable: boolean } }>(DETAIL, { role: String(staff.role.id), id }, context)).product
        .editable;
    expect([await editable(own), await editable(foreign)]).toEqual([true, false]);
  });

  it('is not found where it is withdrawn, or another role sells it', async () => {
    const { role, context, offer, seller } = await newSeller();
    const { product: withdrawn } = await offer({ product: { isPublished: false } });
    const other = await make.role();
    await database.db.userRole.create({ data: { userId: seller.id, roleId: other.id } });
    const { product: others } = await make.offer([other.id]);
    for (const id of [withdrawn.id, others.id, 999_999]) {
      expect(await refusal(DETAIL, { role, id }, context)).toEqual({
        code: 'NOT_FOUND',
        message: 'Product not found.',
      });
    }
  });
});
