import { clock, day, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { DATES, type Day, type OfferScene, offerScene, RATES } from '../testing/offers.ts';
import { refusal } from '../testing/run.ts';

const PRICES = [{ original: 1, agent: 1, sold: 1 }];

let database: TestDatabase;
let scene: OfferScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await offerScene(database);
});
afterAll(() => database.drop());

const dated = (days: Day[]) => days.map(({ date }) => date);

describe('the available dates of a product', () => {
  it('are the distinct dates with a place left, in ascending order', async () => {
    const { product, level } = await scene.offer();
    await scene.make.departure(level, { startTime: clock('14:00') });
    await scene.make.departure(level, { date: day('2026-06-08') });
    await scene.make.departure(level, { date: day('2026-06-09'), capacity: 0 });
    await scene.make.rate({ serviceLevelId: level.id, prices: PRICES });
    const other = await scene.make.level({ productId: product.id, availabilityType: 'daily' });
    await scene.make.rate({ serviceLevelId: other.id, prices: PRICES });
    await scene.make.departure(other, { date: day('2026-06-12') });
    expect(await scene.datesOf(product)).toEqual(['2026-06-08', '2026-06-10', '2026-06-12']);
    expect(await scene.datesOf(product, { serviceLevelId: other.id })).toEqual(['2026-06-12']);
    expect(await scene.datesOf(product, { serviceLevelId: 999_999 })).toEqual([]);
  });

  it('are every day of the offer period for a pass with places left', async () => {
    const { product, departure } = await scene.offer({
      level: { availabilityType: 'pass', offerTimeStart: day('2026-06-20'), offerTimeEnd: day('2026-06-22') },
    });
    expect(await scene.datesOf(product)).toEqual(['2026-06-20', '2026-06-21', '2026-06-22']);
    await database.db.availability.update({ where: { id: departure.id }, data: { capacity: 0 } });
    expect(await scene.datesOf(product)).toEqual([]);
  });

  it('require a valid rate', async () => {
    const { product } = await scene.offer({ rate: { weekdays: [1] } });
    expect(await scene.datesOf(product)).toEqual([]);
  });
});

describe.each([
  [
    'rates by date',
    RATES,
    async (product: { id: number }, filter?: object, as?: Context) => dated(await scene.ratesOf(product, filter, as)),
  ],
  [
    'available dates',
    DATES,
    (product: { id: number }, filter?: object, as?: Context) => scene.datesOf(product, filter, as),
  ],
] as const)('the range of %s', (_name, document, daysOf) => {
  it('is three months from today, or from the given bound', async () => {
    const { product, level } = await scene.offer();
    for (const date of [
      '2026-05-30',
      '2026-06-01',
      '2026-09-01',
      '2026-09-02',
      '2026-12-01',
      '2026-12-10',
      '2026-12-11',
    ]) {
      await scene.make.departure(level, { date: day(date) });
    }
    const evening = await scene.at('2026-06-01T05:00:00Z');
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

  it('is rejected where it ends before it starts or has more than 366 days', async () => {
    const { product } = await scene.offer();
    for (const [filter, member] of [
      [{ startDate: '2026-06-10', endDate: '2026-06-09' }, 'startDate'],
      [{ startDate: '2026-06-01', endDate: '2027-06-02' }, 'endDate'],
    ] as const) {
      expect(await scene.refusedAs(document, product, filter)).toMatchObject({
        code: 'VALIDATION',
        fields: [{ path: ['filter', member] }],
      });
    }
  });

  it('begins now, in the local time of the place', async () => {
    const city = await scene.make.city({ timeZone: 'America/New_York' });
    const { product, level } = await scene.offer({ product: { cityId: city.id } });
    await scene.make.departure(level, { startTime: clock('23:59') });
    await scene.make.departure(level, { date: day('2026-06-11') });
    const seen = (instant: string) => scene.at(instant).then((as) => daysOf(product, undefined, as));
    expect(await seen('2026-06-10T12:59:59Z')).toEqual(['2026-06-10', '2026-06-11']);
    expect(await seen('2026-06-11T03:58:59Z')).toEqual(['2026-06-10', '2026-06-11']);
    expect(await seen('2026-06-11T03:59:00Z')).toEqual(['2026-06-11']);
    expect(await seen('2026-06-11T03:59:59.900Z')).toEqual(['2026-06-11']);
    const whole = await scene.offer({ product: { cityId: city.id }, level: { availabilityType: 'daily' } });
    expect(await daysOf(whole.product, undefined, await scene.at('2026-06-11T03:59:59.900Z'))).toEqual(['2026-06-10']);
    expect(await daysOf(whole.product, undefined, await scene.at('2026-06-11T04:00:00Z'))).toEqual([]);
  });

  it('requires a product that the role sells and that is not withdrawn; any other is not found', async () => {
    const { product: withdrawn } = await scene.offer({ product: { isPublished: false } });
    const { product: foreign } = await scene.make.offer([]);
    for (const product of [withdrawn, foreign, { id: 999_999 }]) {
      expect(await scene.refusedAs(document, product, {})).toEqual({
        code: 'NOT_FOUND',
        message: 'Product not found.',
      });
    }
    const { product } = await scene.offer();
    const other = await scene.make.role({ products: [product.id] });
    const variables = { ...scene.requested(product), role: String(other.id) };
    expect(await refusal(document, variables, scene.context)).toEqual({
      code: 'NOT_FOUND',
      message: 'Role not found.',
    });
  });
});
