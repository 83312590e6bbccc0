import { day, type Factories, type Offer, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer, refusal } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';

const LIST = /* GraphQL */ `
  query ($filter: CatalogueFilter, $page: Int, $perPage: Int) {
    catalogue(filter: $filter, page: $page, perPage: $perPage) { product { id: databaseId title } roles }
    catalogueMeta(filter: $filter, page: $page, perPage: $perPage) { total }
  }
`;
const PRICE = 'original { amount } agent { amount } sold { amount currency { code } }';
const PRODUCT = /* GraphQL */ `
  query ($id: SafeInt!, $from: Date!, $to: Date!) {
    catalogueProduct(id: $id) {
      product { title }
      levels {
        level { title capacity }
        rates {
          title validFrom validTo weekdays
          cancellationPolicies { penalties { time percentage } }
          itemPrices { ${PRICE} }
          personPrices { priceCategory { title } prices { ${PRICE} } }
        }
        departures(from: $from, to: $to) { date startTime endTime capacity booked remaining expirationMinutesAfterBooking }
      }
    }
  }
`;

type Listed = { catalogue: { product: { id: number } }[]; catalogueMeta: { total: number } };

let database: TestDatabase;
let scene: StaffScene;
let make: Factories;
let tour: Offer;
let hidden: Offer;
let foreign: Offer;
let sold: Offer;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
  make = scene.make;
  const { home, elsewhere, people } = scene;
  const category = await make.category({ title: 'Boats' });
  const city = await make.city({ name: 'Delft' });
  tour = await make.offer([people.partner.role.id], {
    product: {
      title: 'Canal tour',
      categories: [category.id],
      labels: ['water', '50% off'],
      translations: { nl: { title: 'Grachtentocht' } },
    },
    rate: { title: 'Summer', validFrom: day('2026-04-01'), weekdays: [1, 2] },
  });
  await make.order({ offer: tour, booking: { quantity: 4 } });
  hidden = await make.offer([], { product: { title: 'Attic', isPublished: false, cityId: city.id, locationId: null } });
  foreign = await make.offer([people.outsider.role.id], { product: { title: 'Fjord', organizationId: elsewhere } });
  sold = await make.offer([people.driver.role.id], {
    product: { title: 'Zoo', organizationId: elsewhere },
    level: { pricingType: 'per_item', availabilityType: 'pass' },
  });
  await make.tag('season', 'winter', { productId: hidden.product.id, organizationId: home });
  await make.tag('season', 'summer', { productId: hidden.product.id, organizationId: elsewhere });
});
afterAll(() => database.drop());

const list = async (who: keyof StaffScene['people'], filter: object = {}, more: object = {}) =>
  (await answer<Listed>(LIST, { filter, ...more }, await scene.as(who))).catalogue.map(({ product }) => product.id);
const JUNE = { from: '2026-06-01', to: '2026-06-30' };

describe('the catalogue', () => {
  it("lists all products of the organization and those that its roles sell, whatever the viewer's own roles may sell", async () => {
    const all = [hidden, tour, sold].map(({ product }) => product.id);
    for (const who of ['admin', 'staff', 'clerk'] as const) expect([who, await list(who)]).toEqual([who, all]);
    expect(await list('outsider')).toEqual([foreign, sold].map(({ product }) => product.id));
    for (const who of ['partner', 'driver', 'guest'] as const) expect([who, await list(who)]).toEqual([who, []]);
  });

  it.each<[string, () => object, () => Offer[]]>([
    ['part of the title', () => ({ search: ' canal ' }), () => [tour]],
    ['a label', () => ({ search: '50% off' }), () => [tour]],
    ['the id', () => ({ search: String(sold.product.id) }), () => [sold]],
    ['the value of a tag of the organization', () => ({ search: 'winter' }), () => [hidden]],
    ['the tag of another organization', () => ({ search: 'summer' }), () => []],
    ['a tag', () => ({ tags: [{ key: 'season', value: 'winter' }] }), () => [hidden]],
    ['the city, also without a location', () => ({ cityIds: [hidden.product.cityId] }), () => [hidden]],
    ['the supplier', () => ({ supplierIds: [tour.product.supplierId] }), () => [tour]],
    ['being offered', () => ({ isPublished: true }), () => [tour, sold]],
    ['being withdrawn', () => ({ isPublished: false }), () => [hidden]],
    ['a pattern', () => ({ search: '%' }), () => []],
  ])('is searched by %s', async (_, filter, expected) => {
    expect(await list('staff', filter())).toEqual(expected().map(({ product }) => product.id));
  });

  it('is in the language of the request', async () => {
    const context = await scene.as('staff', { lang: 'nl' });
    const { catalogue } = await answer<Listed>(LIST, { filter: { search: 'gracht' } }, context);
    expect(catalogue).toEqual([{ product: { id: tour.product.id, title: 'Grachtentocht' }, roles: 1 }]);
  });

  it('is paginated', async () => {
    const second = await answer<Listed>(LIST, { page: 2, perPage: 2 }, await scene.as('staff'));
    expect(second).toMatchObject({ catalogue: [{ product: { id: sold.product.id } }], catalogueMeta: { total: 3 } });
  });

  it('lists its cities, categories and suppliers as filter options', async () => {
    const FACETS = '{ catalogueCities { name } catalogueCategories { title } catalogueSuppliers { id: databaseId } }';
    type Facets = Record<'catalogueCities' | 'catalogueCategories' | 'catalogueSuppliers', object[]>;
    const seen = await answer<Facets>(FACETS, {}, await scene.as('staff'));
    expect(seen.catalogueCities).toEqual([{ name: 'Amsterdam' }, { name: 'Delft' }]);
    expect([seen.catalogueCategories, seen.catalogueSuppliers.length]).toEqual([[{ title: 'Boats' }], 3]);
    expect(await answer(FACETS, {}, await scene.as('partner'))).toEqual({
      catalogueCities: [],
      catalogueCategories: [],
      catalogueSuppliers: [],
    });
  });
});

describe('a product of the catalogue', () => {
  it('shows rates with all prices, and departures with their places', async () => {
    const euros = (original: number, agent: number, paid: number, code = 'EUR') => ({
      original: { amount: original },
      agent: { amount: agent },
      sold: { amount: paid, currency: { code } },
    });
    const shown = await answer(PRODUCT, { id: tour.product.id, ...JUNE }, await scene.as('staff'));
    expect(shown).toEqual({
      catalogueProduct: {
        product: { title: 'Canal tour' },
        levels: [
          {
            level: { title: tour.level.title, capacity: 20 },
            rates: [
              {
                title: 'Summer',
                validFrom: '2026-04-01',
                validTo: null,
                weekdays: [1, 2],
                cancellationPolicies: { penalties: [{ time: 24, percentage: 50 }] },
                itemPrices: [],
                personPrices: [
                  { priceCategory: { title: 'Adult' }, prices: [euros(60, 80, 100), euros(66, 88, 110, 'USD')] },
                  { priceCategory: { title: 'Child' }, prices: [euros(30, 40, 50), euros(33, 44, 55, 'USD')] },
                ],
              },
            ],
            departures: [
              {
                date: '2026-06-10',
                startTime: '09:00:00',
                endTime: '11:00:00',
                capacity: 20,
                booked: 4,
                remaining: 16,
                expirationMinutesAfterBooking: null,
              },
            ],
          },
        ],
      },
    });
  });

  it('shows the single departure of a pass for any range, and no day outside of the range', async () => {
    type Shown = {
      catalogueProduct: { levels: { departures: { date: string | null }[]; rates: { itemPrices: object[] }[] }[] };
    };
    const show = async (id: number, stretch: object) =>
      (await answer<Shown>(PRODUCT, { id, ...stretch }, await scene.as('staff'))).catalogueProduct.levels[0];
    const winter = { from: '2026-01-01', to: '2026-01-31' };
    const pass = await show(sold.product.id, winter);
    expect(pass?.departures).toMatchObject([{ date: null, remaining: 20, expirationMinutesAfterBooking: 2_880 }]);
    expect(pass?.rates[0]?.itemPrices).toHaveLength(2);
    expect((await show(tour.product.id, winter))?.departures).toEqual([]);
    expect((await show(tour.product.id, { from: '2026-06-10', to: '2026-06-10' }))?.departures).toHaveLength(1);
  });

  it('rejects an invalid range of days', async () => {
    const context = await scene.as('staff');
    const ask = (stretch: object) => refusal(PRODUCT, { id: tour.product.id, ...stretch }, context);
    expect(await ask({ from: '2026-06-02', to: '2026-06-01' })).toMatchObject({ code: 'VALIDATION' });
    expect(await ask({ from: '2026-06-01', to: '2026-08-02' })).toMatchObject({ code: 'VALIDATION' });
    await answer(PRODUCT, { id: tour.product.id, from: '2026-06-01', to: '2026-08-01' }, context);
  });

  it('is visible only to the staff of its organization', async () => {
    const ask = async (who: keyof StaffScene['people'], { product }: Offer) =>
      (await refusal(PRODUCT, { id: product.id, ...JUNE }, await scene.as(who))).code;
    expect(await ask('staff', foreign)).toBe('NOT_FOUND');
    expect(await ask('outsider', tour)).toBe('NOT_FOUND');
    // A partner sells it and sees what v1 shows, but not the prices that the seller pays.
    expect(await ask('partner', tour)).toBe('NOT_FOUND');
  });
});

describe('tags of products', () => {
  const TAG =
    'mutation ($id: SafeInt!) { assignTags(target: products, ids: [$id], tags: [{ key: "a", value: "b" }]) { count } }';

  it('are changed by staff with the permissions for all orders and for tags, whatever their own roles may sell', async () => {
    const tag = async (who: keyof StaffScene['people'], { product }: Offer) => ({
      id: product.id,
      context: await scene.as(who),
    });
    const { id, context } = await tag('staff', hidden);
    expect(await answer(TAG, { id }, context)).toEqual({ assignTags: 1 });
    for (const [who, offer, code] of [
      ['staff', foreign, 'VALIDATION'],
      ['clerk', hidden, 'FORBIDDEN'],
      ['partner', hidden, 'FORBIDDEN'],
      ['outsider', hidden, 'VALIDATION'],
    ] as const) {
      const refused = await tag(who, offer);
      expect([who, (await refusal(TAG, { id: refused.id }, refused.context)).code]).toEqual([who, code]);
    }
  });
});
