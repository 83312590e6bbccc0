import { setTimeout as sleep } from 'node:timers/promises';
import { createPrisma, replicasOf } from '@channel/prisma';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replicas as doctor } from '../doctor/replicas-check.ts';
import { watchReplicas } from '../metrics/watch-replicas.ts';
import { exchange } from '../testing/http.ts';
import { bearerOf, type ReplicaScene, replicaScene } from '../testing/index.ts';
import { writeThenRead } from '../testing/write-then-read.ts';

/*
 * Lists with a streaming replica. The tests run in order: the last one makes the replica a primary.
 */

const LAG_SECONDS = 4;
const DELAY = 2_000;
/** Small pages, so that an export has several. */
const env = { DATABASE_REPLICA_LAG_SECONDS: String(LAG_SECONDS), GRAPHQL_COST: '100', METRICS_PORT: '9464' };

let scene: ReplicaScene;
beforeAll(async () => {
  scene = await replicaScene({ orders: 20, env });
}, 60_000);
afterAll(() => scene?.close(), 60_000);

const orders = () => scene.user.get('/v1/orders');

/** What some work did at the replica and at the primary. */
async function counted(work: () => Promise<unknown>) {
  const before = scene.countsOf();
  await work();
  const after = scene.countsOf();
  return {
    reads: after.reads - before.reads,
    fallBacks: after.fallBacks - before.fallBacks,
    onPrimary: after.onPrimary - before.onPrimary,
  };
}

describe('reads with a replica', () => {
  it('are executed there if they are lists, and at the primary if they are of one order', async () => {
    await scene.isRead();
    expect(await counted(orders)).toEqual({ reads: 1, fallBacks: 0, onPrimary: 0 });
    expect(await counted(() => scene.user.get('/v1/orders?filter[search]=x'))).toMatchObject({ reads: 1 });
    expect(await counted(() => scene.user.get('/v1/categories'))).toMatchObject({ reads: 1 });
    expect(await counted(() => scene.user.get('/v1/orders/export'))).toMatchObject({ onPrimary: 0 });
    const one = await counted(() => scene.user.get(`/v1/orders/${scene.orderIds[0]}`));
    expect(one).toEqual({ reads: 0, fallBacks: 0, onPrimary: 0 });
  });

  it('show the changes of their caller by any process, also to validators, while those of others are read there', async () => {
    await scene.servers.replica.delay(DELAY);
    const { user: reader, db } = await scene.another();
    await scene.isRead(db);
    const others = counted(async () => {
      for (let index = 0; index < 10; index++) expect((await scene.other.get('/v1/orders')).status).toBe(200);
    });
    const pairs = { writer: scene.user, reader, orderIds: scene.orderIds.slice(-5), rounds: 6 };
    expect(await writeThenRead(pairs)).toEqual({ stale: 0, failed: 0 });
    // Whoever may see the orders, by whatever the change was announced.
    const mates = { writer: scene.user, reader: scene.colleague, orderIds: scene.orderIds.slice(-2), rounds: 4 };
    expect(await writeThenRead(mates)).toEqual({ stale: 0, failed: 0 });
    // On a busy machine the lag may exceed what is permitted for a moment.
    expect((await others).reads).toBeGreaterThan(0);
    await scene.servers.replica.caughtUp();
    const before = scene.countsOf(db).reads;
    const { etag } = (await reader.get('/v1/orders')).headers;
    expect((await reader.get('/v1/orders', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect(scene.countsOf(db).reads - before).toBe(2);
  });

  it('would be stale if changes were not stamped', async () => {
    const { user: reader, db } = await scene.another();
    await scene.isRead(db);
    const [row] = await scene.api.db.$queryRaw<{ text: string }[]>`
      SELECT pg_get_functiondef('add_change_stamp'::regproc) AS text`;
    await scene.api.db.$executeRawUnsafe(`CREATE OR REPLACE FUNCTION add_change_stamp(stamped text, of_subject bigint)
      RETURNS void LANGUAGE sql VOLATILE AS ''`);
    const pairs = { writer: scene.user, reader, orderIds: scene.orderIds.slice(-2), rounds: 4 };
    const { stale, failed } = await writeThenRead(pairs);
    await scene.api.db.$executeRawUnsafe(row?.text ?? '');
    await scene.servers.replica.delay(0);
    await scene.servers.replica.caughtUp();
    expect({ failed, isStale: stale > 0 }).toEqual({ failed: 0, isStale: true });
  });

  it('refuse a login that was ended, whatever the replica shows', async () => {
    await scene.servers.replica.delay(DELAY);
    await scene.isRead();
    expect((await orders()).status).toBe(200);
    await scene.api.db.accessToken.deleteMany({ where: { family: { userId: scene.userId } } });
    expect((await orders()).status).toBe(401);
    await scene.servers.replica.delay(0);
    await scene.renew();
  });

  it('go on when the replica goes away, also in an export, and return to it', async () => {
    await scene.isRead();
    const { servers, api } = scene;
    const authorization = await bearerOf(api, await scene.nameOfUser());
    const query = 'query { orders { id: databaseId passengers { firstName } bookings { id: databaseId } } }';
    const statuses: number[] = [];
    let isOver = false;
    const load = Array.from({ length: 4 }, async () => {
      while (!isOver) statuses.push((await orders()).status);
    });
    const exported = async () => {
      const { text } = await exchange(new URL('/graphql/export', api.url), 'POST', {
        body: { query },
        headers: { 'content-type': 'application/json', authorization },
      });
      return text
        .trim()
        .split('\n')
        .slice(0, -1)
        .map((line): number => JSON.parse(line).id);
    };
    await sleep(100);
    // A user has one export at a time.
    const exports: number[][] = [];
    load.push(
      (async () => {
        while (!isOver) exports.push(await exported());
      })(),
    );
    await servers.replica.kill();
    await sleep(500);
    await servers.replica.start();
    await scene.isRead();
    isOver = true;
    await Promise.all(load);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(exports.length).toBeGreaterThan(3);
    for (const ids of exports) expect(ids).toEqual(scene.orderIds);
    expect(scene.logged.join('\n')).toMatch(/The replica 127.0.0.1:\d+ is not read: it could not be/);
    expect(await counted(orders)).toMatchObject({ reads: 1 });
  }, 90_000);

  it('are shown by the doctor and by the metrics', async () => {
    const { settings, connectionString, services, db } = scene.api;
    const database = { connectionString, owner: connectionString, db };
    const examined = { settings, database, addresses: () => database, key: () => null, clock: () => new Date() };
    expect(await doctor(examined)).toMatchObject({
      state: 'fine',
      text: expect.stringMatching(/^127.0.0.1:\d+ is read$/),
    });
    const wrong = { ...settings, databaseReplicaUrls: [connectionString] };
    expect(await doctor({ ...examined, settings: wrong })).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('is not read: it takes writes'),
    });
    await scene.isRead();
    const text = (await services.metrics?.registry.metrics()) ?? '';
    expect(text).toMatch(/^channel_replica_used\{server="127.0.0.1:\d+"\} 1$/m);
    expect(text).toMatch(/^channel_replica_primary\{server="127.0.0.1:\d+"\} 0$/m);
    expect(text).toMatch(/^channel_replica_reads_total\{server="127.0.0.1:\d+"\} [1-9]\d*$/m);
    expect(text).toMatch(/^channel_replica_fallbacks_total\{server="127.0.0.1:\d+"\} \d+$/m);
    expect(text).toMatch(/^channel_replica_lag_seconds\{server="127.0.0.1:\d+"\} \d/m);
  });

  it('have a metric that says which node is the primary', async () => {
    const { connectionString } = scene.api;
    const db = createPrisma({ connectionString, poolSize: 1, replicas: { addresses: [connectionString], maxLag: 1 } });
    await replicasOf(db)?.examine();
    const registry = new Registry();
    watchReplicas(registry, db);
    const text = await registry.metrics();
    expect(text).toMatch(/^channel_replica_primary\{server="127.0.0.1:\d+"\} 1$/m);
    expect(text).toMatch(/^channel_replica_used\{server="127.0.0.1:\d+"\} 0$/m);
    await db.$disconnect();
  });

  it('leave a replica that is further behind than permitted', async () => {
    await scene.isRead();
    await scene.servers.replica.delay((LAG_SECONDS + 3) * 1_000);
    await expect.poll(() => scene.logged.at(-1)).toMatch(/is not read: it is more than 4 s behind/);
    expect(await counted(orders)).toEqual({ reads: 0, fallBacks: 0, onPrimary: 1 });
    await scene.servers.replica.delay(0);
    await scene.isRead();
    await expect.poll(() => scene.logged.at(-1)).toMatch(/is read again/);
  }, 90_000);

  it('leave a replica that is promoted', async () => {
    await scene.isRead();
    await scene.servers.replica.promote();
    await expect
      .poll(() => scene.logged.at(-1))
      .toMatch(/is not read: it takes writes: it is the primary, or was promoted/);
    expect(await counted(orders)).toEqual({ reads: 0, fallBacks: 0, onPrimary: 1 });
  });
});
