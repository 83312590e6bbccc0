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
 * One organization sends to two API processes; another one reads its orders. Runs in which the first sends nothing, what its
 * quota permits, and ten times as much take turns, so that what else the machine does meets all of them. What the quota
 * permits takes processor time; what is beyond it should take hardly any.
 */

/** The window of the quota. */
const SECONDS = 2;
/** Requests of the busy organization in a second that its quota permits. */
const RATE = 12;
const QUOTA = RATE * SECONDS;
/** Milliseconds of one turn: enough requests for a 99th percentile, and for several collections of garbage. */
const TURN = 10_000;
const RUNS = 5;

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
function attack(urls: readonly string[], rate: number): () => Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const open: Promise<void>[] = [];
  const begun = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) / 1_000) * rate;
    while (open.length < due) {
      const sent = get(urls[open.length % urls.length] ?? '', '/v1/orders', tokens.busy);
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

/** The milliseconds of the other organization's requests, one after the other for one turn. */
async function timesOfOther(urls: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + TURN;
  while (performance.now() < end) {
    const begun = performance.now();
    const status = await get(urls[times.length % urls.length] ?? '', '/v1/orders', tokens.quiet);
    times.push(performance.now() - begun);
    // A quiet organization is never refused.
    expect(status).toBe(200);
    await sleep(5);
  }
  return times;
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** The median of how often the p99 beyond the quota is that at the quota, and that of an idle server. */
async function medianRatios(env: Record<string, string>): Promise<{ toQuota: number; toIdle: number }> {
  const processes = await startProcesses(env);
  let refused = 0;
  try {
    const { urls } = processes;
    await timesOfOther(urls);
    // Once: it may use a quota at once until its first refusal, and is paced from then on.
    const stop = attack(urls, 10 * RATE);
    await timesOfOther(urls);
    await stop();
    const runs: { idle: number; atQuota: number; beyond: number }[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const measured = { idle: 0, atQuota: 0, beyond: 0 };
      for (const [kind, rate] of [
        ['idle', 0],
        ['atQuota', RATE],
        ['beyond', 10 * RATE],
      ] as const) {
        const stop = attack(urls, rate);
        measured[kind] = p99(await timesOfOther(urls));
        refused = (await stop())[429] ?? 0;
      }
      runs.push(measured);
      console.log({ env, ...runs.at(-1), refused });
    }
    return {
      toQuota: median(runs.map(({ atQuota, beyond }) => beyond / atQuota)),
      toIdle: median(runs.map(({ idle, beyond }) => beyond / idle)),
    };
  } finally {
    await processes.end();
  }
}

it('an organization at ten times its quota slows another one by at most a fifth more than at its quota', {
  timeout: 600_000,
}, async () => {
  const limited = await medianRatios({
    ORGANIZATION_REQUESTS: String(QUOTA),
    ORGANIZATION_REQUESTS_SECONDS: String(SECONDS),
  });
  const unlimited = await medianRatios({ ORGANIZATION_REQUESTS: '0' });
  console.log({ limited, unlimited });
  expect(limited.toQuota).toBeLessThanOrEqual(1.2);
  // Without a quota the same requests do slow it.
  expect(unlimited.toQuota).toBeGreaterThan(1.2);
});
