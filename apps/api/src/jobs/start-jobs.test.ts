import { tmpdir } from 'node:os';
import { createSessions } from '@channel/auth';
import { livenessLock } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import {
  createWorld,
  good,
  hanging,
  type Receiver,
  startReceiver,
  verified,
  type World,
} from '@channel/webhooks/testing';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../context.ts';
import { headerErrors } from '../events/testing/published-shape.ts';
import { folderStorage } from '../media/storage.ts';
import { rescueJobs } from './rescue.ts';
import { type Jobs, startJobs } from './start-jobs.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let world: World;
let services: Services;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await testDatabase();
  world = createWorld(database.db);
  const { db, connectionString } = database;
  const settings = loadSettings({
    DATABASE_URL: connectionString,
    SECRET_KEY: 'a key that only tests know, 32 and more',
    WEBHOOK_HTTPS_ONLY: '0',
    WEBHOOK_ALLOWED_RANGES: '127.0.0.1',
    WEBHOOK_CONCURRENCY: '12',
  });
  const sessions = createSessions({ db, idleMinutes: 60, absoluteHours: 24, secure: false });
  services = { settings, db, sessions, storage: folderStorage(tmpdir()), clock: () => new Date() };
});
afterAll(() => database.drop());

async function receiver(behaviour = good, columns = {}): Promise<Receiver & { secret: string }> {
  const started = await startReceiver(behaviour);
  open.push(started);
  return { ...started, secret: (await world.endpoint(started.url, columns)).secretText };
}

describe('the worker', () => {
  let jobs: Jobs;
  beforeEach(async () => {
    jobs = await startJobs(services, log);
  });
  afterEach(async () => {
    // Closing waits for a receiver that hangs, so receivers are closed first.
    for (const { close } of open.splice(0)) await close();
    await jobs.stop();
    await database.db.webhookEndpoint.deleteMany();
  });

  it('delivers committed events to every endpoint', async () => {
    const [one, two] = [await receiver(), await receiver()];
    const orders = await world.orders(20);
    const ids = await world.events(orders, new Date());
    for (const { count, secret, received } of [one, two]) {
      await count(20);
      expect(received.map((request) => verified(secret, request).id).sort()).toEqual([...ids].sort());
      expect(received.flatMap(({ headers }) => headerErrors(headers))).toEqual([]);
    }
    await expect.poll(() => database.db.webhookDelivery.count({ where: { status: 'succeeded' } })).toBe(40);
  });

  it('never exceeds the maximum number of concurrent deliveries of an endpoint', async () => {
    const one = await receiver(
      async (response) => {
        await new Promise((done) => setTimeout(done, 30));
        response.end();
      },
      { concurrency: 3 },
    );
    await world.events(await world.orders(15), new Date());
    await one.count(15);
    expect(one.maxConcurrent()).toBe(3);
  });

  it('keeps the order of the events of each order', async () => {
    const one = await receiver(good, { concurrency: 8 });
    const orders = await world.orders(5);
    for (let change = 0; change < 8; change += 1) await world.events(orders, new Date());
    await one.count(40);
    for (const { id } of orders) {
      const sequences = one.received
        .map(({ body }) => JSON.parse(body).data)
        .filter((data) => data.id === id)
        .map(({ sequence }) => sequence);
      expect(sequences).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    }
  });

  it('does not delay other deliveries by receivers that hang', async () => {
    const stuck = [await receiver(hanging), await receiver(hanging)];
    const others = [await receiver(), await receiver(), await receiver()];
    await world.events(await world.orders(30), new Date());
    for (const { count } of others) await count(30);
    await world.events(await world.orders(30), new Date());
    for (const { count } of others) await count(60);
    for (const { received } of stuck) expect(received.length).toBeLessThanOrEqual(4);
  });

  it('continues after a short loss of the database', { timeout: 60_000 }, async () => {
    const one = await receiver();
    await world.events([await world.order()], new Date());
    await one.count(1);
    await database.db.$queryRaw`
      SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> 'channel-booking'`;
    await world.events([await world.order()], new Date());
    // A job that was taken just as its connection was lost returns to the queue after 10 to 15 s.
    await expect.poll(() => one.received.length, { timeout: 30_000 }).toBe(2);
  });
});

describe('jobs of workers that are gone', () => {
  it('return to the queue, and those of running workers stay', async () => {
    const { db, connectionString } = database;
    await db.$executeRaw`SELECT graphile_worker.add_job('some-task') FROM generate_series(1, 3)`;
    const lock = (pool: string, age: string) => db.$executeRaw`
      UPDATE graphile_worker._private_jobs SET locked_by = ${pool}, locked_at = now() - ${age}::interval
      WHERE id = (
        SELECT id FROM graphile_worker.jobs WHERE task_identifier = 'some-task' AND locked_by IS NULL ORDER BY id LIMIT 1)`;
    await lock('pool-dead', '1 minute');
    await lock('pool-living', '1 minute');
    await lock('pool-just-begun', '1 second');
    const sign = await livenessLock(connectionString, 'pool-living');
    await rescueJobs(db, log);
    const rows = await db.$queryRaw<{ pool: string | null }[]>`
      SELECT locked_by AS pool FROM graphile_worker.jobs WHERE task_identifier = 'some-task' ORDER BY id`;
    expect(rows.map(({ pool }) => pool)).toEqual([null, 'pool-living', 'pool-just-begun']);
    await sign.close();
  });
});
