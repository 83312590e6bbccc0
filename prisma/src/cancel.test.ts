import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelledBy } from './cancel.ts';
import { type PrismaClient, queryRows } from './client.ts';
import { type TestDatabase, testDatabase } from './testing/index.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
let db: PrismaClient;
let observer: pg.Client;

beforeAll(async () => {
  database = await testDatabase({ poolSize: 1 });
  db = database.db;
  observer = new pg.Client({ connectionString: database.connectionString });
  await observer.connect();
});
afterAll(async () => {
  await observer.end();
  await database.drop();
});

/** The number of sleeping statements in Postgres. */
async function sleeping(): Promise<number> {
  const { rows } = await observer.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND state = 'active' AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()",
    [new URL(database.connectionString).pathname.slice(1)],
  );
  return rows.length;
}
const COMMITTING =
  "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query = 'COMMIT' AND wait_event = 'PgSleep'";
/** The machine may be busy. */
const TIMEOUT = { timeout: 10_000, interval: 20 };

const SLEEP = 'SELECT pg_sleep(4.5)::text';
const LEFT = new Error('the caller is gone');

const WAYS: Record<string, () => Promise<unknown>> = {
  // Prisma starts a statement when it is awaited.
  'a statement of Prisma': async () => await db.$queryRawUnsafe(SLEEP),
  'a statement of a transaction': () => db.$transaction((tx) => tx.$queryRawUnsafe(SLEEP)),
  'a finished statement': () => queryRows(db, { text: SLEEP, values: [] }),
};

describe.each(Object.keys(WAYS))('%s', (way) => {
  it('is cancelled in Postgres when the signal is aborted, and the next one runs', async () => {
    const over = new AbortController();
    const running = cancelledBy(over.signal, () => WAYS[way]?.());
    const failed = expect(running).rejects.toThrow();
    await expect.poll(sleeping, TIMEOUT).toBe(1);
    over.abort(LEFT);
    const begun = performance.now();
    await failed;
    await expect.poll(sleeping, TIMEOUT).toBe(0);
    expect(performance.now() - begun).toBeLessThan(3_000);
    expect(await db.order.count()).toBe(0);
  });

  it('is not started when the signal is already aborted', async () => {
    const over = new AbortController();
    over.abort(LEFT);
    await expect(cancelledBy(over.signal, () => WAYS[way]?.())).rejects.toThrow();
    expect(await sleeping()).toBe(0);
  });
});

it('gives no connection to a waiting statement of an aborted signal', async () => {
  const over = new AbortController();
  const first = db.$queryRawUnsafe('SELECT pg_sleep(1)::text').then((rows) => rows);
  await expect.poll(sleeping, TIMEOUT).toBe(1);
  const second = cancelledBy(over.signal, async () => await db.$queryRawUnsafe(SLEEP));
  const failed = expect(second).rejects.toThrow();
  over.abort(LEFT);
  await first;
  await failed;
  expect(await sleeping()).toBe(0);
});

it('rolls back a transaction in progress, whatever it does next', async () => {
  const over = new AbortController();
  const running = cancelledBy(over.signal, () =>
    db.$transaction(async (tx) => {
      await tx.currency.create({ data: { code: 'XXA', name: 'A', symbol: 'A' } });
      over.abort(LEFT);
      await tx.currency.create({ data: { code: 'XXB', name: 'B', symbol: 'B' } }).catch(() => {});
    }),
  );
  await expect(running).rejects.toThrow();
  expect(await db.currency.count({ where: { code: { startsWith: 'XX' } } })).toBe(0);
});

it('lets a commit that is on its way end, which a standby may keep waiting', async () => {
  const owner = new pg.Client({ connectionString: database.connectionString });
  await owner.connect();
  await owner.query(`
    CREATE FUNCTION slow_commit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NULL; END';
    CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON currency DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION slow_commit()`);
  const over = new AbortController();
  const running = cancelledBy(over.signal, () =>
    inTransaction(db, (tx) => tx.currency.create({ data: { code: 'XXC', name: 'C', symbol: 'C' } })),
  );
  await expect.poll(async () => (await owner.query(COMMITTING)).rowCount, TIMEOUT).toBe(1);
  over.abort(LEFT);
  await running;
  expect(await db.currency.count({ where: { code: 'XXC' } })).toBe(1);
  await owner.query('DROP FUNCTION slow_commit CASCADE');
  await owner.end();
});

it('does not cancel statements outside of the signal', async () => {
  const over = new AbortController();
  await cancelledBy(over.signal, async () => await db.order.count());
  const others = db.$queryRawUnsafe('SELECT pg_sleep(0.5)::text').then((rows) => rows);
  await expect.poll(sleeping, TIMEOUT).toBe(1);
  over.abort(LEFT);
  await expect(others).resolves.toHaveLength(1);
});

it('reuses a connection whose statement ended normally', async () => {
  const backend = async () => (await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid;
  const before = await backend();
  const over = new AbortController();
  const brief = "SELECT 'brief', pg_sleep(0.05)::text";
  const running = cancelledBy(over.signal, async () => await db.$queryRawUnsafe(brief));
  await expect.poll(sleeping, { ...TIMEOUT, interval: 5 }).toBe(1);
  over.abort(LEFT);
  await running;
  expect(await backend()).toBe(before);
});
