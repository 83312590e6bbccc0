import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFamily } from '@channel/auth';
import { freePort } from '@channel/e2e/stack/program.ts';
import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { root } from '../place.ts';
import { INSTALL_TIMEOUT, installProxies, type RunningProxy, startProxy } from './testing/run-proxy.ts';
import { send } from './testing/send-through.ts';
import { type Request, SteadyDriver } from './testing/steady-driver.ts';

/* Two API processes behind HAProxy, as docs/operations.md describes, are restarted in turn while bookings arrive. */

const ROLLS = 20;
const RATE = 20;
const ENOUGH = 5_000;
const DRAIN_SECONDS = 4;
/** Kills until a booking must have failed: each happens while a booking is in progress at one of two processes. */
const MAX_KILLS = 20;
/** Milliseconds for the probes of HAProxy to see a process that listens, and for everything. */
const [SEEN, TIMEOUT] = [1_500, 900_000];

let database: TestDatabase;
let booking: Request;
const ports: [number, number] = [0, 0];
const processes: ChildProcess[] = [];
let proxy: RunningProxy;

beforeAll(async () => {
  await installProxies();
  database = await testDatabase();
  const make = createFactories(database.db);
  const seller = await make.userWith(['products.book', 'orders.view-all']);
  const offer = await make.offer([seller.role.id], {
    level: { availabilityType: 'pass' },
    departure: { capacity: 1_000_000 },
  });
  const { accessToken } = await startFamily(database.db, seller.id, new Date(), loadSettings({}));
  booking = {
    method: 'POST',
    path: `/v1/pos/roles/${seller.role.id}/service_levels/${offer.level.id}/orders`,
    headers: { authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ passengers: [{ first_name: 'A' }], details: { availability_id: offer.departure.id } }),
  };
  for (const at of [0, 1] as const) {
    ports[at] = await freePort();
    await start(at);
  }
  proxy = await startProxy('haproxy', { api: ports, console: ports[0] });
}, INSTALL_TIMEOUT);
afterEach(() => console.log(`load ${loadavg()[0]?.toFixed(1)}`));
afterAll(async () => {
  await proxy?.stop();
  for (const child of processes) child.kill('SIGKILL');
  await database.drop();
});

async function start(at: 0 | 1): Promise<void> {
  const child = fork(join(root, 'apps/api/src/main.ts'), {
    env: {
      ...process.env,
      ...{ DATABASE_URL: database.application, SECRET_KEY: 'a key that only tests know, 32 and more' },
      ...{ WEBHOOK_HTTPS_ONLY: '0', LOG_LEVEL: 'error', API_PORT: String(ports[at]) },
      ...{ DRAIN_SECONDS: String(DRAIN_SECONDS), TRUST_PROXY: '127.0.0.1' },
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  processes[at] = child;
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The API ended with ${code} before it listened.`);
  });
  ended.catch(() => {});
  await Promise.race([once(child, 'message'), ended]);
}

/** Ends a process, starts it again, and waits until HAProxy sends requests to it. @returns how it ended */
async function restart(at: 0 | 1, signal: NodeJS.Signals): Promise<unknown[]> {
  const ended = once(processes[at] ?? process, 'exit');
  processes[at]?.kill(signal);
  const how = await ended;
  await start(at);
  // HAProxy has no interface here that tells when it has seen the process.
  await sleep(SEEN);
  return how;
}

/** Sends bookings as soon as HAProxy passes them on. */
async function drive(): Promise<SteadyDriver> {
  await expect.poll(async () => (await send(proxy.port, 'GET', '/readyz')).status).toBe(200);
  return new SteadyDriver(proxy.port, [booking], RATE);
}

const report = (what: string, { statuses, slowest }: SteadyDriver) =>
  console.log(`${what}: ${JSON.stringify(Object.fromEntries(statuses))}, slowest ${Math.round(slowest)} ms`);

it(`${ROLLS} rolling restarts lose none of ${ENOUGH} bookings`, { timeout: TIMEOUT }, async () => {
  const driver = await drive();
  const ends: unknown[] = [];
  for (let roll = 0; roll < ROLLS; roll += 1) {
    for (const at of [0, 1] as const) ends.push(await restart(at, 'SIGTERM'));
  }
  // A fast machine has restarted both before enough bookings were sent.
  while (driver.succeeded < ENOUGH) await sleep(1_000);
  await driver.stop();
  report(`${ROLLS} rolls`, driver);
  expect(ends).toEqual(Array.from({ length: 2 * ROLLS }, () => [0, null]));
  expect([...driver.statuses.keys()]).toEqual([200]);
  expect(driver.succeeded).toBeGreaterThanOrEqual(ENOUGH);
  expect(await database.db.order.count()).toBe(driver.succeeded);
});

it('kills lose bookings, which the same driver sees', { timeout: TIMEOUT }, async () => {
  const driver = await drive();
  let kills = 0;
  for (; driver.failed === 0 && kills < MAX_KILLS; kills += 1) {
    while (driver.open === 0) await sleep(1);
    await restart(kills % 2 === 0 ? 0 : 1, 'SIGKILL');
  }
  await driver.stop();
  report(`${kills} kills`, driver);
  expect(driver.failed).toBeGreaterThan(0);
});
