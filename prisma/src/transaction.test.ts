import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseBusy } from './busy.ts';
import { createPrisma } from './client.ts';
import { type TestDatabase, testDatabase } from './testing/index.ts';
import { inSavepoint, inTransaction, type Tx } from './transaction.ts';

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

describe('inSavepoint', () => {
  const refused = new Error('changed my mind');
  const refuse = (tx: Tx, code: string) =>
    inSavepoint(tx, async () => {
      await add(tx, code);
      throw refused;
    });

  it('takes back what an error interrupts, and nothing else', async () => {
    const before = await codes();
    await inTransaction(database.db, async (tx) => {
      await add(tx, 'sa');
      await expect(refuse(tx, 'sb')).rejects.toBe(refused);
      expect(await inSavepoint(tx, () => add(tx, 'sc'))).toMatchObject({ code: 'sc' });
    });
    expect(await codes()).toEqual([...before, 'sa', 'sc']);
  });

  it('lets the transaction go on after an error of the database', async () => {
    await inTransaction(database.db, async (tx) => {
      await add(tx, 'sd');
      await expect(inSavepoint(tx, () => add(tx, 'sd'))).rejects.toMatchObject({ code: 'P2002' });
      await add(tx, 'se');
      // Without a part, the error ends the transaction.
      await expect(add(tx, 'se')).rejects.toMatchObject({ code: 'P2002' });
      await expect(add(tx, 'sf')).rejects.toThrow('current transaction is aborted');
      throw refused;
    }).catch((error) => expect(error).toBe(refused));
    expect(await codes()).not.toContain('sd');
  });

  it('may be nested: an error ends the parts that it passes', async () => {
    await inTransaction(database.db, (tx) =>
      inSavepoint(tx, async () => {
        await refuse(tx, 'sg').catch(() => {});
        await add(tx, 'sh');
        await expect(
          inSavepoint(tx, async () => {
            await inSavepoint(tx, () => add(tx, 'si'));
            await refuse(tx, 'sj');
          }),
        ).rejects.toBe(refused);
        await add(tx, 'sk');
      }),
    );
    expect((await codes()).filter((code) => code > 'sf')).toEqual(expect.arrayContaining(['sh', 'sk']));
    expect(await codes()).not.toContain('si');
    await expect(inTransaction(database.db, (tx) => inSavepoint(tx, () => refuse(tx, 'sl')))).rejects.toBe(refused);
  });

  it('releases the locks that it took, and keeps those from before it', async () => {
    await database.db.language.createMany({ data: ['ta', 'tb'].map((code) => ({ code, name: code })) });
    const lock = (tx: Tx, code: string) => tx.$queryRaw`select code from language where code = ${code} for update`;
    const isFree = (code: string) =>
      inTransaction(
        database.db,
        (tx) => tx.$queryRaw`select from language where code = ${code} for update nowait`,
      ).then(
        () => true,
        () => false,
      );
    await inTransaction(database.db, async (tx) => {
      await lock(tx, 'ta');
      const failing = inSavepoint(tx, async () => {
        await lock(tx, 'tb');
        expect(await isFree('tb')).toBe(false);
        throw refused;
      });
      await expect(failing).rejects.toBe(refused);
      expect([await isFree('ta'), await isFree('tb')]).toEqual([false, true]);
    });
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
