import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { end, environmentOn, freePort, startProcess } from '../events/testing/programs.ts';

const REQUESTS = 40;

let database: TestDatabase;
let primary: ChildProcess;
let [api, metrics] = [0, 0];

beforeAll(async () => {
  database = await testDatabase();
  [api, metrics] = [await freePort(), await freePort()];
  const more = { API_PORT: String(api), API_PROCESSES: '2', METRICS_PORT: String(metrics) };
  primary = await startProcess('main.ts', environmentOn(database.application, more));
}, 60_000);
afterAll(async () => {
  await end(primary, 'SIGKILL');
  await database.drop();
});

/** The requests to `/healthz` that all processes have answered, by a scrape. */
async function counted(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  const line = /^http_server_request_duration_seconds_count\{.*http_route="\/healthz".*\} (\d+)$/m.exec(text);
  return Number(line?.[1] ?? 0);
}
const children = () =>
  execFileSync('pgrep', ['-P', String(primary.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);

it('several processes are counted together, and no sum falls when one of them ends', async () => {
  for (let number = 0; number < REQUESTS; number += 1)
    await fetch(`http://127.0.0.1:${api}/healthz`, { headers: { connection: 'close' } });
  expect(await counted()).toBe(REQUESTS);
  const [one] = children();
  process.kill(one ?? 0, 'SIGKILL');
  await expect.poll(() => children().includes(one ?? 0)).toBe(false);
  expect(await counted()).toBe(REQUESTS);
}, 60_000);

it('a scrape that meets a process which was just killed is answered', async () => {
  const before = await counted();
  // The parent process learns of the scrape before it learns of the end.
  primary.kill('SIGSTOP');
  const scrape = counted();
  process.kill(children()[0] ?? 0, 'SIGKILL');
  primary.kill('SIGCONT');
  expect(await scrape).toBe(before);
  expect([primary.exitCode, primary.signalCode]).toEqual([null, null]);
}, 60_000);
