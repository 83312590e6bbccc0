import { clock, createFactories, day, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { checkPlaces } from '../orders/check-places.ts';
import { contextFor } from '../testing/context.ts';
import { answer, run } from '../testing/run.ts';
import { BY_HAND } from '../webhooks/manage-endpoints.ts';

const OVERVIEW = /* GraphQL */ `
  query ($organizationId: SafeInt, $days: Int! = 3, $transferDays: Int! = 2, $first: Int! = 20) {
    overview(organizationId: $organizationId) {
      organization { id: databaseId } timeZone today
      departures { id: departureId product { id: databaseId } serviceLevel { id: databaseId } date startTime capacity booked remaining orders }
      unassignedTransfers(days: $transferDays, first: $first) { total entries { side transfer { date time } order { id: databaseId } } }
      failingEndpoints { url }
      unbalancedDepartures { id: departureId product { id: databaseId } date booked held }
      ordersByDay(days: $days) { date made booked amounts { amount currency { code } } }
    }
  }`;

type Overview = {
  overview: {
    today: string;
    timeZone: string;
    departures: {
      id: number;
      startTime: string | null;
      capacity: number;
      booked: number;
      remaining: number;
      orders: number;
    }[];
    unassignedTransfers: {
      total: number;
      entries: { side: string; transfer: { date: string; time: string | null }; order: { id: number } }[];
    };
    failingEndpoints: { url: string }[];
    unbalancedDepartures: { id: number; booked: number; held: number }[];
    ordersByDay: { date: string; made: number; booked: number; amounts: object[] }[];
  };
};

/** 23:30 of 1 June in Amsterdam, which is 17:30 in New York and 03:00 of the next day in Kolkata. */
const NIGHT = new Date('2026-06-01T21:30:00Z');

let database: TestDatabase;
let make: Factories;
let staff: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  staff = await contextFor(database.db, (await make.userWith(['orders.view-all', 'console.access'])).id, {
    now: NIGHT,
  });
});
afterAll(() => database.drop());

const overview = async (variables = {}, as = staff) => (await answer<Overview>(OVERVIEW, variables, as)).overview;

describe('the overview', () => {
  it("counts orders by day in the organization's time zone, with exact amounts per currency, including days without orders", async () => {
    const made = (at: string, more = {}) => make.order({ offer: null, createdAt: new Date(at), ...more });
    const cost = (amount: string, currencyCode = 'EUR') => ({
      currencyCode,
      totalOriginal: 1,
      totalAgent: 1,
      totalSold: amount,
    });
    await made('2026-05-30T21:59:59Z', cost('99'));
    await made('2026-05-30T22:00:00Z', cost('0.1'));
    await made('2026-05-31T10:00:00Z', cost('0.2'));
    await made('2026-05-31T21:59:59Z', cost('5', 'USD'));
    await made('2026-05-31T12:00:00Z', { ...cost('7'), status: 'Cancelled' });
    await made('2026-06-01T21:29:00Z', { ...cost('8'), status: 'InCart' });
    await made('2026-06-01T12:00:00Z', { ...cost('9'), organizationId: (await make.organization()).id });
    const { ordersByDay, today, timeZone } = await overview();
    expect([today, timeZone]).toEqual(['2026-06-01', 'Europe/Amsterdam']);
    const money = (amount: number, code: string) => ({ amount, currency: { code } });
    expect(ordersByDay).toEqual([
      { date: '2026-05-30', made: 1, booked: 1, amounts: [money(99, 'EUR')] },
      { date: '2026-05-31', made: 4, booked: 3, amounts: [money(0.3, 'EUR'), money(5, 'USD')] },
      { date: '2026-06-01', made: 1, booked: 0, amounts: [] },
    ]);
    expect(await overview({ days: 30 })).toMatchObject({ ordersByDay: { length: 30 } });
  });

  it("lists today's departures by the local date of each place, with their capacity", async () => {
    const kolkata = await make.city({ timeZone: 'Asia/Kolkata' });
    const at = (date: string, startTime: string, cityId?: number) =>
      make.offer([], {
        product: cityId ? { cityId } : {},
        departure: { date: day(date), startTime: clock(startTime), endTime: null, capacity: 10 },
      });
    const late = await at('2026-06-01', '20:00');
    const early = await at('2026-06-01', '08:00');
    await at('2026-06-02', '08:00');
    const there = await at('2026-06-02', '07:00', kolkata.id);
    await at('2026-06-01', '07:00', kolkata.id);
    await make.order({ offer: late, passengers: [{}, {}] });
    await make.order({ offer: late, status: 'Cancelled' });
    const { departures } = await overview();
    expect(departures.map(({ id }) => id)).toEqual([there, early, late].map(({ departure }) => departure.id));
    expect(departures.at(-1)).toEqual({
      id: late.departure.id,
      product: { id: late.product.id },
      serviceLevel: { id: late.level.id },
      date: '2026-06-01',
      startTime: '20:00:00',
      capacity: 10,
      booked: 2,
      remaining: 8,
      orders: 1,
    });
  });

  it('lists transfers of booked orders with a day but no driver', async () => {
    const driver = await make.userWith(['transfers.drive']);
    const on = (date: string, time: string | null = null, driverId: number | null = null) => ({
      date: day(date),
      time: time ? clock(time) : null,
      driverId,
    });
    const one = await make.order({ offer: null, pickup: on('2026-06-02', '09:00'), dropoff: on('2026-06-02') });
    const two = await make.order({ offer: null, pickup: on('2026-06-01', '23:00'), dropoff: on('2026-06-03') });
    await make.order({ offer: null, pickup: on('2026-06-01', null, driver.id), dropoff: on('2026-05-31') });
    await make.order({ offer: null, status: 'Cancelled', pickup: on('2026-06-01') });
    const { unassignedTransfers } = await overview();
    expect(unassignedTransfers).toEqual({
      total: 3,
      entries: [
        { side: 'pickup', transfer: { date: '2026-06-01', time: '23:00:00' }, order: { id: two.id } },
        { side: 'pickup', transfer: { date: '2026-06-02', time: '09:00:00' }, order: { id: one.id } },
        { side: 'dropoff', transfer: { date: '2026-06-02', time: null }, order: { id: one.id } },
      ],
    });
    expect((await overview({ first: 1 })).unassignedTransfers).toMatchObject({ total: 3, entries: { length: 1 } });
    expect((await overview({ transferDays: 3 })).unassignedTransfers.total).toBe(4);
  });

  it('lists the failing endpoints', async () => {
    const { id: organizationId } = await make.home();
    const row = { organizationId, secret: Buffer.from('x'), createdAt: NIGHT };
    await database.db.webhookEndpoint.createMany({
      data: [
        { ...row, url: 'https://well.example/' },
        { ...row, url: 'https://ill.example/', failingSince: NIGHT },
        { ...row, url: 'https://off.example/', failingSince: NIGHT, disabledAt: NIGHT, disabledReason: BY_HAND },
        {
          ...row,
          url: 'https://foreign.example/',
          failingSince: NIGHT,
          organizationId: (await make.organization()).id,
        },
      ],
    });
    expect((await overview()).failingEndpoints).toEqual([{ url: 'https://ill.example/' }]);
  });

  it('lists departures whose booked places differ from the places that their bookings hold, until they agree', async () => {
    const foreign = (await make.organization()).id;
    const [one, other] = [await make.offer([]), await make.offer([], { product: { organizationId: foreign } })];
    await make.order({ offer: one, passengers: [{}, {}] });
    const set = (id: number, booked: number) => database.db.availability.update({ where: { id }, data: { booked } });
    // No write can cause this: the database's own check is switched off here.
    await database.db.$executeRaw`ALTER TABLE availability DISABLE TRIGGER USER`;
    await set(one.departure.id, 5);
    await set(other.departure.id, 1);
    expect(await checkPlaces(database.db, NIGHT)).toMatchObject({
      unbalanced: 2,
      named: [
        { availabilityId: one.departure.id, booked: 5, held: 2 },
        { availabilityId: other.departure.id, booked: 1, held: 0 },
      ],
    });
    expect((await overview()).unbalancedDepartures).toEqual([
      { id: one.departure.id, product: { id: one.product.id }, date: '2026-06-10', booked: 5, held: 2 },
    ]);
    await set(one.departure.id, 2);
    await set(other.departure.id, 0);
    await database.db.$executeRaw`ALTER TABLE availability ENABLE TRIGGER USER`;
    expect((await overview()).unbalancedDepartures).toEqual([]);
    expect(await checkPlaces(database.db, NIGHT)).toMatchObject({ unbalanced: 0, named: [] });
  });

  it('shows the last base backup and drill to administrators of the organization alone', async () => {
    const QUERY = '{ overview { backups { kind at succeeded text lastSuccessAt } } }';
    const backups = async (as: Context) =>
      (await answer<{ overview: { backups: object[] } }>(QUERY, {}, as)).overview.backups;
    const administrator = await contextFor(database.db, (await make.userWith(['console.access', 'administration'])).id);
    expect(await backups(administrator)).toEqual([]);
    const at = NIGHT;
    const drill = { kind: 'drill', at, succeeded: false, text: 'damaged', lastSuccessAt: null } as const;
    await database.db.backupReport.create({ data: drill });
    await database.db.backupReport.create({
      data: { kind: 'base', at, succeeded: true, text: 'B', lastSuccessAt: at },
    });
    const shownAt = at.toISOString();
    expect(await backups(administrator)).toEqual([
      { kind: 'base', at: shownAt, succeeded: true, text: 'B', lastSuccessAt: shownAt },
      { kind: 'drill', at: shownAt, succeeded: false, text: 'damaged', lastSuccessAt: null },
    ]);
    expect(await backups(staff)).toEqual([]);
    await database.db.backupReport.deleteMany();
  });

  it('is only for staff of the organization, and rejects too many days', async () => {
    const elsewhere = (await make.organization()).id;
    const partner = await contextFor(database.db, (await make.userWith(['orders.view-all'])).id);
    for (const [context, organizationId] of [
      [staff, elsewhere],
      [partner, null],
      [partner, (await make.home()).id],
    ] as const) {
      const { errors } = await run(OVERVIEW, { organizationId }, context);
      expect(errors).toEqual([{ code: 'NOT_FOUND', message: 'Organization not found.' }]);
    }
    for (const field of [
      'ordersByDay(days: 0) { made }',
      'ordersByDay(days: 367) { made }',
      'unassignedTransfers(days: 32) { total }',
      'unassignedTransfers(first: 201) { total }',
    ]) {
      const { errors } = await run(`{ overview { ${field} } }`, {}, staff);
      expect([field, errors]).toMatchObject([field, [{ code: 'VALIDATION' }]]);
    }
  });
});
