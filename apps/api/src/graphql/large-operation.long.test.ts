import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFamily } from '@channel/auth';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { createWorld } from '@channel/webhooks/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../events/testing/crashable.ts';
import { end, environmentOn, startProcess } from '../events/testing/programs.ts';
import { DEMO_TIMEOUT } from '../testing/index.ts';

/*
 * The largest operation that an operator can allow, in its own process: its deadline ends it, other requests are
 * answered meanwhile, and the process ends on a signal.
 */

const DELIVERIES = 450;
/** Costs about 92,000. */
const LARGE = `{ webhookDeliveries(perPage: ${DELIVERIES}) { id: databaseId event { id: databaseId deliveries { id: databaseId status event { id: databaseId } } } } }`;
const ALLOWED = { GRAPHQL_COST: '100000', GRAPHQL_COST_PER_MINUTE: '0', GRAPHQL_ANSWER_MEGABYTES: '0' };
/** Milliseconds. The machine may be busy. */
const TIMEOUT = 10_000;
const MEMORY = 512;

let database: TestDatabase;
let api: ChildProcess;
let url: string;
let headers: Record<string, string>;
let userId: number;

beforeEach(async () => {
  database = await testDatabase();
  const { db } = database;
  const world = createWorld(db);
  userId = (await world.userWith(['orders.view-all', 'console.access', 'administration', 'graphql.query'])).id;
  const { id: endpointId } = await world.endpoint('https://receiver.example/');
  const [order] = await world.orders(1);
  if (!order) throw new Error('The database has no order.');
  const [eventId = ''] = await world.events([order]);
  const at = new Date();
  await db.webhookDelivery.createMany({
    data: Array.from({ length: DELIVERIES }, () => ({
      ...{ eventId, endpointId, orderId: order.id },
      ...{ status: 'succeeded' as const, createdAt: at, finishedAt: at },
    })),
  });
}, DEMO_TIMEOUT);
afterEach(async () => {
  await end(api, 'SIGKILL');
  await database.drop();
});

async function start(seconds: number): Promise<void> {
  const port = await freePort();
  const env = environmentOn(database.application, {
    ...ALLOWED,
    API_PORT: String(port),
    GRAPHQL_SECONDS: String(seconds),
  });
  api = await startProcess('main.ts', env);
  url = `http://127.0.0.1:${port}`;
  const { accessToken } = await startFamily(database.db, userId, new Date(), loadSettings(env));
  headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
}

/** Sends the operation. @returns the codes of its errors; undefined when it was answered */
async function send(): Promise<string[] | undefined> {
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query: LARGE }) });
  const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  return errors?.map(({ extensions }) => extensions.code);
}

/** Peak memory of the process, in megabytes. */
const memory = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${api.pid}/status`, 'utf8'))?.[1]) / 1_024;

/** Probes the process repeatedly during the work. @returns milliseconds of each probe, sorted */
async function waitsDuring(work: Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const requested = performance.now();
    await fetch(`${url}/healthz`);
    waits.push(performance.now() - requested);
    await sleep(10);
  }
  await over;
  return waits.sort((one, other) => one - other);
}

it('ends at its deadline, in bounded memory, while other requests are answered', { timeout: 60_000 }, async () => {
  await start(1);
  const begun = performance.now();
  const sent = Promise.all([send(), send()]);
  const waits = await waitsDuring(sent);
  const took = performance.now() - begun;
  console.log({ took, p99: waits[Math.floor(waits.length * 0.99)], longest: waits.at(-1), memory: memory() });
  expect(await sent).toEqual([['DEADLINE'], ['DEADLINE']]);
  expect(took).toBeLessThan(TIMEOUT);
  expect(waits[Math.floor(waits.length / 2)]).toBeLessThan(150);
  expect(memory()).toBeLessThan(MEMORY);
});

it('is answered without a deadline', { timeout: 120_000 }, async () => {
  await start(0);
  const begun = performance.now();
  const sent = Promise.all([send(), send()]);
  const waits = await waitsDuring(sent);
  const took = performance.now() - begun;
  console.log({ took, p99: waits[Math.floor(waits.length * 0.99)], longest: waits.at(-1), memory: memory() });
  expect(await sent).toEqual([undefined, undefined]);
  expect(took).toBeGreaterThan(1_000);
});

it('does not keep the process from ending', { timeout: 60_000 }, async () => {
  await start(10);
  const sent = [send(), send(), send()].map((answer) => answer.catch(() => undefined));
  await sleep(500);
  const begun = performance.now();
  await end(api);
  const took = performance.now() - begun;
  console.log({ took });
  expect(api.exitCode).toBe(0);
  expect(took).toBeLessThan(TIMEOUT);
  await Promise.all(sent);
});
