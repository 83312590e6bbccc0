import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseBusy } from './busy.ts';
import { createPrisma } from './client.ts';
import { type TestDatabase, testDatabase } from './testing/index.ts';
import { inTransaction, type Tx } from './transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const add = (db: Tx, code: string) => db.language.create({ data: { code, name: code } });
const codes = async () => (await database.db.language.findMany({ orderBy: { code: 'asc' } })).map(({ code }) => code);

describe('inTransaction', () => {
  it('commits its writes, and joins a transaction that it is given', async () => {
    await inTransaction(database.db, async (outer) => {
      await add(outer, 'aa');
      await inTransaction(outer, (inner) => add(inner, 'ab'));
      expect(await codes()).toEqual([]);
    });
    expect(await codes()).toEqual(['aa', 'ab']);
  });

  it('rolls back after an error, including joined transactions', async () => {
    const before = await codes();
    const failing = inTransaction(database.db, async (outer) => {
      await inTransaction(outer, (inner) => add(inner, 'zz'));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await codes()).toEqual(before);
  });

  it('reports a busy database when no connection is free in time', async () => {
    const db = createPrisma({ connectionString: database.connectionString, poolSize: 1 });
    let release = () => {};
    const held = inTransaction(db, () => new Promise<void>((resolve) => (release = resolve)));
    await expect(inTransaction(db, (tx) => add(tx, 'bb'))).rejects.toThrow(DatabaseBusy);
    release();
    await held;
    await db.$disconnect();
  });

  it('reports a busy database on a deadlock of raw statements', async () => {
    await database.db.language.createMany({ data: ['ca', 'cb'].map((code) => ({ code, name: code })) });
    const lock = (tx: Tx, code: string) => tx.$queryRaw`select code from language where code = ${code} for update`;
    let ready = 0;
    let meet = () => {};
    const both = new Promise<void>((resolve) => (meet = resolve));
    const crossing = (first: string, second: string) =>
      inTransaction(database.db, async (tx) => {
        await lock(tx, first);
        if (++ready === 2) meet();
        await both;
        await lock(tx, second);
      });
    const ends = await Promise.allSettled([crossing('ca', 'cb'), crossing('cb', 'ca')]);
    const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(failed).toEqual([expect.any(DatabaseBusy)]);
  });
});

describe('createPrisma', () => {
  it('bounds every wait', async () => {
    const settings = await database.db.$queryRaw`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`;
    expect(settings).toEqual([{ statement: '5s', lock: '2s', idle: '10s' }]);
  });

  it('reports every statement, for tests that count them', async () => {
    const seen: string[] = [];
    const db = createPrisma({ connectionString: database.connectionString, onQuery: (sql) => seen.push(sql) });
    await db.language.findMany({ include: { organizations: true } });
    await db.$disconnect();
    expect(seen.filter((sql) => sql.startsWith('SELECT')).length).toBeGreaterThan(0);
  });

  it('survives the loss of its connections and logs it', async () => {
    const lost: string[] = [];
    const db = createPrisma({ connectionString: database.connectionString, log: (message) => lost.push(message) });
    await db.language.count();
    await database.db.$queryRaw`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    await expect.poll(() => lost.length).toBeGreaterThan(0);
    expect(await db.language.count()).toBeGreaterThanOrEqual(0);
    await db.$disconnect();
  });
});
