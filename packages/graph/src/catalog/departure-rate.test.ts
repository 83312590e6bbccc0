import {
  clock,
  createFactories,
  day,
  type Factories,
  type TestDatabase,
  testDatabase,
  waitingForLocks,
} from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extendAvailability } from './extend-availability.ts';

let database: TestDatabase;
let make: Factories;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
});
afterAll(() => database.drop());

type Row = { id: number };

/** The ids of a departure, by rate. */
async function idsOf(departure: Row): Promise<Map<number | null, number>> {
  const rows = await database.db.departureRate.findMany({
    where: { availabilityId: departure.id },
    orderBy: { id: 'asc' },
  });
  return new Map(rows.map(({ rateId, id }) => [rateId, id]));
}
const rateOf = (level: Row, columns: Parameters<Factories['rate']>[0] = {}) =>
  make.rate({ serviceLevelId: level.id, ...columns });

describe('the ids of a departure', () => {
  it('are one per rate that is valid on its day; the first rate of the catalogue has the id of the departure', async () => {
    const level = await make.level();
    const second = await rateOf(level, { position: 2 });
    const first = await rateOf(level, { position: 1, weekdays: [3] });
    const never = await rateOf(level, { validTo: day('2026-06-09') });
    const departure = await make.departure(level);
    const ids = await idsOf(departure);
    expect([...ids.keys()]).toEqual([first.id, second.id]);
    expect(ids.get(first.id)).toBe(departure.id);
    expect(ids.has(never.id)).toBe(false);
    // Ids come from the same sequence: no departure ever gets the id of another departure's rate.
    const later = await make.departure(level, { date: day('2026-06-11') });
    expect(ids.get(second.id)).toBeGreaterThan(departure.id);
    expect(ids.get(second.id)).toBeLessThan(later.id);
    expect(await idsOf(later)).toEqual(new Map([[second.id, later.id]]));
  });

  it('exist for every writer and every order of writes', async () => {
    const level = await make.level();
    const { db } = database;
    await db.$executeRaw`INSERT INTO availability (service_level_id, date, capacity)
      SELECT ${level.id}, date '2026-07-01' + n, 5 FROM generate_series(0, 9) n`;
    const departures = await db.availability.findMany({ where: { serviceLevelId: level.id }, orderBy: { id: 'asc' } });
    await db.$executeRaw`INSERT INTO rate (service_level_id, title, position) VALUES (${level.id}, 'B', 2), (${level.id}, 'A', 1)`;
    const [a, b] = await db.rate.findMany({ where: { serviceLevelId: level.id }, orderBy: { position: 'asc' } });
    const all = new Set<number>();
    for (const departure of departures) {
      const ids = await idsOf(departure);
      expect(ids.get(a?.id ?? 0)).toBe(departure.id);
      for (const id of ids.values()) all.add(id);
      expect(ids.has(b?.id ?? 0)).toBe(true);
    }
    expect(all.size).toBe(20);
  });

  it('of a pass are one per rate of its service level', async () => {
    const level = await make.level({ availabilityType: 'pass' });
    const expired = await rateOf(level, { validTo: day('2020-01-01') });
    const open = await rateOf(level);
    const pass = await make.departure(level);
    const seasonal = await rateOf(level, { validFrom: day('2030-01-01') });
    const ids = await idsOf(pass);
    expect(ids.get(open.id)).toBe(pass.id);
    expect(new Set(ids.keys())).toEqual(new Set([expired.id, open.id, seasonal.id]));
  });

  it('survive every edit of rates, and are never reused for another rate', async () => {
    const { db } = database;
    const { level, departure, rate } = await make.offer([]);
    const other = await rateOf(level, { position: 5 });
    const before = await idsOf(departure);
    const edit = (id: number, data: object) => db.rate.update({ where: { id }, data });
    await edit(other.id, { title: 'Renamed', position: -5, cancellationDescription: 'Free' });
    await db.ratePrice.updateMany({ where: { rateId: rate.id }, data: { sold: 999 } });
    await edit(rate.id, { validTo: day('2026-06-09') });
    expect(await idsOf(departure)).toEqual(before);
    await edit(rate.id, { weekdays: [1], validTo: null });
    await edit(rate.id, { weekdays: [] });
    expect(await idsOf(departure)).toEqual(before);
    await db.rate.delete({ where: { id: rate.id } });
    const again = await rateOf(level, { title: rate.title, position: -9 });
    const after = await idsOf(departure);
    expect(after.get(null)).toBe(departure.id);
    expect(after.get(other.id)).toBe(before.get(other.id));
    expect([...before.values()]).not.toContain(after.get(again.id));
  });

  it('are added when a rate becomes valid and when a departure moves', async () => {
    const { db } = database;
    const { level, departure, rate } = await make.offer([]);
    const summer = await rateOf(level, { validFrom: day('2026-07-01') });
    expect([...(await idsOf(departure)).keys()]).toEqual([rate.id]);
    await db.availability.update({ where: { id: departure.id }, data: { date: day('2026-07-02') } });
    expect([...(await idsOf(departure)).keys()]).toEqual([rate.id, summer.id]);
    const next = await make.departure(level, { date: day('2026-06-12') });
    await db.rate.update({ where: { id: summer.id }, data: { validFrom: day('2026-06-12') } });
    expect([...(await idsOf(next)).keys()]).toEqual([rate.id, summer.id]);
  });

  it('stay when the horizon moves; new departures get new ids', async () => {
    const { db } = database;
    const level = await make.level({ availabilityType: 'daily' });
    const [one, two] = [await rateOf(level), await rateOf(level)];
    await db.schedule.create({ data: { serviceLevelId: level.id, capacity: 4 } });
    const extend = (now: string) => extendAvailability(db, { now: new Date(now), months: 1 });
    const known = () =>
      db.departureRate.findMany({
        where: { availability: { serviceLevelId: level.id } },
        orderBy: [{ availability: { date: 'asc' } }, { rateId: 'asc' }],
      });
    await extend('2026-06-01T10:00:00Z');
    const before = await known();
    expect(before).toHaveLength(31 * 2);
    await extend('2026-06-03T10:00:00Z');
    const after = await known();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length).map(({ rateId }) => rateId)).toEqual([one.id, two.id, one.id, two.id]);
  });

  it('are complete when a rate and a departure of one service level are added concurrently', async () => {
    const { db } = database;
    const level = await make.level();
    let added: Promise<Row> | undefined;
    const rate = await db.$transaction(async (tx) => {
      const row = await tx.rate.create({ data: { serviceLevelId: level.id, title: 'Meanwhile' } });
      added = make.departure(level, { startTime: clock('10:00') });
      // The other transaction blocks on this one as soon as its row is written.
      await expect.poll(() => waitingForLocks(database.db)).toBeGreaterThan(0);
      return row;
    });
    const departure = await added;
    expect(departure && (await idsOf(departure))).toEqual(new Map([[rate.id, departure?.id]]));
  });
});
