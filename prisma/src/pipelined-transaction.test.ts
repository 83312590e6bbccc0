import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseBusy } from './busy.ts';
import { atTheEnd, createPrisma, execute, executeInLastRead, type PrismaClient, rowsIn } from './client.ts';
import { Prisma } from './generated/client/client.ts';
import { type DatabaseProxy, startProxy, type TestDatabase, testDatabase } from './testing/index.ts';
import { inSavepoint, inTransaction, type Tx } from './transaction.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let db: PrismaClient;

beforeAll(async () => {
  database = await testDatabase();
  proxy = await startProxy(database.connectionString);
  db = createPrisma({ connectionString: proxy.connectionString, poolSize: 1 });
  await db.language.count();
});
beforeEach(() => database.db.language.deleteMany());
afterAll(async () => {
  await db.$disconnect();
  await proxy.close();
  await database.drop();
});

const add = (code: string) => Prisma.sql`INSERT INTO language (code, name) VALUES (${code}, ${code})`;
const count = Prisma.sql`SELECT count(*)::int AS count FROM language`;
const codes = async () => (await database.db.language.findMany({ orderBy: { code: 'asc' } })).map(({ code }) => code);
const turnsOf = async (work: () => Promise<unknown>) => {
  const before = proxy.turns();
  await work();
  return proxy.turns() - before;
};
const refused = new Error('refused');
const isDuplicate = () => refused;

describe('a transaction', () => {
  it('sends what needs no result, and its last read, together with COMMIT', async () => {
    const work = async (tx: Tx) => {
      await execute(tx, add('aa'));
      const read = await atTheEnd(tx, () => rowsIn<{ count: number }>(tx, count));
      await execute(tx, add('ab'));
      return read;
    };
    let result: unknown;
    expect(
      await turnsOf(async () => {
        result = await (await inTransaction(db, work)).result;
      }),
    ).toBe(1);
    expect(result).toEqual([{ count: 1 }]);
    expect(await codes()).toEqual(['aa', 'ab']);
  });

  describe('with a statement that can be a part of its last read', () => {
    const added = (code: string, writes: string) => ({
      writes,
      expressions: Prisma.sql`added AS (${add(code)} RETURNING code), held AS (SELECT pg_notify('added', ${code}) AS notice)`,
    });
    const read = (limit: number) =>
      Prisma.sql`SELECT count(*)::int AS count, ${limit}::int AS "limit" FROM (SELECT FROM language LIMIT ${limit}) AS found`;
    const withLast = async (writes: string) => {
      const statements: string[] = [];
      const counted = createPrisma({
        connectionString: database.connectionString,
        onQuery: (sql) => statements.push(sql),
      });
      const answered = await inTransaction(counted, async (tx) => {
        await execute(tx, add('aa'));
        await executeInLastRead(tx, added('ab', writes));
        return atTheEnd(tx, () => rowsIn(tx, read(5)));
      });
      await counted.$disconnect();
      return { result: await answered.result, statements: statements.filter((sql) => !sql.includes('COMMIT')).length };
    };

    it('sends both as one, with the state before it', async () => {
      expect(await withLast('a table')).toEqual({ result: [{ count: 1, limit: 5 }], statements: 2 });
      expect(await codes()).toEqual(['aa', 'ab']);
    });

    it('sends two where the read needs what the part writes', async () => {
      expect(await withLast('language')).toEqual({ result: [{ count: 2, limit: 5 }], statements: 3 });
      expect(await codes()).toEqual(['aa', 'ab']);
    });

    it('sends the part alone where no read follows, and fails with its error', async () => {
      await inTransaction(db, (tx) => executeInLastRead(tx, added('aa', 'language')));
      expect(await codes()).toEqual(['aa']);
      const again = inTransaction(db, async (tx) => {
        await executeInLastRead(tx, added('aa', 'a table'));
        return atTheEnd(tx, () => rowsIn(tx, read(5)));
      });
      await expect(again).rejects.toThrow('duplicate key');
    });
  });

  it('sends reads of one tick together, in their order', async () => {
    const both = (tx: Tx) =>
      Promise.all([rowsIn(tx, Prisma.sql`${add('aa')} RETURNING code`), rowsIn<{ count: number }>(tx, count)]);
    let result: unknown;
    expect(
      await turnsOf(async () => {
        result = await inTransaction(db, both);
      }),
    ).toBe(2);
    expect(result).toEqual([[{ code: 'aa' }], [{ count: 1 }]]);
  });

  it('of nothing sends nothing', async () => {
    expect(await turnsOf(() => inTransaction(db, async () => {}))).toBe(0);
  });

  it('keeps the order of statements of Prisma and of others', async () => {
    const seen = await inTransaction(db, async (tx) => {
      await execute(tx, add('aa'));
      const first = await tx.language.count();
      await tx.language.create({ data: { code: 'ab', name: 'ab' } });
      const [second] = await rowsIn<{ count: number }>(tx, count);
      return [first, second?.count];
    });
    expect(seen).toEqual([1, 2]);
  });

  it.each<[when: string, then: (tx: Tx) => Promise<unknown>]>([
    ['at the commit', async () => {}],
    ['with the next read', (tx) => rowsIn(tx, count)],
    ['with the next statement of Prisma', (tx) => tx.language.count()],
    ['with the last read', (tx) => atTheEnd(tx, () => rowsIn(tx, count))],
  ])('whose held statement fails %s is rolled back, with the error of that statement', async (_when, then) => {
    await database.db.language.create({ data: { code: 'zz', name: 'zz' } });
    const failing = inTransaction(db, async (tx) => {
      await execute(tx, add('aa'));
      await execute(tx, add('zz'), isDuplicate);
      await execute(tx, add('ab'), () => new Error('another one'));
      return then(tx);
    });
    await expect(failing).rejects.toBe(refused);
    expect(await codes()).toEqual(['zz']);
    // The connection is usable.
    expect(await db.language.count()).toBe(1);
  });

  it('prepares a statement again after a failure', async () => {
    for (let time = 0; time < 6; time += 1) {
      const fails = time % 2 === 1;
      const failing = inTransaction(db, async (tx) => {
        await execute(tx, add(`c${time}`));
        const divided = Prisma.sql`SELECT 1 / ${fails ? 0 : 1}::int AS one`;
        return rowsIn(tx, divided);
      });
      if (fails) await expect(failing).rejects.toThrow('division by zero');
      else expect(await failing).toEqual([{ one: 1 }]);
    }
    expect(await codes()).toEqual(['c0', 'c2', 'c4']);
  });
});

it('a part of a transaction fails with what it held back, and the transaction goes on', async () => {
  await inTransaction(db, async (tx) => {
    await execute(tx, add('aa'));
    const part = inSavepoint(tx, async () => {
      await execute(tx, add('ab'));
      await execute(tx, add('aa'), isDuplicate);
    });
    await expect(part).rejects.toBe(refused);
    await execute(tx, add('ac'));
  });
  expect(await codes()).toEqual(['aa', 'ac']);
});

describe('a transaction that takes too long', () => {
  const soon = { timeout: 300 };
  const slowly = Prisma.sql`SELECT pg_sleep(0.8)::text`;

  it('writes nothing after it was rolled back', async () => {
    const work = async (tx: Tx) => {
      await execute(tx, add('aa'));
      await rowsIn(tx, slowly);
      await execute(tx, add('ab'));
    };
    await expect(inTransaction(db, work, soon)).rejects.toBeInstanceOf(DatabaseBusy);
    const together = (tx: Tx) => Promise.all([rowsIn(tx, slowly), sleep(500).then(() => rowsIn(tx, add('ac')))]);
    await expect(inTransaction(db, together, soon)).rejects.toBeInstanceOf(DatabaseBusy);
    await db.language.count();
    expect(await codes()).toEqual([]);
  });

  it('does not commit the one that has its connection then', async () => {
    const late = inTransaction(db, (tx) => rowsIn(tx, count).then(() => sleep(700)), soon);
    const other = inTransaction(db, async (tx) => {
      await rowsIn(tx, Prisma.sql`${add('ba')} RETURNING code`);
      await sleep(800);
      throw refused;
    });
    const [first, second] = await Promise.allSettled([late, other]);
    expect(first).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseBusy) });
    expect(second).toEqual({ status: 'rejected', reason: refused });
    expect(await codes()).toEqual([]);
  });

  it('has its result where its commit was on its way', async () => {
    await database.db
      .$executeRaw`CREATE FUNCTION sleep_a_while() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.8); RETURN NULL; END $$`;
    await database.db.$executeRaw`
      CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON language DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION sleep_a_while()`;
    try {
      const work = (tx: Tx) => execute(tx, add('ca')).then(() => 'done');
      expect(await inTransaction(db, work, soon)).toBe('done');
      expect(await codes()).toEqual(['ca']);
    } finally {
      await database.db.$executeRaw`DROP TRIGGER slow_commit ON language`;
    }
  });
});
