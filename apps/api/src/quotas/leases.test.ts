import { createPrisma, type PrismaClient } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLeases, type Leases } from './leases.ts';
import type { Quota } from './ledger.ts';

/* Each lease holder stands for a process. */

const MINUTE = 60_000;

let database: TestDatabase;
let away: PrismaClient;
beforeAll(async () => {
  database = await testDatabase();
  // Nothing listens on the port for discarded data.
  away = createPrisma({ connectionString: 'postgres://nobody@127.0.0.1:9/nowhere', poolSize: 1 });
});
afterAll(async () => {
  await away.$disconnect();
  await database.drop();
});

let present = Date.UTC(2026, 5, 1, 12);
const open = (db = database.db, ahead = 0): Leases => createLeases({ db, clock: () => new Date(present + ahead) });
const quotaOf = (name: string, limit: number): Quota => ({ key: name, limit, seconds: 60 });

/** How many single units each of the holders gets, in turn. */
async function uses(holders: readonly Leases[], quota: Quota, times: number): Promise<number[]> {
  const counts = holders.map(() => 0);
  for (let time = 0; time < times; time += 1)
    for (const [index, holder] of holders.entries())
      if ((await holder.use(quota, 1)).isAccepted) counts[index] = (counts[index] ?? 0) + 1;
  return counts;
}
const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0);

it('grants a quota once, also to requests at the same time', async () => {
  const holders = [open(), open(), open()];
  const quota = quotaOf('at once', 1_000);
  const requests = holders.flatMap((holder) => Array.from({ length: 1_000 }, () => holder.use(quota, 1)));
  const accepted = (await Promise.all(requests)).filter(({ isAccepted }) => isAccepted).length;
  expect(accepted).toBe(1_000);
  await Promise.all(holders.map((holder) => holder.close()));
});

it('takes blocks, so that few uses need a statement', async () => {
  const statements: string[] = [];
  const db = createPrisma({
    connectionString: database.application,
    poolSize: 2,
    onQuery: (sql) => statements.push(sql),
  });
  const holder = open(db);
  expect(await uses([holder], quotaOf('blocks', 5_000), 6_000)).toEqual([5_000]);
  expect(statements.length).toBeLessThan(120);
  await holder.close();
  await db.$disconnect();
});

it('lets each process count on its own while the database is away: as many times the quota as processes', async () => {
  const holders = [open(away), open(away)];
  // This is also what separate counters would accept.
  expect(await uses(holders, quotaOf('away', 30), 60)).toEqual([30, 30]);
  await Promise.all(holders.map((holder) => holder.close()));
});

it('loses the block of a process that dies until the window ends', async () => {
  const quota = quotaOf('dead', 100);
  const [dead, alive] = [open(), open()];
  expect((await dead.use(quota, 1)).isAccepted).toBe(true);
  expect(await uses([alive], quota, 200)).toEqual([98]);
  present += MINUTE;
  expect(await uses([alive], quota, 200)).toEqual([100]);
  await alive.close();
  await dead.close();
});

it('returns what a process does not need', async () => {
  const quota = quotaOf('returned', 1_000);
  const [ending, idle, busy] = [open(), open(), open()];
  await ending.use(quota, 1);
  await idle.use(quota, 1);
  await ending.close();
  expect(sum(await uses([busy], quota, 1_000))).toBe(1_000 - 1 - 20);
  await expect.poll(async () => sum(await uses([busy], quota, 100)), { timeout: 10_000 }).toBe(19);
  await Promise.all([idle.close(), busy.close()]);
});

it('grants no more to processes whose clocks differ', async () => {
  present += MINUTE;
  const quota = quotaOf('clocks', 100);
  // The second one is in the next window already.
  const holders = [open(), open(database.db, MINUTE / 2 + 31_000)];
  const before = await uses([...holders].reverse(), quota, 150);
  expect(sum(before)).toBe(100);
  await Promise.all(holders.map((holder) => holder.close()));
});

it('refuses what is more than is left, and accepts a smaller amount', async () => {
  const holder = open();
  const quota = quotaOf('amounts', 100);
  const amounts = [];
  for (const units of [90, 20, 10, 1]) amounts.push((await holder.use(quota, units)).isAccepted);
  expect(amounts).toEqual([true, false, true, false]);
  await holder.close();
});

describe('whoever sends ten times a quota', () => {
  const SENT = 1_000;

  /** The moments of the accepted uses of a window that begins now, as numbers of uses that were sent before. */
  async function acceptedInWindow(holders: readonly Leases[], quota: Quota): Promise<number[]> {
    const moments: number[] = [];
    const begun = present;
    for (let sent = 0; sent < SENT; sent += 1) {
      present = begun + Math.floor((sent * MINUTE) / SENT);
      if ((await holders[sent % holders.length]?.use(quota, 1))?.isAccepted) moments.push(sent);
    }
    present = begun + MINUTE;
    return moments;
  }

  const inFirstTenth = (moments: readonly number[]) => moments.filter((moment) => moment < SENT / 10).length;

  it.each([
    { isPaced: true, first: 13 },
    { isPaced: false, first: 100 },
  ])('gets it evenly from the next window on, if it is paced: $isPaced', async ({ isPaced, first }) => {
    present = Math.ceil(present / MINUTE) * MINUTE;
    const holders = [open(), open()];
    const quota = { ...quotaOf(`ten times, ${isPaced}`, 100), isPaced };
    // What was within the quota until now may use it at once.
    expect(inFirstTenth(await acceptedInWindow(holders, quota))).toBeGreaterThanOrEqual(98);
    const paced = await acceptedInWindow(holders, quota);
    expect(paced.length).toBeGreaterThanOrEqual(98);
    expect(paced.length).toBeLessThanOrEqual(100);
    expect(inFirstTenth(paced)).toBeLessThanOrEqual(first);
    // A minute within the quota ends it.
    present += 2 * MINUTE;
    expect(inFirstTenth(await acceptedInWindow(holders, quota))).toBeGreaterThanOrEqual(98);
    await Promise.all(holders.map((holder) => holder.close()));
  });

  /** Uses a quota of a minute up, and more of it until its window ends. The next one begins. */
  async function exceed(holder: Leases, quota: Quota): Promise<void> {
    present = Math.ceil(present / MINUTE) * MINUTE;
    await uses([holder], quota, quota.limit + 1);
    present += MINUTE - 1;
    expect(await uses([holder], quota, 1)).toEqual([0]);
    present += 1;
  }

  it('is refused until the next unit, and no longer', async () => {
    const [holder, other] = [open(), open()];
    const quota = { ...quotaOf('next unit', 20), isPaced: true };
    await exceed(holder, quota);
    // One unit each 3 s, and one that was due before.
    expect(await uses([holder, other], quota, 5)).toEqual([1, 1]);
    const begun = present;
    expect(await holder.use(quota, 1)).toMatchObject({
      isAccepted: false,
      remaining: 0,
      resetsAt: begun + 3_000,
      resetsIn: 3,
    });
    present = begun + 2_999;
    expect((await holder.use(quota, 1)).isAccepted).toBe(false);
    present = begun + 3_000;
    expect((await other.use(quota, 1)).isAccepted).toBe(true);
    expect((await holder.use(quota, 1)).isAccepted).toBe(false);
    await Promise.all([holder.close(), other.close()]);
  });

  it('is not paced for longer than a minute if it then sends less, also all at once', async () => {
    const holder = open();
    const quota = { ...quotaOf('bursts', 600), isPaced: true };
    await exceed(holder, quota);
    const begun = present;
    const perMinute = [0, 0, 0];
    for (let burst = 0; burst < 18; burst += 1) {
      present = begun + burst * 10_000;
      const minute = Math.floor(burst / 6);
      perMinute[minute] = (perMinute[minute] ?? 0) + sum(await uses([holder], quota, 50));
    }
    expect(perMinute[0]).toBeLessThan(100);
    expect(perMinute.slice(1)).toEqual([300, 300]);
    await holder.close();
  });

  it('counts by a raised quota at once', async () => {
    present = Math.ceil(present / (60 * MINUTE)) * 60 * MINUTE;
    const [holder, other] = [open(), open()];
    const low = { key: 'raised', limit: 2, seconds: 3_600, isPaced: true };
    await uses([holder, other], low, 3);
    present += 60 * MINUTE;
    await uses([holder, other], low, 3);
    const raised = { ...low, limit: 1_000 };
    for (const each of [holder, other]) {
      const { isAccepted, resetsIn } = await each.use(raised, 1);
      expect(isAccepted || resetsIn <= 4).toBe(true);
    }
    await Promise.all([holder.close(), other.close()]);
  });

  it('is refused until it is accepted, also where that is after the end of the window', async () => {
    const holder = open();
    const quota = { ...quotaOf('end of the window', 20), isPaced: true };
    await exceed(holder, quota);
    present += 57_500;
    await uses([holder], quota, 3);
    const { isAccepted, resetsAt } = await holder.use(quota, 1);
    expect(isAccepted).toBe(false);
    present = resetsAt;
    expect((await holder.use(quota, 1)).isAccepted).toBe(true);
    await holder.close();
  });

  it.each([
    { limit: 120, seconds: 10 },
    { limit: 600, seconds: 60 },
    { limit: 20, seconds: 60 },
    { limit: 1, seconds: 60 },
  ])('gets nearly all of $limit in $seconds s if it obeys: one request after the other, and pauses', async (of) => {
    present = Math.ceil(present / MINUTE) * MINUTE;
    const holders = [open(), open()];
    const quota = { key: `obeyed ${of.limit} ${of.seconds}`, ...of, isPaced: true };
    const [begun, windows] = [present, 10];
    let accepted = 0;
    for (let sent = 0; present < begun + windows * of.seconds * 1_000; sent += 1) {
      const { isAccepted, resetsIn } = (await holders[sent % holders.length]?.use(quota, 1)) ?? { isAccepted: false };
      if (isAccepted) accepted += 1;
      present += isAccepted ? 5 : (resetsIn ?? 1) * 1_000;
    }
    expect(accepted / (windows * of.limit)).toBeGreaterThan(0.85);
    await Promise.all(holders.map((holder) => holder.close()));
  });

  it('needs few statements for many units, also when they are paced', async () => {
    present = Math.ceil(present / MINUTE) * MINUTE;
    const statements: string[] = [];
    const onQuery = (sql: string) => statements.push(sql);
    const db = createPrisma({ connectionString: database.application, poolSize: 2, onQuery });
    const holder = open(db);
    const quota = { key: 'many units', limit: 1_000, seconds: 1, isPaced: true };
    await uses([holder], quota, 1_001);
    const begun = present + 1_000;
    statements.length = 0;
    let accepted = 0;
    for (let sent = 0; sent < 10_000; sent += 1) {
      present = begun + sent / 10;
      if ((await holder.use(quota, 1)).isAccepted) accepted += 1;
    }
    expect(accepted).toBeGreaterThanOrEqual(950);
    expect(accepted).toBeLessThanOrEqual(1_000);
    expect(statements.length).toBeLessThan(50);
    await holder.close();
    await db.$disconnect();
  });
});

it('accepts at most a quota in a window, and nearly all of it from whoever sends more, however it is sent', {
  timeout: 120_000,
}, async () => {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const oneOf = (values: readonly number[]) => values[random(values.length)] ?? 1;
  for (let run = 0; run < 60; run += 1) {
    present = Date.UTC(2027, 0, 1 + run);
    const [limit, seconds, sent] = [oneOf([1, 2, 3, 20, 100, 500]), oneOf([1, 2, 60, 3_600]), oneOf([1.5, 3, 10])];
    const holders = Array.from({ length: 1 + random(4) }, () => open());
    const quota = { key: `run ${run}`, limit, seconds, isPaced: random(4) > 0 };
    const accepted: number[] = [];
    const [begun, length, requests] = [present, seconds * 1_000, Math.ceil(limit * sent)];
    for (let window = 0; window < 4; window += 1) {
      let count = 0;
      for (let request = 0; request < requests; request += 1) {
        present = begun + window * length + Math.floor(((request + random(100) / 100) * length) / requests);
        if ((await holders[random(holders.length)]?.use(quota, 1))?.isAccepted) count += 1;
      }
      accepted.push(count);
    }
    const most = Math.max(...accepted);
    // The first one may have lost blocks to holders that used less.
    const least = Math.min(...accepted.slice(2));
    expect({ run, quota, most, isWhole: least >= 0.9 * limit - 1 }).toEqual({ run, quota, most: limit, isWhole: true });
    await Promise.all(holders.map((holder) => holder.close()));
  }
});
