import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { actorOf, createSessions } from '@channel/auth';
import { executeOperation, freezeBookedDetails } from '@channel/graph';
import { createPrisma, inTransaction } from '@channel/prisma';
import { startEmbedded } from '@channel/prisma/embedded';
import { migrate } from '@channel/prisma/migrate';
import { loadSettings } from '@channel/settings';
import { createWorld, good, type Receiver, slow, startReceiver } from '@channel/webhooks/testing';
import { parse } from 'graphql';
import { contextOf, type Services } from '../../context.ts';
import { folderStorage } from '../../media/storage.ts';
import { cpuTime } from './cpu-time.ts';
import { end, environmentOn, startProcess } from './programs.ts';

/*
 * `npm run bench:webhooks`: measures the speed of webhooks on this machine, with its own Postgres on disk (with full
 * durability), workers in their own processes and receivers in this one. Prints a table; docs/webhooks.md has one.
 */

const IDLE_ROUNDS = 200;
const BATCH = 100;
const ENDPOINTS = 3;
const BACKLOG = 3_000;

const folder = mkdtempSync(join(tmpdir(), 'channel-bench-'));
const postgres = await startEmbedded({ dataDir: join(folder, 'postgres') });
const { superuser: connectionString } = postgres;
await migrate(connectionString);
const env = environmentOn(connectionString);
const settings = loadSettings(env);
const db = createPrisma({ connectionString, poolSize: 5 });
const world = createWorld(db);
const services: Services = {
  settings,
  db,
  sessions: createSessions({ db, idleMinutes: 60, absoluteHours: 24, secure: false }),
  storage: folderStorage(folder),
  clock: () => new Date(),
};

const rows: [string, string][] = [];
const show = (what: string, value: string) => {
  rows.push([what, value]);
  console.log(`${what}: ${value}`);
};

const staff = await actorOf(db, (await world.userWith(['orders.view-all'])).id, new Date());
const offer = await world.offer([], { level: { capacity: 10_000 }, departure: { capacity: 10_000 } });
const orders: { id: number; organizationId: number }[] = [];
const sold = { serviceLevelId: offer.level.id, rateIds: [offer.rate.id], availabilityId: offer.departure.id };
const bookedDetails = await inTransaction(db, (tx) => freezeBookedDetails(tx, sold));
for (let index = 0; index < BATCH; index += 1) {
  orders.push(await world.order({ offer, bookedDetails, passengers: [{}, {}, {}] }));
}

const update = parse(
  'mutation ($ids: [SafeInt!], $code: String!) { updateOrders(orders: { ids: $ids }, input: { referenceCode: $code }) { orders { id: databaseId } } }',
);

async function change(ids: number[], code: string): Promise<number> {
  const context = await contextOf(services, { actor: staff, channel: 'api', address: '192.0.2.1', requestId: code });
  const { errors } = await executeOperation(update, { ids, code }, context);
  if (errors) throw errors[0];
  return performance.now();
}

/** Waits until the receivers have this many requests. @returns the time of the last one */
async function arrival(receivers: Receiver[], count: number, timeout = 120_000): Promise<number> {
  for (const limit = performance.now() + timeout; ; await sleep(1)) {
    if (receivers.every(({ received }) => received.length >= count)) return performance.now();
    if (performance.now() > limit)
      throw new Error(`Too few deliveries arrived: ${receivers.map(({ received }) => received.length)}`);
  }
}

const percentile = (values: number[], share: number) =>
  (values.sort((one, other) => one - other)[Math.floor(values.length * share)] ?? 0).toFixed(1);

/** Makes one change at a time, with pauses: the latency of an idle system. */
async function idle(): Promise<void> {
  const worker = await startProcess('worker.ts', env);
  let came = 0;
  const receiver = await startReceiver((response) => {
    came = performance.now();
    response.end('ok');
  });
  await world.endpoint(receiver.url);
  const waits: number[] = [];
  for (let round = 0; round < IDLE_ROUNDS; round += 1) {
    const committed = await change([orders[round % BATCH]?.id ?? 0], `idle ${round}`);
    await arrival([receiver], round + 1);
    waits.push(came - committed);
    await sleep(20);
  }
  show('commit to receipt, idle, p50', `${percentile(waits, 0.5)} ms`);
  show('commit to receipt, idle, p99', `${percentile(waits, 0.99)} ms`);
  await end(worker);
  await clear([receiver]);
}

async function batch(): Promise<void> {
  const worker = await startProcess('worker.ts', env);
  const receivers = await Promise.all(Array.from({ length: ENDPOINTS }, () => startReceiver(good)));
  for (const { url } of receivers) await world.endpoint(url);
  const ids = orders.map(({ id }) => id);
  const before = performance.now();
  const committed = await change(ids, 'batch');
  const delivered = await arrival(receivers, BATCH);
  show(`update of ${BATCH} orders, with its events`, `${(committed - before).toFixed(0)} ms`);
  show(`its ${BATCH * ENDPOINTS} deliveries to ${ENDPOINTS} endpoints`, `${(delivered - committed).toFixed(0)} ms`);
  await end(worker);
  await clear(receivers);
}

/**
 * The rate at which a backlog drains: events with real bodies, committed while no worker runs. Receivers that answer
 * immediately show the cost of a delivery (workers, Postgres and receivers share this machine's cores); receivers with
 * the latency of the internet show the gain of a further worker.
 */
async function throughput(workers: number, answerAfter: number): Promise<void> {
  const behaviour = answerAfter > 0 ? slow(answerAfter) : good;
  const receivers = await Promise.all(Array.from({ length: ENDPOINTS }, () => startReceiver(behaviour)));
  for (const { url } of receivers) await world.endpoint(url, { concurrency: answerAfter > 0 ? 16 : 8 });
  const ids = orders.map(({ id }) => id);
  for (let round = 0; round < BACKLOG / ENDPOINTS / BATCH; round += 1)
    await change(ids, `backlog ${answerAfter} ${workers} ${round}`);
  await inTransaction(db, async (tx) => void (await tx.$executeRaw`ANALYZE`));
  const started = await Promise.all(Array.from({ length: workers }, () => startProcess('worker.ts', env)));
  const cpu = () => [cpuTime(started.map(({ pid }) => pid)) ?? 0, cpuTime([postgres.pid]) ?? 0] as const;
  const [workersBefore, postgresBefore] = cpu();
  const before = performance.now();
  const delivered = await arrival(receivers, BACKLOG / ENDPOINTS);
  const [workersAfter, postgresAfter] = cpu();
  show(
    `backlog of ${BACKLOG}, answers after ${answerAfter} ms, ${workers} worker${workers > 1 ? 's' : ''}`,
    `${(BACKLOG / ((delivered - before) / 1_000)).toFixed(0)} deliveries a second`,
  );
  const each = (after: number, from: number) => ((after - from) / BACKLOG).toFixed(2);
  show(
    'processor time of a delivery',
    `worker ${each(workersAfter, workersBefore)} ms, Postgres ${each(postgresAfter, postgresBefore)} ms`,
  );
  await Promise.all(started.map((worker) => end(worker)));
  await clear(receivers);
}

async function clear(receivers: Receiver[]): Promise<void> {
  for (const receiver of receivers) await receiver.close();
  await db.webhookEvent.deleteMany();
  await db.webhookEndpoint.deleteMany();
  await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
}

try {
  show('machine', `${cpus().length} cores, ${cpus()[0]?.model.trim()}`);
  const size = await db.$transaction(async (tx) => {
    const context = await contextOf(services, {
      actor: staff,
      channel: 'api',
      address: '192.0.2.1',
      requestId: 'size',
    });
    const [order] = orders;
    if (!order) throw new Error('The database has no order.');
    return (await context.describe(tx, context, { ...order, orderId: order.id, version: 1 })).body.length;
  });
  show('body', `${(size / 1_024).toFixed(1)} KB`);
  await idle();
  await batch();
  for (const answerAfter of [0, 300]) for (const workers of [1, 2]) await throughput(workers, answerAfter);
  console.log(`\n${rows.map(([what, value]) => `| ${what} | ${value} |`).join('\n')}`);
} finally {
  await db.$disconnect();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
