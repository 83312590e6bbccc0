import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFamily } from '@channel/auth';
import { createFactories, programSettings, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_MEDIA, DEMO_TIMEOUT, demoAt } from '../testing/demo.ts';
import { NOW, SECRET_KEY } from '../testing/start-server.ts';

/*
 * One organization sends ten times its quota to two API processes; another one reads its orders. Quiet runs and runs under
 * this load take turns, so that what else the machine does meets both.
 */

const SECONDS = 2;
/** Requests of the busy organization in a second: ten times its quota. */
const RATE = 120;
const QUOTA = (RATE / 10) * SECONDS;
const RUN_MS = 5_000;
const PAIRS = 5;

let database: TestDatabase;
let tokens: { busy: string; quiet: string };
beforeAll(async () => {
  database = await testDatabase({ world: demoAt(NOW, SECRET_KEY) });
  const { db } = database;
  const make = createFactories(db);
  const seller = await db.user.findFirstOrThrow({ where: { username: 'admin' } });
  const { id: organizationId } = await db.organization.create({
    // It sends more than the default in this test.
    data: { name: 'Quiet', currencyCode: 'EUR', timeZone: 'Europe/Amsterdam', requestQuota: 100_000 },
  });
  const quiet = await make.user({ roles: [(await make.role({ organizationId, clientId: null })).id] });
  const tokenOf = async (id: number) =>
    (await startFamily(db, id, new Date(), loadSettings({ SECRET_KEY }))).accessToken;
  tokens = { busy: await tokenOf(seller.id), quiet: await tokenOf(quiet.id) };
}, DEMO_TIMEOUT);
afterAll(() => database.drop());

/** Two API processes on the database. */
async function startProcesses(env: Record<string, string>): Promise<{ urls: string[]; end(): Promise<void> }> {
  const start = async (): Promise<[ChildProcess, string]> => {
    const child = fork(join(import.meta.dirname, '../testing/api-process.ts'), {
      execArgv: ['--expose-gc'],
      env: {
        PATH: process.env.PATH,
        SECRET_KEY,
        ...env,
        ...programSettings(database.application),
        TEST_NOW: 'present',
        TEST_MEDIA: DEMO_MEDIA,
      },
    });
    const [{ url }] = await once(child, 'message');
    return [child, url];
  };
  const started = [await start(), await start()];
  const end = async ([child]: [ChildProcess, string]) => {
    child.send({ end: true });
    await once(child, 'exit');
  };
  return { urls: started.map(([, url]) => url), end: async () => void (await Promise.all(started.map(end))) };
}

const get = async (url: string, path: string, token: string): Promise<number> => {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer.status;
};

/** Sends requests of the busy organization at a steady rate until it is ended. Returns the statuses. */
function attack(urls: readonly string[]): () => Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const open: Promise<void>[] = [];
  const begun = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) / 1_000) * RATE;
    while (open.length < due) {
      const sent = get(urls[open.length % urls.length] ?? '', '/v1/orders?per_page=100', tokens.busy);
      const note = (status: number) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
      };
      open.push(sent.then(note));
    }
  }, 5);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
    return statuses;
  };
}

/** The 99th percentile of the other organization's requests in milliseconds, one after the other for a while. */
async function p99(urls: readonly string[]): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + RUN_MS;
  while (performance.now() < end) {
    const begun = performance.now();
    const status = await get(urls[times.length % urls.length] ?? '', '/v1/orders', tokens.quiet);
    times.push(performance.now() - begun);
    // A quiet organization is never refused.
    expect(status).toBe(200);
    await sleep(5);
  }
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

/** The median of the ratios of runs under load to quiet ones. */
async function medianRatio(env: Record<string, string>): Promise<number> {
  const processes = await startProcesses(env);
  try {
    const { urls } = processes;
    await p99(urls);
    const ratios: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const quiet = await p99(urls);
      const stop = attack(urls);
      const loaded = await p99(urls);
      const statuses = await stop();
      ratios.push(loaded / quiet);
      console.log({ env, quiet: quiet.toFixed(1), loaded: loaded.toFixed(1), statuses });
    }
    ratios.sort((one, other) => one - other);
    return ratios[Math.floor(PAIRS / 2)] ?? Number.NaN;
  } finally {
    await processes.end();
  }
}

it('an organization at ten times its quota slows another one by at most a fifth', { timeout: 600_000 }, async () => {
  const limited = await medianRatio({
    ORGANIZATION_REQUESTS: String(QUOTA),
    ORGANIZATION_REQUESTS_SECONDS: String(SECONDS),
  });
  const unlimited = await medianRatio({ ORGANIZATION_REQUESTS: '0' });
  console.log({ limited, unlimited });
  expect(limited).toBeLessThanOrEqual(1.2);
  // Without a quota the same requests do slow it.
  expect(unlimited).toBeGreaterThan(1.2);
});
