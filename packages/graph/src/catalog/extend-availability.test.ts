import type { Prisma } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extendAvailability } from './extend-availability.ts';

const NOON = new Date('2026-11-20T12:00:00Z');
const date = (text: string) => new Date(`${text}T00:00:00Z`);
const time = (text: string) => new Date(`1970-01-01T${text}:00Z`);

let database: TestDatabase;
let productIn: (timeZone: string) => Promise<number>;

beforeAll(async () => {
  database = await testDatabase();
  productIn = await catalogue(database);
});
afterAll(() => database.drop());

describe('extendAvailability', () => {
  it('creates every departure of the pattern up to the horizon, and nothing when it runs again', async () => {
    const id = await level('per_slot', [
      { weekdays: [1, 3], startTime: time('09:00'), endTime: time('11:00'), capacity: 12 },
    ]);
    await extendAvailability(database.db, { now: NOON, months: 1 });
    const rows = await departures(id);
    // Mondays and Wednesdays from Friday 20 November to 20 December 2026.
    expect(rows.map((row) => row.date?.toISOString().slice(0, 10))).toEqual([
      '2026-11-23',
      '2026-11-25',
      '2026-11-30',
      '2026-12-02',
      '2026-12-07',
      '2026-12-09',
      '2026-12-14',
      '2026-12-16',
    ]);
    expect(rows[0]).toMatchObject({ startTime: time('09:00'), endTime: time('11:00'), capacity: 12, booked: 0 });
    expect(await extendAvailability(database.db, { now: NOON, months: 1 })).toBe(0);
  });

  it('continues after the last horizon when time passes, and leaves existing departures unchanged', async () => {
    const id = await level('daily', [{ capacity: 5 }]);
    await extendAvailability(database.db, { now: NOON, months: 1 });
    const before = await departures(id);
    const [first] = before;
    await database.db.availability.update({ where: { id: first?.id ?? 0 }, data: { capacity: 4 } });
    await extendAvailability(database.db, { now: new Date('2026-11-27T12:00:00Z'), months: 1 });
    const after = await departures(id);
    expect(after.length - before.length).toBe(7);
    expect(after[0]).toMatchObject({ id: first?.id, capacity: 4 });
  });

  it('begins with the current local day of the place', async () => {
    const justAfterMidnightInBerlin = new Date('2026-11-19T23:30:00Z');
    const inBerlin = await level('daily', [{ capacity: 1 }]);
    const inChicago = await level('daily', [{ capacity: 1 }], { productId: await productIn('America/Chicago') });
    await extendAvailability(database.db, { now: justAfterMidnightInBerlin, months: 1 });
    expect((await departures(inBerlin))[0]?.date).toEqual(date('2026-11-20'));
    expect((await departures(inChicago))[0]?.date).toEqual(date('2026-11-19'));
  });

  it('stays within the validity of the schedule and the offer period', async () => {
    const bounded = { validFrom: date('2026-11-22'), validTo: date('2026-12-31'), capacity: 1 };
    const id = await level('daily', [bounded], { offerTimeEnd: date('2026-11-24') });
    await extendAvailability(database.db, { now: NOON, months: 2 });
    expect((await departures(id)).map((row) => row.date)).toEqual([
      date('2026-11-22'),
      date('2026-11-23'),
      date('2026-11-24'),
    ]);
  });

  it('creates one departure without a date for a pass, once', async () => {
    const id = await level('pass', [{ capacity: 900, expirationMinutesAfterBooking: 1440 }]);
    await extendAvailability(database.db, { now: NOON, months: 1 });
    await extendAvailability(database.db, { now: new Date('2027-03-01T00:00:00Z'), months: 1 });
    const rows = await departures(id);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ date: null, capacity: 900, expirationMinutesAfterBooking: 1440 });
  });

  it('creates a departure once where two schedules define it', async () => {
    const id = await level('per_time', [
      { startTime: time('10:00'), capacity: 8 },
      { startTime: time('10:00'), weekdays: [6], capacity: 20 },
    ]);
    await extendAvailability(database.db, { now: NOON, months: 1 });
    const rows = await departures(id);
    expect(new Set(rows.map((row) => row.date?.getTime())).size).toBe(rows.length);
  });
});

const departures = (serviceLevelId: number) =>
  database.db.availability.findMany({ where: { serviceLevelId }, orderBy: { date: 'asc' } });

type ScheduleColumns = Omit<Prisma.ScheduleUncheckedCreateWithoutServiceLevelInput, 'id'>;

async function level(
  availabilityType: string,
  schedules: ScheduleColumns[],
  more: { productId?: number; offerTimeEnd?: Date } = {},
): Promise<number> {
  const { id } = await database.db.serviceLevel.create({
    data: {
      productId: more.productId ?? (await productIn('Europe/Berlin')),
      title: 'Standard',
      description: 'What it is',
      capacity: 1,
      pricingType: 'per_person',
      availabilityType,
      durationTime: 60,
      cutOffTime: 0,
      offerTimeStart: date('2026-01-01'),
      offerTimeEnd: more.offerTimeEnd ?? date('2028-12-31'),
      schedules: { create: schedules },
    },
  });
  return id;
}

/** An organization with one product per time zone. */
async function catalogue({ db }: TestDatabase): Promise<(timeZone: string) => Promise<number>> {
  await db.currency.create({ data: { code: 'EUR', symbol: '€', name: 'Euro' } });
  const { id: organizationId } = await db.organization.create({
    data: { name: 'Tours', currencyCode: 'EUR', timeZone: 'UTC' },
  });
  const { id: countryId } = await db.country.create({ data: { name: 'Nowhere', code: 'XX' } });
  const { id: pictureId } = await db.media.create({
    data: { filename: 'a.svg', storageKey: 'a', contentType: 'image/svg+xml', byteSize: 1 },
  });
  const made = new Map<string, number>();
  return async (timeZone) => {
    const known = made.get(timeZone);
    if (known !== undefined) return known;
    const city = await db.city.create({ data: { countryId, name: timeZone, timeZone } });
    const product = await db.product.create({
      data: {
        organizationId,
        cityId: city.id,
        bannerId: pictureId,
        thumbnailId: pictureId,
        title: timeZone,
        shortDescription: '',
        description: '',
        knowBeforeYouGo: '',
        whatToBring: '',
      },
    });
    made.set(timeZone, product.id);
    return product.id;
  };
}
