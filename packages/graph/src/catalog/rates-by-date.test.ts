import { clock, day, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Day, type OfferScene, offerScene } from '../testing/offers.ts';

const PRICES = [{ original: 1, agent: 1, sold: 1 }];

let database: TestDatabase;
let scene: OfferScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await offerScene(database);
});
afterAll(() => database.drop());

const dated = (days: Day[]) => days.map(({ date }) => date);

describe('the rates of a product by date', () => {
  it('show the sold price per person of a departure in each currency', async () => {
    const { product, level, rate, departure, adultId, childId } = await scene.offer({
      level: { durationDescription: 'Long', businessHours: '9 to 5' },
      rate: { cancellationDescription: 'Free' },
    });
    const prices = (amount: number) => [
      { amount, currency: { code: 'EUR' } },
      { amount: amount * 1.1, currency: { code: 'USD' } },
    ];
    const category = { minimum: 0, maximum: 20 };
    expect(await scene.ratesOf(product)).toEqual([
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

  it('show the price per item', async () => {
    const { product } = await scene.offer({ level: { pricingType: 'per_item' } });
    expect((await scene.ratesOf(product))[0]?.rates).toMatchObject([
      {
        perItemPrices: [
          { amount: 500, currency: { code: 'EUR' } },
          { amount: 550, currency: { code: 'USD' } },
        ],
        perPersonPrices: [],
      },
    ]);
  });

  it('are sorted by day, by catalogue order and by time, and include sold-out departures', async () => {
    const { product, level, departure: nine } = await scene.offer({ level: { position: 2 } });
    const late = await scene.make.departure(level, { startTime: clock('14:00'), capacity: 0 });
    const early = await scene.make.departure(level, { startTime: clock('08:00') });
    const next = await scene.make.departure(level, { date: day('2026-06-09') });
    const first = await scene.make.level({ productId: product.id, position: 1, availabilityType: 'daily' });
    const whole = await scene.make.departure(first);
    const flat = await scene.make.rate({ serviceLevelId: first.id, prices: PRICES });
    const dearer = await scene.make.rate({ serviceLevelId: level.id, position: 5, prices: PRICES });
    const rows = await database.db.departureRate.findMany({ where: { rateId: dearer.id } });
    const atDearer = (departure: { id: number }) =>
      rows.find(({ availabilityId }) => availabilityId === departure.id)?.id;
    const days = await scene.ratesOf(product);
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

  it('are valid on their weekdays and between their dates', async () => {
    const { product, level } = await scene.offer({ rate: { title: 'Always' } });
    for (const date of ['2026-06-11', '2026-06-12', '2026-06-13'])
      await scene.make.departure(level, { date: day(date) });
    await scene.make.rate({ serviceLevelId: level.id, prices: PRICES, title: 'Fridays', weekdays: [5], position: 1 });
    await scene.make.rate({
      serviceLevelId: level.id,
      prices: PRICES,
      title: 'Until',
      validTo: day('2026-06-11'),
      position: 2,
    });
    await scene.make.rate({
      serviceLevelId: level.id,
      prices: PRICES,
      title: 'From',
      validFrom: day('2026-06-12'),
      position: 3,
    });
    const titles = (await scene.ratesOf(product)).map(({ date, rates }) => [date, rates.map(({ title }) => title)]);
    expect(titles).toEqual([
      ['2026-06-10', ['Always', 'Until']],
      ['2026-06-11', ['Always', 'Until']],
      ['2026-06-12', ['Always', 'Fridays', 'From']],
      ['2026-06-13', ['Always', 'From']],
    ]);
  });

  it('include a pass on every day of its offer period, with its expiry', async () => {
    const { product, departure } = await scene.offer({
      level: { availabilityType: 'pass', offerTimeEnd: day('2026-06-04') },
      departure: { expirationDate: day('2026-12-31') },
    });
    const days = await scene.ratesOf(product);
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

  it('are filtered by places left, by service level, and by rate id or title', async () => {
    const { product, level, rate } = await scene.offer({
      rate: { title: 'Early', translations: { nl: { title: 'Vroeg' } } },
    });
    const small = await scene.make.departure(level, { date: day('2026-06-11'), capacity: 3 });
    const other = await scene.make.level({ productId: product.id });
    await scene.make.departure(other, { date: day('2026-06-12') });
    const late = await scene.make.rate({ serviceLevelId: other.id, prices: PRICES, title: 'Late' });
    const daysWith = async (filter: object, as = scene.context) => dated(await scene.ratesOf(product, filter, as));
    expect(await daysWith({ numberOfBooks: 4 })).toEqual(['2026-06-10', '2026-06-12']);
    expect(await daysWith({ numberOfBooks: 3 })).toEqual(['2026-06-10', '2026-06-11', '2026-06-12']);
    await database.db.availability.update({ where: { id: small.id }, data: { capacity: 2 } });
    expect(await daysWith({ numberOfBooks: 3 })).toEqual(['2026-06-10', '2026-06-12']);
    expect(await daysWith({ serviceLevel: { ids: [other.id, 999_999] } })).toEqual(['2026-06-12']);
    expect(await daysWith({ serviceLevel: { ids: [] } })).toEqual([]);
    expect(await daysWith({ rates: [String(rate.id)] })).toEqual(['2026-06-10', '2026-06-11']);
    expect(await daysWith({ rates: ['Late'] })).toEqual(['2026-06-12']);
    expect(await daysWith({ rates: ['Early', String(late.id)] })).toHaveLength(3);
    expect(await daysWith({ rates: ['Vroeg'] }, await scene.at('2026-06-01T10:00:00Z', 'nl'))).toHaveLength(2);
    expect(await daysWith({ rates: ['Nothing'] })).toEqual([]);
  });

  it('exclude a rate without prices, which cannot be booked, and the days that only it has', async () => {
    const { product, level, rate } = await scene.offer({ rate: { validTo: day('2026-06-10') } });
    await scene.make.rate({ serviceLevelId: level.id, title: 'Without prices' });
    await scene.make.departure(level, { date: day('2026-06-11') });
    const days = await scene.ratesOf(product);
    expect(days.map(({ date, rates }) => [date, rates.map(({ id }) => id)])).toEqual([['2026-06-10', [rate.id]]]);
    expect(await scene.datesOf(product)).toEqual(['2026-06-10']);
  });

  it('are in the requested language', async () => {
    const { product } = await scene.offer({
      rate: { title: 'Early', translations: { nl: { title: 'Vroeg' } } },
      level: { translations: { nl: { title: 'Niveau' } } },
    });
    expect((await scene.ratesOf(product, {}, await scene.at('2026-06-01T10:00:00Z', 'nl')))[0]?.rates).toMatchObject([
      { title: 'Vroeg', serviceLevel: { title: 'Niveau' } },
    ]);
  });
});
