import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseBusy, isBusy, isLockTimeout } from './busy.ts';
import { createPrisma } from './client.ts';
import { type TestDatabase, testDatabase } from './testing/index.ts';
import { inTransaction, type Tx } from './transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await database.db.language.create({ data: { code: 'la', name: 'Latina' } });
});
afterAll(() => database.drop());

const failure = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: unknown) => error,
  );

type Prisma = TestDatabase['db'];

/** The error of an attempt while another transaction, which began with `first`, is open. */
async function during(db: Prisma, first: (tx: Tx) => Promise<unknown>, attempt: () => Promise<unknown>) {
  let release = () => {};
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const other = inTransaction(db, async (tx) => {
    await first(tx);
    begin();
    await new Promise<void>((resolve) => (release = resolve));
  });
  await begun;
  const error = await failure(attempt());
  release();
  await other;
  return error;
}

const lock = (tx: Tx) => tx.$queryRaw`select code from language where code = 'la' for update`;
const whileLocked = (attempt: () => Promise<unknown>) => during(database.db, lock, attempt);

describe('isBusy', () => {
  const updates: [string, (tx: Tx) => Promise<unknown>][] = [
    ['of a model', (tx) => tx.language.updateMany({ where: { code: 'la' }, data: { name: 'x' } })],
    ['of SQL', (tx) => tx.$executeRaw`update language set name = 'x' where code = 'la'`],
  ];

  it.each(updates)('recognizes a statement %s that waited too long for a lock', async (_kind, update) => {
    const error = await whileLocked(() => update(database.db));
    expect([isBusy(error), isLockTimeout(error)]).toEqual([true, true]);
    expect(await whileLocked(() => inTransaction(database.db, update))).toBeInstanceOf(DatabaseBusy);
  });

  it('recognizes a statement that took too long, and does not report it as a lock timeout', async () => {
    const db = createPrisma({ connectionString: database.connectionString, statementTimeout: 50 });
    const error = await failure(db.$queryRaw`select pg_sleep(2)::text`);
    await db.$disconnect();
    expect([isBusy(error), isLockTimeout(error)]).toEqual([true, false]);
  });

  it('recognizes that no connection was free', async () => {
    const db = createPrisma({ connectionString: database.connectionString, poolSize: 1 });
    const error = await during(db, lock, () => db.language.count());
    await db.$disconnect();
    expect(isBusy(error)).toBe(true);
  });

  it('does not include programming errors', async () => {
    expect(isBusy(await failure(database.db.$queryRaw`select nothing from nowhere`))).toBe(false);
    expect(isBusy(await failure(database.db.language.create({ data: { code: 'la', name: 'twice' } })))).toBe(false);
    expect([isBusy(new Error('oh')), isBusy(undefined), isBusy('55P03')]).toEqual([false, false, false]);
  });
});
