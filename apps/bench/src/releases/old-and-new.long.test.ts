import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@channel/e2e/stack/program.ts';
import { startEmbedded } from '@channel/prisma/embedded';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { checkOut, removeCommits } from '../compare/commits.ts';
import { inCommit } from '../compare/sides.ts';
import { signInByV1 } from '../compare/sign-in.ts';
import { claim, postgresDir, root } from '../place.ts';
import { installProxies, type RunningProxy, startProxy } from '../proxies/testing/run-proxy.ts';
import { send } from '../proxies/testing/send-through.ts';
import { type Request, SteadyDriver } from '../proxies/testing/steady-driver.ts';
import { v1Request } from '../targets/target.ts';
import { findFacts } from '../workloads/facts.ts';
import { reads } from '../workloads/reads.ts';
import { writes } from '../workloads/writes.ts';
import { connected, copyWorld, databaseUrl, environment } from '../world/load-world.ts';

/*
 * `npm run upgrade` under load: two processes of the last release behind HAProxy, on a database of that release; a backup
 * and the migrations of this work tree; one process after the other of this release, and back again.
 */

const ORDERS = Number(process.env.RELEASE_ORDERS ?? 200_000);
const RATE = 20;
/** Milliseconds that no answer may take, and that a return to the last release may take for both processes. */
const [STALL, RETURN] = [1_000, 30_000];
const DRAIN_SECONDS = 4;
/** Milliseconds for the probes of HAProxy to see a process, and of each part of the upgrade. */
const [SEEN, PART] = [1_500, 10_000];
const MAKING = 3_600_000;
const READS = ['one order', 'product detail', 'orders, page 1'];

const released: { commit: string } = JSON.parse(readFileSync(join(root, 'docs/release/release.json'), 'utf8'));
const endings: (() => unknown)[] = [];
const ports: [number, number] = [0, 0];
const processes: ChildProcess[] = [];
/** The folder of the release that each process runs. */
const homes: [string, string] = ['', ''];
/** A release that does not start. */
let broken = '';
/** The link from which the processes run, what restarts them, and where backups go. */
let link: string;
let supervisor: string;
let backup: Readonly<Record<string, string>>;
let database: string;
let old: string;
let requests: Request[];
let proxy: RunningProxy;

beforeAll(async () => {
  endings.push(claim(), removeCommits);
  await installProxies();
  const postgres = await startEmbedded({ dataDir: postgresDir });
  endings.push(() => postgres.stop());
  const server = postgres.superuser;
  old = await checkOut(released.commit, console.log);
  const { name } = await inCommit<{ name: string }>(console.log, old, 'data-set', server, ORDERS);
  database = await copyWorld(server, name, 'run_release');
  await connected(database, (client) => client.query('VACUUM (ANALYZE)'));
  for (const at of [0, 1] as const) {
    ports[at] = await freePort();
    await start(at, old);
  }
  const folder = mkdtempSync(join(tmpdir(), 'channel-upgrade-'));
  endings.push(() => rmSync(folder, { recursive: true }));
  link = join(folder, 'current');
  symlinkSync(old, link);
  backup = { BACKUP_DIR: join(folder, 'backup'), BACKUP_DATABASE_URL: databaseUrl(postgres.backup, 'run_release') };
  const listening = createServer((_request, response) => {
    restart().then(
      () => response.end(),
      (error) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  endings.push(() => listening.close());
  supervisor = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`;
  // A build takes all processors, so it is none of what is measured.
  await promisify(execFile)(process.execPath, [join(root, 'scripts/stack/build-console.ts')], { cwd: root });
  const viewers = await signInByV1({ port: ports[0] });
  const facts = await connected(database, (client) => findFacts(client, viewers));
  const read = reads(facts).filter(({ name }) => READS.includes(name));
  const booking = writes(facts).filter(({ name }) => name === 'booking for two');
  expect([read.length, booking.length]).toEqual([READS.length, 1]);
  requests = Array.from({ length: 500 }, (_nothing, index) => {
    // Every second request is a booking.
    const from = index % 2 === 0 ? booking[0] : read[(index >> 1) % read.length];
    const request = from?.requests[index % from.requests.length];
    if (!request) throw new Error('a workload has no requests');
    const { method, path, headers, body } = v1Request(request);
    return {
      method,
      path,
      headers: headers as Record<string, string>,
      ...(body !== undefined && { body: String(body) }),
    };
  });
  proxy = await startProxy('haproxy', { api: ports, console: ports[0] });
}, MAKING);
afterEach(() => console.log(`load ${loadavg()[0]?.toFixed(1)}`));
afterAll(async () => {
  await proxy?.stop();
  for (const child of processes) child.kill('SIGKILL');
  for (const end of endings.reverse()) await end();
}, MAKING);

async function start(at: 0 | 1, home: string): Promise<void> {
  const child = fork(join(home, 'apps/api/src/main.ts'), {
    cwd: home,
    env: {
      ...process.env,
      ...environment(database),
      ...{ LOG_LEVEL: 'error', API_PORT: String(ports[at]), DRAIN_SECONDS: String(DRAIN_SECONDS) },
      ...(home === broken && { DATABASE_POOL_SIZE: 'many' }),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  processes[at] = child;
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The API of ${home} ended with ${code} before it listened.`);
  });
  ended.catch(() => {});
  await Promise.race([once(child, 'message'), ended]);
  homes[at] = home;
}

/** Restarts both processes in turn from the folder to which the link leads, as a service manager does. */
async function restart(): Promise<void> {
  for (const at of [0, 1] as const) {
    const child = processes[at];
    if (child?.exitCode === null) {
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    }
    await start(at, realpathSync(link));
    await sleep(SEEN);
  }
}

/** Runs `npm run upgrade` of this work tree. @returns what it printed */
async function upgrade(...more: string[]): Promise<string> {
  const ready = ports.flatMap((port) => ['--ready', `http://127.0.0.1:${port}/readyz`]);
  // The supervisor answers when both processes have started.
  const command = `'${process.execPath}' -e "fetch('${supervisor}').then(({ ok }) => process.exit(ok ? 0 : 1))"`;
  const args = [join(root, 'scripts/stack/upgrade.ts'), '--link', link, '--restart', command, ...ready, ...more];
  const env = { ...process.env, ...environment(database), ...backup };
  const { stderr, stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 2 ** 24 });
  return stderr + stdout;
}

async function drive(): Promise<SteadyDriver> {
  await expect.poll(async () => (await send(proxy.port, 'GET', '/readyz')).status).toBe(200);
  // A process compiles its statements at the first requests, which are not measured here.
  const warm = new SteadyDriver(proxy.port, requests, RATE);
  await sleep(PART);
  await warm.stop();
  return new SteadyDriver(proxy.port, requests, RATE);
}

const report = (what: string, { statuses, slowest }: SteadyDriver) =>
  console.log(`${what}: ${JSON.stringify(Object.fromEntries(statuses))}, slowest ${Math.round(slowest)} ms`);

it('an upgrade and a return under load lose no request, and stall none', { timeout: MAKING }, async () => {
  const driver = await drive();
  console.log(await upgrade());
  expect(homes).toEqual([root, root]);
  await sleep(PART);
  report('upgraded', driver);
  const begun = performance.now();
  console.log(await upgrade('--back'));
  const took = performance.now() - begun;
  expect(homes).toEqual([old, old]);
  await sleep(PART);
  await driver.stop();
  report(`returned in ${(took / 1_000).toFixed(1)} s`, driver);
  expect([...driver.statuses.keys()]).toEqual([200]);
  expect(driver.slowest).toBeLessThan(STALL);
  expect(took).toBeLessThan(RETURN);
});

it('a release that does not start is taken back, without a lost request', { timeout: MAKING }, async () => {
  const driver = await drive();
  broken = root;
  const begun = performance.now();
  await expect(upgrade('--without-backup')).rejects.toThrow(`The release in ${old} runs again`);
  console.log(`taken back after ${Math.round((performance.now() - begun) / 1_000)} s`);
  expect(homes).toEqual([old, old]);
  await driver.stop();
  report('taken back', driver);
  expect([...driver.statuses.keys()]).toEqual([200]);
});

it('a lock that is held for longer is a stall, which the same driver sees', { timeout: MAKING }, async () => {
  const driver = await drive();
  await connected(database, (client) =>
    client.query('BEGIN; LOCK TABLE orders IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(2); COMMIT'),
  );
  await driver.stop();
  report('locked', driver);
  expect(driver.slowest).toBeGreaterThan(STALL);
});
