import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseProxy, startProxy, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import type { Runner } from 'graphile-worker';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SteadyRunner, steadyRunner } from './steady-runner.ts';

/* The connections of the queue: what happens where a new one hangs, and where all are in use. */

/** Milliseconds to connect. */
const LIMIT = 300;

let database: TestDatabase;
let proxy: DatabaseProxy;
let runner: SteadyRunner;
let queue: Runner | undefined;
let lines: string[];
let done: string[];
let begun: number;

beforeEach(async () => {
  database = await testDatabase();
  proxy = await startProxy(database.application);
  [lines, done, begun] = [[], [], 0];
  runner = await steadyRunner({
    connectionString: proxy.connectionString,
    connections: 2,
    connectMs: LIMIT,
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) }),
    queue: {
      taskList: {
        quick: () => void done.push('quick'),
        // It uses the only connection on which the queue does not listen.
        hold: (_payload, { withPgClient }) =>
          withPgClient(async () => {
            await sleep(4 * LIMIT);
            done.push('hold');
          }),
      },
      concurrency: 2,
    },
    onBegin: async (started) => {
      queue = started;
      begun += 1;
    },
  });
});
afterEach(async () => {
  await runner.stop();
  await proxy.close();
  await database.drop();
});

it('a worker goes on after connections were accepted and never answered', async () => {
  proxy.swallow();
  const retried = () => lines.filter((line) => line.includes('it will be retried')).length;
  await expect.poll(retried).toBeGreaterThan(0);
  proxy.open();
  await expect.poll(() => begun).toBe(2);
  await queue?.addJob('quick', {});
  await expect.poll(() => done).toEqual(['quick']);
});

it('a worker waits for a connection in use longer than for a new one', async () => {
  await queue?.addJob('hold', {});
  await queue?.addJob('quick', {});
  await expect.poll(() => done.toSorted()).toEqual(['hold', 'quick']);
  expect([lines, begun]).toEqual([[], 1]);
});
