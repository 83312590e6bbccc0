import { clock, createFactories, day, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer, type Refusal, refusal } from '../testing/run.ts';

const RATES = /* GraphQL */ `
  query ($role: String!, $product: Int!, $filter: RatesByDateFilter) {
    days: ratesByDate(role: $role, productId: $product, filter: $filter) {
      date
      rates {
        id title
        serviceLevel { id title capacity pricingType availabilityType duration { time description } businessHours }
        perItemPrices { ...Price }
        perPersonPrices { priceCategory { id title isDefault minimum maximum ageRange { min max } } prices { ...Price } }
        cancellationPolicies { description penalties { time percentage } }
        availabilities { id startTime endTime remaining availabilityType expirationDate expirationMinutesAfterBooking }
      }
    }
  }
  fragment Price on Money { amount currency { code } }
`;
const DATES = /* GraphQL */ `
  query ($role: String!, $product: Int!, $filter: AvailableDatesFilter) {
    dates: availableDates(role: $role, productId: $product, filter: $filter)
  }
`;

const PRICES = [{ original: 1, agent: 1, sold: 1 }];

type Availability = { id: number; startTime: string | null; endTime: string | null; remaining: number };
type Rate = { id: number; title: string; availabilities: Availability[] } & Record<string, unknown>;
type Day = { date: string; rates: Rate[] };

let database: TestDatabase;
let make: Factories;
let seller: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  seller = await make.userWith(['products.book']);
  context = await contextFor(database.db, seller.id);
});
afterAll(() => database.drop());

const offer = (parts: Parameters<Factories['offer']>[1] = {}) => make.offer([seller.role.id], parts);
const asked = (product: { id: number }, filter?: object) => ({
  role: String(seller.role.id),
  product: product.id,
  ...(filter ? { filter } : {}),
});
const ratesOf = async (product: { id: number }, filter?: object, as = context) =>
  (await answer<{ days: Day[] }>(RATES, asked(product, filter), as)).days;
const datesOf = async (product: { id: number }, filter?: object, as = context) =>
  (await answer<{ dates: string[] }>(DATES, asked(product, filter), as)).dates;
const at = (instant: string, lang = 'en') => contextFor(database.db, seller.id, { now: new Date(instant), lang });
const dated = (days: Day[]) => days.map(({ date }) => date);
const refusedAs = async (document: string, product: { id: number }, filter: object): Promise<Refusal> =>
  refusal(document, asked(product, filter), context);

describe('the rates of a product by date', () => {
  it('say what a departure costs a person: the sold price, in each currency', async () => {
    const { product, level, rate, departure, adultId, childId } = await offer({
      level: { durationDescription: 'Long', businessHours: '9 to 5' },
      rate: { cancellationDescription: 'Free' },
    });
    const prices = (amount: number) => [
      { amount, currency: { code: 'EUR' } },
      { amount: amount * 1.1, currency: { code: 'USD' } },
    ];
    const category = { minimum: 0, maximum: 20 };
    expect(await ratesOf(product)).toEqual([
      {
        date: '2026-06-10',
        rates: [
          {
            id: rate.id,
            title: rate.title,
            serviceLevel: {
              id: level.id,
              title: level.title,
              capacity: 20,
              pricingType: 'per_person',
              availabilityType: 'per_slot',
              duration: { time: 90, description: 'Long' },
              businessHours: '9 to 5',
            },
            perItemPrices: [],
            perPersonPrices: [
              {
                priceCategory: {
                  ...category,
                  id: adultId,
                  title: 'Adult',
                  isDefault: true,
                  ageRange: { min: 13, max: 120 },
                },
                prices: prices(100).map((price) => ({ ...price, amount: Math.round(price.amount) })),
              },
              {
                priceCategory: {
                  ...category,
                  id: childId,
                  title: 'Child',
                  isDefault: false,
                  ageRange: { min: 0, max: 12 },
                },
                prices: prices(50).map((price) => ({ ...price, amount: Math.round(price.amount) })),
              },
            ],
            cancellationPolicies: { description: 'Free', penalties: [{ time: 24, percentage: 50 }] },
            availabilities: [
              {
                id: departure.id,
                startTime: '09:00:00',
                endTime: '11:00:00',
                remaining: 20,
                availabilityType: 'per_slot',
                expirationDate: null,
                expirationMinutesAfterBooking: null,
              },
            ],
          },
        ],
      },
    ]);
  });

  it('say what an item costs', async () => {
    const { product } = await offer({ level: { pricingType: 'per_item' } });
    expect((await ratesOf(product))[0]?.rates).toMatchObject([
      {
        perItemPrices: [
          { amount: 500, currency: { code: 'EUR' } },
          { amount: 550, currency: { code: 'USD' } },
        ],
        perPersonPrices: [],
      },
    ]);
  });

  it('come by day, then in the order of the catalogue, then by time; what is sold out stays', async () => {
    const { product, level, departure: nine } = await offer({ level: { position: 2 } });
    const late = await make.departure(level, { startTime: clock('14:00'), capacity: 0 });
    const early = await make.departure(level, { startTime: clock('08:00') });
    const next = await make.departure(level, { date: day('2026-06-09') });
    const first = await make.level({ productId: product.id, position: 1, availabilityType: 'daily' });
    const whole = await make.departure(first);
    const flat = await make.rate({ serviceLevelId: first.id, prices: PRICES });
    const dearer = await make.rate({ serviceLevelId: level.id, position: 5, prices: PRICES });
    const rows = await database.db.departureRate.findMany({ where: { rateId: dearer.id } });
    const atDearer = (departure: { id: number }) =>
      rows.find(({ availabilityId }) => availabilityId === departure.id)?.id;
    const days = await ratesOf(product);
    const shape = days.map(({ date, rates }) => [
      date,
      rates.map(({ id, availabilities }) => [id, availabilities.map((one) => one.id)]),
    ]);
    const normal = (
      await database.db.rate.findFirstOrThrow({ where: { serviceLevelId: level.id }, orderBy: { id: 'asc' } })
    ).id;
    expect(shape).toEqual([
      [
        '2026-06-09',
        [
          [normal, [next.id]],
          [dearer.id, [atDearer(next)]],
        ],
      ],
      [
        '2026-06-10',
        [
          [flat.id, [whole.id]],
          [normal, [early.id, nine.id, late.id]],
          [dearer.id, [early, nine, late].map(atDearer)],
        ],
      ],
    ]);
    const departures = days[1]?.rates[1]?.availabilities;
    expect(departures?.map(({ startTime, remaining }) => [startTime, remaining])).toEqual([
      ['08:00:00', 20],
      ['09:00:00', 20],
      ['14:00:00', 0],
    ]);
  });

  it('hold on their weekdays and between their dates', async () => {
    const { product, level } = await offer({ rate: { title: 'Always' } });
    for (const date of ['2026-06-11', '2026-06-12', '2026-06-13']) await make.departure(level, { date: day(date) });
    await make.rate({ serviceLevelId: level.id, prices: PRICES, title: 'Fridays', weekdays: [5], position: 1 });
    await make.rate({
      serviceLevelId: level.id,
      prices: PRICES,
      title: 'Until',
      validTo: day('2026-06-11'),
      position: 2,
    });
    await make.rate({
      serviceLevelId: level.id,
      prices: PRICES,
      title: 'From',
      validFrom: day('2026-06-12'),
      position: 3,
    });
    const titles = (await ratesOf(product)).map(({ date, rates }) => [date, rates.map(({ title }) => title)]);
    expect(titles).toEqual([
      ['2026-06-10', ['Always', 'Until']],
      ['2026-06-11', ['Always', 'Until']],
      ['2026-06-12', ['Always', 'Fridays', 'From']],
      ['2026-06-13', ['Always', 'From']],
    ]);
  });

  it('are those of a pass on every day of its offer, with its expiry', async () => {
    const { product, departure } = await offer({
      level: { availabilityType: 'pass', offerTimeEnd: day('2026-06-04') },
      departure: { expirationDate: day('2026-12-31') },
    });
    const days = await ratesOf(product);
    expect(dated(days)).toEqual(['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04']);
    expect(days[2]?.rates[0]?.availabilities).toEqual([
      {
        id: departure.id,
        startTime: null,
        endTime: null,
        remaining: 20,
        availabilityType: 'pass',
        expirationDate: '2026-12-31',
        expirationMinutesAfterBooking: 2_880,
      },
    ]);
  });

  it('are narrowed to departures with enough places, to service levels, and to rates by id or title', async () => {
    const { product, level, rate } = await offer({
      rate: { title: 'Early', translations: { nl: { title: 'Vroeg' } } },
    });
    const small = await make.departure(level, { date: day('2026-06-11'), capacity: 3 });
    const other = await make.level({ productId: product.id });
    await make.departure(other, { date: day('2026-06-12') });
    const late = await make.rate({ serviceLevelId: other.id, prices: PRICES, title: 'Late' });
    const daysWith = async (filter: object, as = context) => dated(await ratesOf(product, filter, as));
    expect(await daysWith({ numberOfBooks: 4 })).toEqual(['2026-06-10', '2026-06-12']);
    expect(await daysWith({ numberOfBooks: 3 })).toEqual(['2026-06-10', '2026-06-11', '2026-06-12']);
    await database.db.availability.update({ where: { id: small.id }, data: { capacity: 2 } });
    expect(await daysWith({ numberOfBooks: 3 })).toEqual(['2026-06-10', '2026-06-12']);
    expect(await daysWith({ serviceLevel: { ids: [other.id, 999_999] } })).toEqual(['2026-06-12']);
    expect(await daysWith({ serviceLevel: { ids: [] } })).toEqual([]);
    expect(await daysWith({ rates: [String(rate.id)] })).toEqual(['2026-06-10', '2026-06-11']);
    expect(await daysWith({ rates: ['Late'] })).toEqual(['2026-06-12']);
    expect(await daysWith({ rates: ['Early', String(late.id)] })).toHaveLength(3);
    expect(await daysWith({ rates: ['Vroeg'] }, await at('2026-06-01T10:00:00Z', 'nl'))).toHaveLength(2);
    expect(await daysWith({ rates: ['Nothing'] })).toEqual([]);
  });

  it('leave out a rate without prices, which can not be booked, and the days that it alone has', async () => {
    const { product, level, rate } = await offer({ rate: { validTo: day('2026-06-10') } });
    await make.rate({ serviceLevelId: level.id, title: 'Without prices' });
    await make.departure(level, { date: day('2026-06-11') });
    const days = await ratesOf(product);
    expect(days.map(({ date, rates }) => [date, rates.map(({ id }) => id)])).toEqual([['2026-06-10', [rate.id]]]);
    expect(await datesOf(product)).toEqual(['2026-06-10']);
  });

  it('are in the language that was asked for', async () => {
    const { product } = await offer({
      rate: { title: 'Early', translations: { nl: { title: 'Vroeg' } } },
      level: { translations: { nl: { title: 'Niveau' } } },
    });
    expect((await ratesOf(product, {}, await at('2026-06-01T10:00:00Z', 'nl')))[0]?.rates).toMatchObject([
      { title: 'Vroeg', serviceLevel: { title: 'Niveau' } },
    ]);
  });
});

describe('the dates on which a product can be had', () => {
  it('are those with a place left, each once and in order', async () => {
    const { product, level } = await offer();
    await make.departure(level, { startTime: clock('14:00') });
    await make.departure(level, { date: day('2026-06-08') });
    await make.departure(level, { date: day('2026-06-09'), capacity: 0 });
    await make.rate({ serviceLevelId: level.id, prices: PRICES });
    const other = await make.level({ productId: product.id, availabilityType: 'daily' });
    await make.rate({ serviceLevelId: other.id, prices: PRICES });
    await make.departure(other, { date: day('2026-06-12') });
    expect(await datesOf(product)).toEqual(['2026-06-08', '2026-06-10', '2026-06-12']);
    expect(await datesOf(product, { serviceLevelId: other.id })).toEqual(['2026-06-12']);
    expect(await datesOf(product, { serviceLevelId: 999_999 })).toEqual([]);
  });

  it('are every day of the offer for a pass, while it has places', async () => {
    const { product, departure } = await offer({
      level: { availabilityType: 'pass', offerTimeStart: day('2026-06-20'), offerTimeEnd: day('2026-06-22') },
    });
    expect(await datesOf(product)).toEqual(['2026-06-20', '2026-06-21', '2026-06-22']);
    await database.db.availability.update({ where: { id: departure.id }, data: { capacity: 0 } });
    expect(await datesOf(product)).toEqual([]);
  });

  it('need a rate that holds', async () => {
    const { product } = await offer({ rate: { weekdays: [1] } });
    expect(await datesOf(product)).toEqual([]);
  });
});

describe.each([
  [
    'rates by date',
    RATES,
    async (product: { id: number }, filter?: object, as?: Context) => dated(await ratesOf(product, filter, as)),
  ],
  ['available dates', DATES, datesOf],
] as const)('the range of %s', (_name, document, daysOf) => {
  it('is three months from today, or from the bound that is named', async () => {
    const { product, level } = await offer();
    for (const date of [
      '2026-05-30',
      '2026-06-01',
      '2026-09-01',
      '2026-09-02',
      '2026-12-01',
      '2026-12-10',
      '2026-12-11',
    ]) {
      await make.departure(level, { date: day(date) });
    }
    const evening = await at('2026-06-01T05:00:00Z');
    expect(await daysOf(product, undefined, evening)).toEqual(['2026-06-01', '2026-06-10', '2026-09-01']);
    expect(await daysOf(product, { startDate: '2026-09-02' })).toEqual(['2026-09-02', '2026-12-01']);
    expect(await daysOf(product, { endDate: '2026-12-10' })).toEqual(['2026-12-01', '2026-12-10']);
    expect(await daysOf(product, { startDate: '2026-06-10', endDate: '2026-09-02' })).toEqual([
      '2026-06-10',
      '2026-09-01',
      '2026-09-02',
    ]);
    expect(await daysOf(product, { startDate: '2026-06-10', endDate: '2026-06-10' })).toEqual(['2026-06-10']);
    expect(await daysOf(product, { startDate: '2026-05-01', endDate: '2026-06-10' }, evening)).toEqual([
      '2026-06-01',
      '2026-06-10',
    ]);
    expect(await daysOf(product, { endDate: '2026-05-31' })).toEqual([]);
  });

  it('is refused where it ends before it starts, or has more than 366 days', async () => {
    const { product } = await offer();
    for (const [filter, member] of [
      [{ startDate: '2026-06-10', endDate: '2026-06-09' }, 'startDate'],
      [{ startDate: '2026-06-01', endDate: '2027-06-02' }, 'endDate'],
    ] as const) {
      expect(await refusedAs(document, product, filter)).toMatchObject({
        code: 'VALIDATION',
        fields: [{ path: ['filter', member] }],
      });
    }
  });

  it('begins now, by the clock of the place', async () => {
    const city = await make.city({ timeZone: 'America/New_York' });
    const { product, level } = await offer({ product: { cityId: city.id } });
    await make.departure(level, { startTime: clock('23:59') });
    await make.departure(level, { date: day('2026-06-11') });
    const seen = (instant: string) => at(instant).then((as) => daysOf(product, undefined, as));
    expect(await seen('2026-06-10T12:59:59Z')).toEqual(['2026-06-10', '2026-06-11']);
    expect(await seen('2026-06-11T03:58:59Z')).toEqual(['2026-06-10', '2026-06-11']);
    expect(await seen('2026-06-11T03:59:00Z')).toEqual(['2026-06-11']);
    expect(await seen('2026-06-11T03:59:59.900Z')).toEqual(['2026-06-11']);
    const whole = await offer({ product: { cityId: city.id }, level: { availabilityType: 'daily' } });
    expect(await daysOf(whole.product, undefined, await at('2026-06-11T03:59:59.900Z'))).toEqual(['2026-06-10']);
    expect(await daysOf(whole.product, undefined, await at('2026-06-11T04:00:00Z'))).toEqual([]);
  });

  it('is of a product that the role sells and nobody has withdrawn; any other is not found', async () => {
    const { product: withdrawn } = await offer({ product: { isPublished: false } });
    const { product: foreign } = await make.offer([]);
    for (const product of [withdrawn, foreign, { id: 999_999 }]) {
      expect(await refusedAs(document, product, {})).toEqual({ code: 'NOT_FOUND', message: 'Product not found.' });
    }
    const { product } = await offer();
    const other = await make.role({ products: [product.id] });
    const variables = { ...asked(product), role: String(other.id) };
    expect(await refusal(document, variables, context)).toEqual({ code: 'NOT_FOUND', message: 'Role not found.' });
  });
});
