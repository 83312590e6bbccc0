import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { scheduler } from './schedule.ts';

const ITEMS = [
  { task: 'each-minute', match: '* * * * *', identifier: 'each-minute' },
  { task: 'hourly', match: '7 * * * *', identifier: 'hourly' },
];
const HOURS = 60;

let database: TestDatabase;
/** Minutes since noon. */
let minute: number;
const clock = () => new Date(Date.UTC(2026, 5, 1, 12, minute, 2));

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  minute = 0;
  await database.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
  await database.db.$executeRaw`DELETE FROM graphile_worker._private_known_crontabs`;
});

/** How often each task was queued, and whether all may run now. */
async function queued(): Promise<Record<string, number>> {
  const rows = await database.db.$queryRaw<{ task: string; jobs: number; late: number }[]>`
    SELECT task_identifier AS task, count(*)::int AS jobs, (count(*) FILTER (WHERE run_at > now()))::int AS late
    FROM graphile_worker.jobs GROUP BY 1`;
  expect(rows.filter(({ late }) => late > 0)).toEqual([]);
  return Object.fromEntries(rows.map(({ task, jobs }) => [task, jobs]));
}

it('queues each task once at its minutes, of several workers and calls', async () => {
  const workers = [scheduler(database.db, ITEMS, clock), scheduler(database.db, ITEMS, clock)];
  for (minute = 0; minute < 10; minute += 1) for (const queueDue of [...workers, ...workers]) await queueDue();
  expect(await queued()).toEqual({ 'each-minute': 10, hourly: 1 });
});

it('makes up for a pause once', async () => {
  const queueDue = scheduler(database.db, ITEMS, clock);
  minute = 24 * HOURS;
  await queueDue();
  expect(await queued()).toEqual({ 'each-minute': 1, hourly: 1 });
});

it('goes on at once after the clock went back, although its record is of the future', async () => {
  const queueDue = scheduler(database.db, ITEMS, clock);
  minute = 24 * HOURS;
  await queueDue();
  minute = 0;
  await queueDue();
  for (minute = 1; minute < 10; minute += 1) await queueDue();
  expect(await queued()).toEqual({ 'each-minute': 10, hourly: 2 });
});

it('tries again what it could not queue', async () => {
  const queueDue = scheduler(database.db, ITEMS, clock);
  minute = 7;
  await database.db.$executeRaw`ALTER TABLE graphile_worker._private_known_crontabs RENAME TO away`;
  await expect(queueDue()).rejects.toThrow('_private_known_crontabs');
  await database.db.$executeRaw`ALTER TABLE graphile_worker.away RENAME TO _private_known_crontabs`;
  minute = 8;
  await queueDue();
  expect(await queued()).toEqual({ 'each-minute': 1, hourly: 1 });
});

it('does not queue a task twice where a call begins before the one before has ended', async () => {
  const queueDue = scheduler(database.db, ITEMS, clock);
  minute = 7;
  const first = queueDue();
  minute = 8;
  await Promise.all([first, queueDue()]);
  await queueDue();
  expect(await queued()).toEqual({ 'each-minute': 2, hourly: 1 });
});
