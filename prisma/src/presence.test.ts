import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DatabaseAway, DatabaseBusy, databaseFailureOf, OutcomeUnknown } from './busy.ts';
import { checkDatabase, createPrisma, type PrismaClient, queryRows } from './client.ts';
import { presenceOf } from './presence.ts';
import { steadyConnection } from './steady-connection.ts';
import { type DatabaseProxy, startProxy, type TestDatabase, testDatabase } from './testing/index.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let db: PrismaClient;
let news: string[];

const LIMIT = 3_000;

beforeAll(async () => {
  database = await testDatabase();
  proxy = await startProxy(database.connectionString);
  news = [];
  db = createPrisma({
    connectionString: proxy.connectionString,
    poolSize: 3,
    log: (message) => news.push(message),
  });
  await db.language.count();
});
afterEach(async () => {
  proxy.open();
  await expect.poll(() => db.language.count().then(Number, () => undefined), { timeout: LIMIT }).toBeTypeOf('number');
});
afterAll(async () => {
  await db.$disconnect();
  await proxy.close();
  await database.drop();
});

/** The error of an attempt, its kind, and the milliseconds until it failed. */
async function failure(attempt: Promise<unknown>): Promise<{ error: unknown; kind: string | undefined; ms: number }> {
  const begun = performance.now();
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, kind: databaseFailureOf(error), ms: performance.now() - begun };
}

const attempts: Record<string, () => Promise<unknown>> = {
  'a model': () => db.language.findMany({ where: { name: 'x' } }),
  'raw SQL': () => db.$queryRaw`select 1 as one`,
  'a finished statement': () => queryRows(db, { text: 'select 1', values: [] }),
  'a transaction': () => inTransaction(db, (tx) => tx.language.count()),
};

describe('a database that is away', () => {
  it.each([
    ['refuses connections', () => proxy.refuse()],
    ['starts', () => proxy.answer('57P03')],
    ['shuts down', () => proxy.answer('57P01')],
    ['refuses all logins', () => proxy.answer('28P01')],
    ['is frozen', () => proxy.freeze()],
  ])('is reported to every kind of call within 3 s when it %s', async (_how, leave) => {
    leave();
    const requested = [...Object.values(attempts), ...Object.values(attempts)].map((attempt) => failure(attempt()));
    for (const { kind, ms } of await Promise.all(requested)) {
      expect(['away', 'lost']).toContain(kind);
      expect(ms).toBeLessThan(LIMIT);
    }
  });

  it('fails calls at once when it is known to be frozen, and is detected soon after it is back', async () => {
    news.length = 0;
    proxy.freeze();
    await failure(db.language.count());
    for (const attempt of Object.values(attempts)) {
      const { error, ms } = await failure(attempt());
      expect(error).toBeInstanceOf(DatabaseAway);
      expect(ms).toBeLessThan(LIMIT / 3);
    }
    expect(news).toContain('The database is away: silent');
    proxy.open();
    await expect.poll(() => news.at(-1), { timeout: 2_000 }).toBe('The database is back');
    expect(await db.language.count()).toBe(0);
  });

  it('would block calls far longer without the probe', async () => {
    const probes = vi.spyOn(presenceOf(proxy.connectionString), 'check').mockResolvedValue('well');
    proxy.freeze();
    const requested = failure(db.language.count());
    const answered = await Promise.race([requested, sleep(LIMIT, 'waits', { ref: false })]);
    probes.mockRestore();
    expect(answered).toBe('waits');
    proxy.open();
    await requested;
  });

  it('fails statements of a transaction when it freezes, and writes nothing', async () => {
    const { error, ms } = await failure(
      inTransaction(db, async (tx) => {
        await tx.language.create({ data: { code: 'fz', name: 'frozen' } });
        proxy.freeze();
        await tx.language.count();
      }),
    );
    expect(error).toBeInstanceOf(DatabaseAway);
    expect(ms).toBeLessThan(LIMIT);
    proxy.open();
    expect(await database.db.language.count({ where: { code: 'fz' } })).toBe(0);
  });

  it('ends listening connections, and restores them when the database is back', async () => {
    const lost: Error[] = [];
    const steady = await steadyConnection({
      connectionString: proxy.connectionString,
      applicationName: 'channel-booking-steady-test',
      onConnect: (client) => client.query('select 1'),
      onLost: (error) => lost.push(error),
    });
    proxy.freeze();
    await failure(db.language.count());
    await expect.poll(() => [steady.ready(), lost.length]).toEqual([false, 1]);
    proxy.open();
    await expect.poll(() => steady.ready()).toBe(true);
    await steady.close();
  });
});

describe('a database that is up', () => {
  it('is not reported as silent while it answers other connections, however slow the probe is', async () => {
    const sockets = new Set<Socket>();
    const mute = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    const presence = presenceOf(`postgresql://a:b@127.0.0.1:${port}/mute`);
    const leave = presence.watch({ isWaiting: () => true, abandon: () => {} });
    const answering = setInterval(() => presence.heard(), 50);
    await expect.poll(() => sockets.size).toBeGreaterThan(4);
    expect(presence.refusal()).toBeUndefined();
    clearInterval(answering);
    await expect.poll(() => presence.refusal()).toBeInstanceOf(DatabaseAway);
    leave();
    for (const socket of sockets) socket.destroy();
    mute.close();
  });

  it('keeps its own time limits while it is busy', async () => {
    const begun = performance.now();
    await db.$queryRaw`select pg_sleep(3.5)::text`;
    expect(performance.now() - begun).toBeGreaterThan(3_400);
  });

  it('is reported as up while the pool has no free connection, which fails the call within 3 s', async () => {
    const release = Promise.withResolvers<void>();
    const held = Array.from({ length: 3 }, () => inTransaction(db, () => release.promise));
    const { error, ms } = await failure(inTransaction(db, (tx) => tx.language.count()));
    expect([error instanceof DatabaseBusy, databaseFailureOf(error)]).toEqual([true, 'busy']);
    expect(ms).toBeLessThan(LIMIT);
    expect(await checkDatabase(db)).toBe('well');
    release.resolve();
    await Promise.all(held);
  });

  it('may be read-only', async () => {
    const name = new URL(database.connectionString).pathname.slice(1);
    await database.db.$executeRawUnsafe(`alter database ${name} set default_transaction_read_only = on`);
    proxy.cut();
    await failure(db.language.count());
    expect(await checkDatabase(db)).toBe('read-only');
    expect(await db.language.count()).toBe(0);
    const data = { code: 'ro', name: 'read-only' };
    expect((await failure(db.language.create({ data }))).kind).toBe('read-only');
    const { error } = await failure(inTransaction(db, (tx) => tx.language.create({ data })));
    expect([error instanceof DatabaseAway, databaseFailureOf(error)]).toEqual([true, 'read-only']);
    await database.db.$executeRawUnsafe(`alter database ${name} reset default_transaction_read_only`);
    proxy.cut();
  });
});

describe('a commit without an answer', () => {
  const add = (code: string) => failure(inTransaction(db, (tx) => tx.language.create({ data: { code, name: code } })));
  const isThere = async (code: string) => (await database.db.language.count({ where: { code } })) === 1;

  it('has an unknown outcome, whether it was executed or not', async () => {
    proxy.cutAtCommit('before');
    expect((await add('cb')).error).toBeInstanceOf(OutcomeUnknown);
    proxy.cutAtCommit('after');
    expect((await add('ca')).error).toBeInstanceOf(OutcomeUnknown);
    expect([await isThere('cb'), await isThere('ca')]).toEqual([false, true]);
  });

  it('has a known outcome when it was never sent', async () => {
    const { error } = await failure(
      inTransaction(db, async (tx) => {
        await tx.language.create({ data: { code: 'ns', name: 'never sent' } });
        proxy.cut();
        await expect.poll(() => tx.language.count().then(Number, () => 'cut')).toBe('cut');
      }),
    );
    expect(error).toBeInstanceOf(DatabaseAway);
    expect(await isThere('ns')).toBe(false);
  });
});
