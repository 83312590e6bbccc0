import { createPrisma, type PrismaClient } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
