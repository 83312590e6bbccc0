import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { createWorld, type Receiver, startReceiver } from '@channel/webhooks/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { end, environmentOn, startProcess } from '../events/testing/programs.ts';

const SHUTDOWN_SECONDS = 2;
/** Milliseconds; less than 10 s, after which the jobs of workers that are gone are looked for. */
const SOON = 6_000;
const TIMEOUT = 60_000;

let database: TestDatabase;
let receiver: Receiver;
let hangs = true;
const workers: ChildProcess[] = [];

beforeEach(async () => {
  database = await testDatabase();
  receiver = await startReceiver((response) => {
    if (!hangs) response.end();
  });
}, TIMEOUT);
afterEach(async () => {
  for (const worker of workers.splice(0)) await end(worker, 'SIGKILL');
  await receiver.close();
  await database.drop();
});

async function startWorker(): Promise<ChildProcess> {
  const times = { SHUTDOWN_TIMEOUT_SECONDS: String(SHUTDOWN_SECONDS), WEBHOOK_TIMEOUT_SECONDS: '60' };
  const worker = await startProcess('worker.ts', environmentOn(database.application, times));
  workers.push(worker);
  return worker;
}

it('a worker that is stopped returns a job that does not end, and another worker takes it at once', {
  timeout: TIMEOUT,
}, async () => {
  const world = createWorld(database.db);
  await world.endpoint(receiver.url);
  const first = await startWorker();
  await world.events([await world.order()], new Date());
  await receiver.count(1);

  const ended = once(first, 'exit');
  first.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const held = await database.db
    .$queryRaw`SELECT task_identifier FROM graphile_worker.jobs WHERE locked_by IS NOT NULL`;
  expect(held).toEqual([]);

  hangs = false;
  await startWorker();
  const succeeded = () => database.db.webhookDelivery.count({ where: { status: 'succeeded' } });
  await expect.poll(succeeded, { timeout: SOON }).toBe(1);
});
