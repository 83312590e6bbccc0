import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoWorld } from '@channel/prisma/demo';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderStorage } from '../media/storage.ts';
import { IMPORT_TIMEOUT, importDocument } from './import-document.ts';

const NOW = new Date('2026-11-20T11:00:00Z');
const COMING_WEEKS = { gt: new Date('2026-11-21'), lt: new Date('2026-12-18') };

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
  database = await testDatabase({ statementTimeout: IMPORT_TIMEOUT });
  await importDocument(demoWorld({ today: '2026-11-20' }), {
    db: database.db,
    storage: folderStorage(folder),
    settings: loadSettings({ SECRET_KEY: 'a key of more than thirty-two characters' }),
    now: NOW,
    folder,
  });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

describe('the demo world in the database', () => {
  it('shows the partner at least 200 of its organization’s 400 orders, and the outsider none of them', async () => {
    const { db } = database;
    const principals = async (username: string) => {
      const user = await db.user.findFirstOrThrow({ where: { username }, include: { roles: true } });
      return [`u${user.id}`, ...user.roles.map(({ roleId }) => `r${roleId}`)];
    };
    const { organizationId } = await db.role.findFirstOrThrow({ where: { name: 'Partner desk' } });
    const seen = async (username: string, where = {}) =>
      db.order.count({ where: { ...where, viewers: { hasSome: await principals(username) } } });
    expect(await db.order.count({ where: { organizationId } })).toBe(400);
    const partners = await seen('partner');
    expect(partners).toBeGreaterThanOrEqual(200);
    expect(partners).toBeLessThan(400);
    expect(await seen('outsider')).toBeGreaterThan(3);
    expect(await seen('outsider', { organizationId })).toBe(0);
  });

  it('counts exactly the places that bookings hold as booked', async () => {
    const strange = await database.db.$queryRaw`
      SELECT a.id FROM availability a LEFT JOIN booking b ON b.availability_id = a.id
      GROUP BY a.id HAVING a.booked <> coalesce(sum(b.places_held), 0)`;
    expect(strange).toEqual([]);
    const held = await database.db.booking.groupBy({
      by: ['status'],
      _sum: { placesHeld: true },
      orderBy: { status: 'asc' },
    });
    expect(held.map(({ status, _sum }) => [status, (_sum.placesHeld ?? 0) > 0])).toEqual([
      ['InCart', true],
      ['Booked', true],
      ['Deleted', false],
      ['Cancelled', false],
    ]);
  });

  it('totals the prices of its bookings and passengers', async () => {
    const strange = await database.db.$queryRaw`
      SELECT o.id FROM orders o JOIN booking b ON b.order_id = o.id LEFT JOIN booking_passenger p ON p.booking_id = b.id
      GROUP BY o.id, b.id HAVING o.total_sold <> coalesce(b.sold, sum(p.sold))`;
    expect(strange).toEqual([]);
  });

  it('has nearly full departures in the coming weeks, and a product with more than 25 days', async () => {
    const { db } = database;
    expect(
      await db.availability.count({ where: { date: COMING_WEEKS, remaining: { gt: 0, lt: 10 } } }),
    ).toBeGreaterThan(0);
    expect(await db.availability.count({ where: { date: COMING_WEEKS, remaining: 0 } })).toBeGreaterThan(2);
    const days = await db.offer.groupBy({
      by: ['productId', 'date'],
      where: { date: { gte: new Date('2026-11-20'), lt: new Date('2027-02-20') } },
    });
    const byProduct = Map.groupBy(days, ({ productId }) => productId);
    expect(Math.max(...[...byProduct.values()].map((each) => each.length))).toBeGreaterThan(25);
    expect(byProduct.size).toBeGreaterThanOrEqual(40);
  });

  it('freezes the sold catalogue data into every order that has a booking', async () => {
    const { db } = database;
    expect(await db.order.count({ where: { bookings: { some: {} }, totalSold: null } })).toBe(0);
    const frozen = await db.$queryRaw<{ frozen: boolean; booked: boolean; orders: number }[]>`
      SELECT booked_details IS NOT NULL AS frozen, EXISTS (SELECT FROM booking b WHERE b.order_id = o.id) AS booked, count(*)::int AS orders
      FROM orders o GROUP BY 1, 2 ORDER BY 3`;
    expect(frozen).toEqual([
      { frozen: false, booked: false, orders: 2 },
      { frozen: true, booked: true, orders: 414 },
    ]);
    const pass = await db.order.findFirstOrThrow({
      where: { bookings: { some: { serviceLevel: { availabilityType: 'pass' } } } },
    });
    expect(pass).toMatchObject({ startsAt: null, endsAt: null });
    expect(pass.bookedDetails).toMatchObject({ serviceLevel: { availabilityType: 'pass' } });
  });
});
