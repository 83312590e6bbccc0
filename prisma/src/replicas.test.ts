import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPrisma, queryRows, replicasOf } from './client.ts';
import { onReplica } from './on-replica.ts';
import { onShare } from './share.ts';
import {
  type ReplicatedServer,
  startProxy,
  startReplicated,
  type TestDatabase,
  testDatabase,
} from './testing/index.ts';
import { inTransaction } from './transaction.ts';

let servers: ReplicatedServer;
let test: TestDatabase;
/** The address of the replica. */
let replica: string;

beforeAll(async () => {
  servers = await startReplicated();
  test = await testDatabase({ on: servers });
  await servers.replica.caughtUp();
  replica = servers.replica.of(test.connectionString);
}, 60_000);
afterAll(async () => {
  await test?.drop();
  await servers?.stop();
}, 60_000);

/** An id of 64 bits. */
const WRITER = 2 ** 31 + 7;
const KEYS = [{ name: 'writes of u', subject: WRITER }];
const WHERE = { text: 'SELECT pg_is_in_recovery()', values: [] };

/** Runs work with a client of the database that has these replicas. */
async function withReplicas(
  addresses: string[],
  work: (db: ReturnType<typeof createPrisma>, logged: string[]) => Promise<void>,
): Promise<void> {
  const logged: string[] = [];
  const db = createPrisma({
    connectionString: test.connectionString,
    replicas: { addresses, maxLag: 5_000 },
    log: (message) => logged.push(message),
  });
  try {
    await replicasOf(db)?.examine();
    await work(db, logged);
  } finally {
    await db.$disconnect();
  }
}

const isOnReplica = async (db: ReturnType<typeof createPrisma>) =>
  (
    await onReplica(
      db,
      () => KEYS,
      () => queryRows(db, WHERE),
    )
  )[0]?.[0];

describe('addresses of replicas', () => {
  const other = (change: (url: URL) => void) => {
    const url = new URL(replica);
    change(url);
    return url.href;
  };
  it.each([
    ['of the primary itself', () => test.connectionString, /it takes writes: it is the primary, or was promoted/],
    [
      'of another server',
      () => test.connectionString.replace(/.*/, process.env.TEST_DATABASE_URL ?? ''),
      /takes writes/,
    ],
    [
      'of another database',
      () => other((url) => (url.pathname = '/postgres')),
      /does not follow the server and the database/,
    ],
    ['of nobody', () => other((url) => (url.port = '1')), /could not be examined: ECONNREFUSED/],
    ['with another password', () => other((url) => (url.password = 'canary')), /could not be examined: 28P01/],
  ])('%s are not read, and named in the log', async (_of, address, reason) => {
    await withReplicas([address()], async (db, logged) => {
      expect(await isOnReplica(db)).toBe(false);
      expect(logged.join('\n')).toMatch(reason);
      expect(logged.join('\n')).not.toContain('canary');
    });
  });

  it('are read beside such ones', async () => {
    await withReplicas([test.connectionString, replica], async (db) => {
      expect([await isOnReplica(db), await isOnReplica(db)]).toEqual([true, true]);
    });
  });
});

describe('work on a replica', () => {
  it('is left to the primary while it is too far behind, also when the clock went back', async () => {
    await withReplicas([replica], async (db, logged) => {
      await test.db.$executeRaw`UPDATE change_stamp SET value = value + 60000 WHERE name = 'beat of the primary'`;
      await servers.replica.caughtUp();
      await expect.poll(() => isOnReplica(db)).toBe(true);
      await servers.replica.delay(600_000);
      await expect.poll(() => logged.at(-1), { timeout: 10_000 }).toMatch(/is more than 5 s behind/);
      await servers.replica.delay(0);
      await servers.replica.caughtUp();
    });
  }, 90_000);

  it('is left to the primary until what a user wrote in a transaction has arrived', async () => {
    await withReplicas([replica], async (db) => {
      await servers.replica.delay(1_000);
      await onShare('all', () => inTransaction(db, (tx) => tx.language.create({ data: { code: 'xx', name: 'X' } })), {
        writer: WRITER,
      });
      expect(await isOnReplica(db)).toBe(false);
      await servers.replica.delay(0);
      await servers.replica.caughtUp();
      expect(await isOnReplica(db)).toBe(true);
      // Reading stamps nothing.
      await onShare('all', () => inTransaction(db, (tx) => tx.language.count()), { writer: WRITER });
      expect(await db.$queryRaw`SELECT count(*)::int FROM change_stamp WHERE name = 'writes of u'`).toEqual([
        { count: 1 },
      ]);
    });
  });

  it('reads there through Prisma, too, but begins transactions and writes at the primary', async () => {
    await withReplicas([replica], async (db) => {
      const found = await onReplica(
        db,
        () => KEYS,
        async () => ({
          raw: await db.$queryRaw<[{ is: boolean }]>`SELECT pg_is_in_recovery() AS is`,
          transaction: await inTransaction(
            db,
            (tx) => tx.$queryRaw<[{ is: boolean }]>`SELECT pg_is_in_recovery() AS is`,
          ),
          written: await db.language.create({ data: { code: 'yy', name: 'Y' } }),
        }),
      );
      expect(found).toMatchObject({ raw: [{ is: true }], transaction: [{ is: false }], written: { code: 'yy' } });
    });
  });

  it('is repeated at the primary where its connection ends, or replay cancels it', async () => {
    await withReplicas([replica], async (db) => {
      const end =
        "SELECT CASE WHEN pg_is_in_recovery() THEN pg_terminate_backend(pg_backend_pid()) ELSE true END, 'done'";
      expect(
        await onReplica(
          db,
          () => KEYS,
          () => queryRows(db, { text: end, values: [] }),
        ),
      ).toEqual([[true, 'done']]);
      expect(replicasOf(db)?.all[0]?.fallBacks).toBe(1);
    });
    await withReplicas([replica], async (db) => {
      await servers.replica.set('max_standby_streaming_delay', '0');
      await db.$executeRaw`CREATE TABLE vanishing AS SELECT 1 AS one`;
      await servers.replica.caughtUp();
      const slow = {
        text: 'SELECT one, pg_is_in_recovery(), pg_sleep(CASE WHEN pg_is_in_recovery() THEN 2 ELSE 0 END)::text FROM vanishing',
        values: [],
      };
      const read = onReplica(
        db,
        () => KEYS,
        () => queryRows(db, slow),
      );
      await sleep(500);
      await db.$executeRaw`TRUNCATE vanishing`;
      // Truncated meanwhile: the primary has answered.
      expect(await read).toEqual([]);
      expect(replicasOf(db)?.all[0]?.fallBacks).toBe(1);
    });
  });

  it('does not wait for a replica that has become silent', async () => {
    const proxy = await startProxy(replica);
    try {
      await withReplicas([proxy.connectionString], async (db) => {
        expect(await isOnReplica(db)).toBe(true);
        proxy.freeze();
        const began = performance.now();
        expect(await isOnReplica(db)).toBe(false);
        expect(performance.now() - began).toBeLessThan(4_000);
        proxy.open();
      });
    } finally {
      await proxy.close();
    }
  });
});
