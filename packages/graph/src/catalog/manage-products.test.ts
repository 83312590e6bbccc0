import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { type Act, act, refused, refusedPaths } from '../testing/business.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import { type SellingScene, sellingScene } from '../testing/selling.ts';

let database: TestDatabase;
let scene: SellingScene;
let admin: Context;
let home: number;
let picture: string;

beforeAll(async () => {
  database = await testDatabase();
  scene = await sellingScene(database);
  home = (await scene.make.home()).id;
  picture = (await scene.make.picture()).storageKey;
  const { id } = await scene.make.userWith(['administration'], { clientId: null });
  admin = await contextFor(database.db, id);
});
afterAll(() => database.drop());

const textsOf = async () => ({
  title: 'Lighthouse Walk',
  shortDescription: 'Up the stairs.',
  description: 'A walk.',
  currencies: ['EUR'],
  cityId: (await scene.make.amsterdam()).id,
  banner: picture,
  thumbnail: picture,
});

type Product = { product: { id: number; title: string } };
const create = async (input: object = {}) =>
  act<Product>('createProduct', { organizationId: home, input: { ...(await textsOf()), ...input } }, admin);
const paths = async (name: Act, input: object, where: object) => refusedPaths(name, { ...where, input }, admin);

/** Everything of an order that its answers show. */
const orderOf = async (id: number) => ({ ...(await scene.rowOf(id)), updatedAt: null });

describe('a product', () => {
  it('has what it is given, in order, and is in the audit log', async () => {
    const [one, other] = [
      await scene.make.point({ organizationId: home }),
      await scene.make.point({ organizationId: home }),
    ];
    const [category, supplier] = [await scene.make.category(), await scene.make.supplier()];
    const video = { videoCode: 'v1', type: 'youtube', url: 'https://video.example/v1' };
    await scene.make.currency('USD');
    const made = await create({
      highlights: ['High', 'Higher'],
      labels: ['outdoors'],
      currencies: ['USD', 'EUR'],
      pointIds: [other.id, one.id],
      categoryIds: [category.id],
      supplierId: supplier.id,
      locationId: one.id,
      images: [picture],
      videos: [video],
      ticketTitle: 'Ticket',
      translations: [
        { language: 'nl', member: 'title', text: 'Vuurtorenwandeling' },
        { language: 'nl', member: 'highlights', texts: ['Hoog', 'Hoger'] },
      ],
    });
    const key = { key: picture };
    expect(made).toMatchObject({
      product: {
        isPublished: true,
        highlights: ['High', 'Higher'],
        labels: ['outdoors'],
        supplier: { id: supplier.id },
        location: { id: one.id },
        points: [{ id: other.id }, { id: one.id }],
        categories: [{ id: category.id }],
        currencies: { supported: [{ code: 'USD' }, { code: 'EUR' }] },
        banner: key,
        thumbnail: key,
        images: [key],
        videos: [video],
        ticket: { title: 'Ticket' },
      },
      translations: [
        { language: 'nl', member: 'title', text: 'Vuurtorenwandeling', texts: null },
        { language: 'nl', member: 'highlights', text: null, texts: ['Hoog', 'Hoger'] },
      ],
    });
    const { id } = made.product;
    await act('updateProduct', { id, input: { isPublished: false } }, admin);
    await act('updateProduct', { id, input: { isPublished: false, title: 'Lighthouse Walk' } }, admin);
    const entries = await database.db.auditEntry.findMany({
      where: { entity: 'product', entityId: id },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['product.create', null, expect.objectContaining({ title: 'Lighthouse Walk', pointIds: [other.id, one.id] })],
      ['product.update', { isPublished: true }, { isPublished: false }],
    ]);
    // A list that is not given stays.
    expect(await database.db.productPoint.count({ where: { productId: id } })).toBe(2);
  });

  it.each<[string, object | (() => Promise<object>), string[]]>([
    ['required members', { title: null, currencies: null }, ['title', 'currencies']],
    ['texts that are not too long', { title: 'x'.repeat(501) }, ['title']],
    [
      'an address for each video',
      { videos: [{ videoCode: 'v', type: 't', url: 'javascript:alert(1)' }] },
      ['videos.0.url'],
    ],
    ['known currencies, once each', { currencies: ['EUR', 'XXX', 'EUR'] }, ['currencies.2', 'currencies.1']],
    ['a known city', { cityId: 999_999 }, ['cityId']],
    ['pictures whose keys are known', { banner: '0'.repeat(63), images: ['f'.repeat(64)] }, ['banner']],
    ['pictures that exist', { images: ['f'.repeat(64)] }, ['images.0']],
    [
      'translations of its texts, in languages of its organization',
      { translations: [{ language: 'de', member: 'title', text: 'Weg' }] },
      ['translations.0.language'],
    ],
    [
      'translations of texts alone',
      { translations: [{ language: 'nl', member: 'id', text: '1' }] },
      ['translations.0.member'],
    ],
    [
      'suppliers and points of its own organization',
      async () => {
        const { id: organizationId } = await scene.make.organization();
        const [supplier, point] = [
          await scene.make.supplier({ organizationId }),
          await scene.make.point({ organizationId }),
        ];
        return { supplierId: supplier.id, locationId: point.id, pointIds: [point.id] };
      },
      ['supplierId', 'locationId', 'pointIds.0'],
    ],
  ])('must have %s', async (_, given, expected) => {
    const input = { ...(await textsOf()), ...(typeof given === 'function' ? await given() : given) };
    expect(await paths('createProduct', input, { organizationId: home })).toEqual(expected);
  });

  it('keeps the currencies of its prices', async () => {
    const { product } = await scene.offer();
    expect(await paths('updateProduct', { currencies: ['EUR'] }, { id: product.id })).toEqual(['currencies']);
    await act('updateProduct', { id: product.id, input: { currencies: ['USD', 'EUR'] } }, admin);
  });

  it('is found by its new title at once, and not offered once it is withdrawn', async () => {
    const { product } = await scene.offer();
    const find =
      'query ($role: String!, $title: String!) { posProducts(role: $role, filter: { title: [$title] }) { id: databaseId } }';
    const found = (title: string) => answer(find, { role: String(scene.seller.role.id), title }, scene.context);
    await act('updateProduct', { id: product.id, input: { title: 'Zebra Crossing' } }, admin);
    expect(await found('ebra cross')).toEqual({ posProducts: [{ id: product.id }] });
    await act('updateProduct', { id: product.id, input: { isPublished: false } }, admin);
    expect(await found('ebra cross')).toEqual({ posProducts: [] });
  });

  it('is deleted with all that belongs to it, unless orders refer to it', async () => {
    const free = await scene.offer();
    expect(await act('deleteProduct', { id: free.product.id }, admin)).toBe(true);
    expect(await database.db.availability.count({ where: { id: free.departure.id } })).toBe(0);
    const sold = await scene.offer();
    const order = await scene.booked(sold);
    const before = await orderOf(order.id);
    for (const [name, id] of [
      ['deleteProduct', sold.product.id],
      ['deleteServiceLevel', sold.level.id],
      ['deleteRate', sold.rate.id],
      ['deleteDeparture', sold.departure.id],
      ['deleteSupplier', sold.product.supplierId],
    ] as const)
      expect([name, (await refused(name, { id }, admin)).code]).toEqual([name, 'CONFLICT']);
    expect(await orderOf(order.id)).toEqual(before);
  });
});

it('what was sold stays as it was, whatever is changed', async () => {
  const offer = await scene.offer();
  const { product, level, rate, departure, adultId, childId } = offer;
  const order = await scene.booked(offer);
  const before = await orderOf(order.id);
  const prices = [{ priceCategoryId: adultId, currency: 'EUR', original: '1', agent: '1', sold: '1' }];
  await act('updateProduct', { id: product.id, input: { title: 'Other', isPublished: false } }, admin);
  await act('updateSupplier', { id: product.supplierId, input: { name: 'Other' } }, admin);
  await act('updateRate', { id: rate.id, input: { prices, penalties: [], validTo: '2026-06-01' } }, admin);
  const priceCategories = [{ id: adultId, title: 'Grown', isDefault: true, maximum: 1 }];
  await act('updateServiceLevel', { id: level.id, input: { priceCategories, offerTimeEnd: '2026-06-01' } }, admin);
  await act('updateDeparture', { id: departure.id, input: { isClosed: true } }, admin);
  await act('updateOrganization', { id: home, input: { vatPercentage: '9.5', vatType: 'excluded' } }, admin);
  expect(await orderOf(order.id)).toEqual(before);
  expect(await database.db.priceCategory.count({ where: { id: childId } })).toBe(0);
  // The change itself counts: the same booking is refused now.
  const again = {
    role: String(scene.seller.role.id),
    level: level.id,
    input: scene.input(offer, { leader: { firstName: 'A' } }),
  };
  const book =
    'mutation ($role: String!, $level: SafeInt!, $input: BookOrderInput!) { bookOrder(role: $role, serviceLevelId: $level, input: $input) { order { id: databaseId } } }';
  expect((await refusal(book, again, scene.context)).code).toBe('NOT_FOUND');
});

const LEVEL = {
  title: 'Seat',
  description: 'With a view.',
  capacity: 10,
  pricingType: 'per_person',
  availabilityType: 'per_slot',
  offerTimeStart: '2026-06-01',
  offerTimeEnd: '2026-12-31',
  priceCategories: [
    { title: 'Adult', isDefault: true, maximum: 10, ageMin: 13 },
    { title: 'Child', maximum: 5, ageMax: 12 },
  ],
};
type Level = {
  level: { id: number; priceCategories: { id: number; title: string; isDefault: boolean }[] };
  position: number;
};

describe('a service level', () => {
  const create = async (input: object = {}) => {
    const { id: productId } = await scene.make.product();
    return act<Level>('createServiceLevel', { productId, input: { ...LEVEL, ...input } }, admin);
  };

  it('has its price categories and pickup', async () => {
    const point = await scene.make.point({ organizationId: home });
    const timeRange = { start: '08:00', end: '08:30' };
    const places = [{ pointId: point.id, timeBefore: 20, timeRange }];
    const pickup = { type: 'pre_defined', timeWindow: 15, timeBefore: 30, times: ['08:15', '08:00'], places };
    const made = await create({ pickup, cutOffTime: '1.5' });
    expect(made).toMatchObject({
      level: {
        cutOffTime: 1.5,
        priceCategories: [
          { title: 'Adult', isDefault: true, minimum: 0, maximum: 10, ageRange: { min: 13, max: 120 } },
          { title: 'Child', isDefault: false, minimum: 0, maximum: 5, ageRange: { min: 0, max: 12 } },
        ],
      },
      position: 0,
      pickup: {
        places: [{ id: point.id }],
        timeSelection: { timeList: [{ time: '08:00:00' }, { time: '08:15:00' }] },
      },
    });
    const { id } = made.level;
    const changed = await act<Level>('updateServiceLevel', { id, input: { pickup: null } }, admin);
    expect(changed).toMatchObject({
      pickup: null,
      level: { priceCategories: [{ title: 'Adult' }, { title: 'Child' }] },
    });
  });

  it('moves its default, adds, orders and deletes price categories at once', async () => {
    const { level } = await create();
    const [adult, child] = level.priceCategories;
    const priceCategories = [
      { id: child?.id, title: 'Child', isDefault: true, maximum: 5, ageMax: 12 },
      { title: 'Senior', maximum: 5, ageMin: 65 },
    ];
    const { level: after } = await act<Level>(
      'updateServiceLevel',
      { id: level.id, input: { priceCategories } },
      admin,
    );
    expect(after.priceCategories).toEqual([
      { id: child?.id, title: 'Child', isDefault: true },
      { id: expect.any(Number), title: 'Senior', isDefault: false },
    ]);
    expect(await database.db.priceCategory.count({ where: { id: adult?.id ?? 0 } })).toBe(0);
  });

  it.each<[string, object, string[]]>([
    ['an offer that does not end before it starts', { offerTimeEnd: '2026-05-31' }, ['offerTimeEnd']],
    ['one default category', { priceCategories: [{ title: 'All', maximum: 1 }] }, ['priceCategories']],
    ['categories if it is sold per person', { priceCategories: [] }, ['priceCategories']],
    [
      'ages in order',
      { priceCategories: [{ title: 'All', isDefault: true, maximum: 1, ageMin: 9, ageMax: 8 }] },
      ['priceCategories.0.ageMax'],
    ],
    [
      'categories of its own',
      { priceCategories: [{ id: 1, title: 'A', isDefault: true, maximum: 1 }] },
      ['priceCategories.0.id'],
    ],
    ['values that are not null', { cutOffTime: null, offerTimeEnd: null }, ['cutOffTime', 'offerTimeEnd']],
    ['a duration with three decimals', { durationTime: '1.2345' }, ['durationTime']],
    ['a capacity', { capacity: -1 }, ['capacity']],
  ])('must have %s', async (_, input, expected) => {
    const { id: productId } = await scene.make.product();
    expect(await paths('createServiceLevel', { ...LEVEL, ...input }, { productId })).toEqual(expected);
  });

  it('agrees with its rates, schedules and bookings', async () => {
    const offer = await scene.offer();
    const { level, adultId, childId } = offer;
    const adults = [{ id: adultId, title: 'Adult', isDefault: true, maximum: 5 }];
    expect(await paths('updateServiceLevel', { priceCategories: adults }, { id: level.id })).toEqual([
      'priceCategories',
    ]);
    expect(await paths('updateServiceLevel', { pricingType: 'per_item' }, { id: level.id })).toEqual(['pricingType']);
    const schedule = { startTime: '09:00', endTime: '10:00', capacity: 3 };
    await act('createSchedule', { serviceLevelId: level.id, input: schedule }, admin);
    expect(await paths('updateServiceLevel', { availabilityType: 'daily' }, { id: level.id })).toEqual([
      'availabilityType',
    ]);
    await scene.booked(offer);
    const { code } = await refused(
      'updateServiceLevel',
      { id: level.id, input: { availabilityType: 'per_time' } },
      admin,
    );
    expect(code).toBe('CONFLICT');
    expect(await database.db.priceCategory.count({ where: { id: { in: [adultId, childId] } } })).toBe(2);
  });
});

describe('a rate', () => {
  type Rate = { id: number; personPrices: object[]; itemPrices: object[]; position: number };
  const price = (priceCategoryId: number | null, sold: string, currency = 'EUR') => ({
    priceCategoryId,
    currency,
    original: '0.001',
    agent: '2.50',
    sold,
  });

  it('has exact prices, penalties and days', async () => {
    const { level, adultId, childId } = await scene.offer();
    const input = {
      title: 'Summer',
      validFrom: '2026-06-01',
      weekdays: [6, 7],
      cancellationDescription: 'A day before.',
      penalties: [
        { time: 1, percentage: '100' },
        { time: 24, percentage: '33.333' },
      ],
      prices: [price(adultId, '99999999998.999'), price(childId, '12.30')],
    };
    const made = await act<Rate>('createRate', { serviceLevelId: level.id, input }, admin);
    expect(made).toMatchObject({
      title: 'Summer',
      validFrom: '2026-06-01',
      validTo: null,
      weekdays: [6, 7],
      position: 1,
      itemPrices: [],
      cancellationPolicies: {
        description: 'A day before.',
        penalties: [
          { time: 24, percentage: 33.333 },
          { time: 1, percentage: 100 },
        ],
      },
      personPrices: [
        { priceCategory: { id: adultId }, prices: [{ sold: { amount: 99999999998.999, currency: { code: 'EUR' } } }] },
        { priceCategory: { id: childId }, prices: [{ sold: { amount: 12.3 } }] },
      ],
    });
    const rows = await database.db.ratePrice.findMany({ where: { rateId: made.id }, orderBy: { position: 'asc' } });
    expect(rows.map(({ original, agent, sold }) => [original, agent, sold].map(String))).toEqual([
      ['0.001', '2.5', '99999999998.999'],
      ['0.001', '2.5', '12.3'],
    ]);
    // The same again changes nothing, also in the audit log.
    await act('updateRate', { id: made.id, input }, admin);
    await act('updateRate', { id: made.id, input: { prices: [price(adultId, '7')] } }, admin);
    const entries = await database.db.auditEntry.findMany({
      where: { entity: 'rate', entityId: made.id },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ action }) => action)).toEqual(['rate.create', 'rate.update']);
    expect(entries[1]?.after).toEqual({
      prices: [{ priceCategoryId: adultId, currency: 'EUR', original: '0.001', agent: '2.5', sold: '7' }],
    });
    expect(await act('deleteRate', { id: made.id }, admin)).toBe(true);
  });

  it.each<[string, (offer: { adultId: number }) => object, string[]]>([
    ['prices', () => ({ prices: [] }), ['prices']],
    [
      'one price a category and currency',
      ({ adultId }) => ({ prices: [price(adultId, '1'), price(adultId, '2')] }),
      ['prices.1'],
    ],
    [
      'prices in currencies of the product',
      ({ adultId }) => ({ prices: [price(adultId, '1', 'NOK')] }),
      ['prices.0.currency'],
    ],
    ['prices per person where it is sold so', () => ({ prices: [price(null, '1')] }), ['prices.0.priceCategoryId']],
    ['prices of its own categories', () => ({ prices: [price(1, '1')] }), ['prices.0.priceCategoryId']],
    ['amounts with three decimals', ({ adultId }) => ({ prices: [price(adultId, '1.0001')] }), ['prices.0.sold']],
    ['amounts that are not negative', ({ adultId }) => ({ prices: [price(adultId, '-1')] }), ['prices.0.sold']],
    [
      'days in order',
      ({ adultId }) => ({ prices: [price(adultId, '1')], validFrom: '2026-06-02', validTo: '2026-06-01' }),
      ['validTo'],
    ],
    [
      'penalties up to the whole price',
      ({ adultId }) => ({ prices: [price(adultId, '1')], penalties: [{ time: 1, percentage: '101' }] }),
      ['penalties.0.percentage'],
    ],
  ])('must have %s', async (_, input, expected) => {
    const offer = await scene.offer();
    const given = { title: 'Usual', ...input(offer) };
    expect(await paths('createRate', given, { serviceLevelId: offer.level.id })).toEqual(expected);
  });
});
