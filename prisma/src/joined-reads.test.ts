import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { cancelledBy } from './cancel.ts';
import { createPrisma, type PrismaClient } from './client.ts';
import { onShare } from './share.ts';
import { type TestDatabase, testDatabase, waitingForLocks } from './testing/index.ts';

let database: TestDatabase;
let db: PrismaClient;
const sent: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const codes = ['XXA', 'XXB', 'XXC', 'XXD'];
  await database.db.currency.createMany({ data: codes.map((code) => ({ code, name: code, symbol: code })) });
  db = createPrisma({
    connectionString: database.connectionString,
    shares: { one: 2, other: 2 },
    onQuery: (sql) => sent.push(sql),
  });
  await db.$connect();
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});
beforeEach(() => {
  sent.length = 0;
});

/** A read by id. Prisma starts it when it is awaited. */
const read = async (code: string) => (await db.currency.findUnique({ where: { code } }))?.code;
const until = (signal: AbortSignal, ...codes: string[]) => cancelledBy(signal, () => Promise.all(codes.map(read)));
const on = (share: string, ...codes: string[]) => onShare(share, () => Promise.all(codes.map(read)));

/** Runs `meanwhile` while reads of currencies wait; they continue afterwards. */
const whileLocked = (meanwhile: () => Promise<void>): Promise<void> =>
  database.db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE currency IN ACCESS EXCLUSIVE MODE`;
    await meanwhile();
  });
const waiting = () => waitingForLocks(database.db);

it('joins reads by id of one unit of work that begin in one tick', async () => {
  expect(await until(new AbortController().signal, 'XXA', 'XXB')).toEqual(['XXA', 'XXB']);
  expect(sent).toHaveLength(1);
  expect(await on('one', 'XXA', 'XXB')).toEqual(['XXA', 'XXB']);
  expect(sent).toHaveLength(2);
});

it('ends the reads of one unit of work without those of another one in the same tick', async () => {
  const over = new AbortController();
  let second: Promise<unknown> | undefined;
  await whileLocked(async () => {
    const first = until(over.signal, 'XXA', 'XXB');
    second = until(new AbortController().signal, 'XXC', 'XXD');
    const ended = expect(first).rejects.toThrow();
    await expect.poll(waiting, { interval: 10 }).toBe(2);
    over.abort(new Error('the caller is gone'));
    await ended;
  });
  expect(await second).toEqual(['XXC', 'XXD']);
});

it('reads on the share of each unit of work, even in the same tick', async () => {
  let all: Promise<unknown> | undefined;
  await whileLocked(async () => {
    // Both connections of one share wait, so that a third read of it would not be sent.
    all = Promise.all([on('one', 'XXA'), on('one', 'XXB'), on('other', 'XXC'), on('other', 'XXD')]);
    await expect.poll(waiting, { interval: 10 }).toBe(4);
  });
  expect(await all).toEqual([['XXA'], ['XXB'], ['XXC'], ['XXD']]);
});
