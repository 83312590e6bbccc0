import { createPrisma } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DatabaseClock } from './database-clock.ts';
import { timeOf } from './read-clock.ts';

const HOUR = 3_600_000;
/** Milliseconds that a reading takes at most. */
const PRECISION = 1_000;

let database: TestDatabase;
/** Milliseconds by which the clock of this machine, and the steady one, are ahead of the real ones. */
let wall: number;
let steady: number;
let lines: string[];
let clock: DatabaseClock;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  [wall, steady, lines] = [0, 0, []];
  clock = make();
});

const make = (read = () => timeOf(database.db)) =>
  new DatabaseClock(
    read,
    { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) },
    { wall: () => Date.now() + wall, steady: () => performance.now() + steady },
  );
/** Milliseconds by which the clock is ahead of the real time. */
const ahead = () => clock.now().getTime() - Date.now();
const near = (milliseconds: number) => Math.abs(ahead() - milliseconds) < PRECISION;

it('is the clock of the machine until it has read that of Postgres', async () => {
  wall = HOUR;
  clock = make();
  expect([near(HOUR), clock.offset]).toEqual([true, undefined]);
  await clock.read();
  expect([near(0), Math.round((clock.offset ?? 0) / HOUR)]).toEqual([true, 1]);
});

it.each([
  [HOUR, 'ahead of'],
  [-HOUR, 'behind'],
  [24 * HOUR, 'ahead of'],
  [-24 * HOUR, 'behind'],
])('does not follow a jump of the machine by %i ms, and reports it once', async (jump, way) => {
  await clock.read();
  wall = jump;
  expect(near(0)).toBe(true);
  for (let times = 0; times < 3; times += 1) await clock.read();
  expect(near(0)).toBe(true);
  expect(Math.abs((clock.offset ?? 0) - jump)).toBeLessThan(PRECISION);
  expect(lines).toEqual([
    expect.stringMatching(
      new RegExp(`^This program goes by the clock of Postgres: the clock of this machine is \\d+\\.\\d s ${way} it`),
    ),
  ]);
  wall = 0;
  await clock.read();
  expect(lines.slice(1)).toEqual(['The clock of this machine agrees with that of Postgres again']);
});

it.each([
  [HOUR, 'forward'],
  [-HOUR, 'back'],
])('follows a jump of Postgres by %i ms, and reports it once', async (jump, way) => {
  await clock.read();
  // Seen from Postgres, both clocks of this machine jump the other way.
  [wall, steady] = [-jump, -jump];
  for (let times = 0; times < 3; times += 1) await clock.read();
  expect(near(0)).toBe(true);
  expect(lines).toEqual([
    expect.stringMatching(
      new RegExp(`^The clock of Postgres went ${way} by 3[56]\\d\\d\\.\\d s.*; the clock of this machine is`),
    ),
  ]);
});

it('goes on while the database does not answer', async () => {
  const db = createPrisma({ connectionString: 'postgresql://nobody@127.0.0.1:1/none' });
  const alone = new DatabaseClock(() => timeOf(db), { info: (line: string) => void lines.push(line), warn: () => {} });
  await alone.read();
  await db.$disconnect();
  expect([alone.offset, Math.abs(alone.now().getTime() - Date.now()) < PRECISION, lines]).toEqual([
    undefined,
    true,
    [],
  ]);
});

it('takes no older answer after a newer one: readings do not overlap', async () => {
  const answers: ((at: Date) => void)[] = [];
  clock = make(() => new Promise((resolve) => answers.push(resolve)));
  const started = Date.now();
  const readings = [clock.read(), clock.read()];
  // The second one was sent later, when the clock of Postgres had gone forward.
  for (const [index, answer] of [...answers.entries()].reverse()) answer(new Date(started + index * HOUR));
  await Promise.all(readings);
  const next = clock.read();
  answers.at(-1)?.(new Date(started + HOUR));
  await next;
  expect(near(HOUR)).toBe(true);
  expect(lines).toEqual([expect.stringMatching(/^The clock of Postgres went forward/)]);
});
