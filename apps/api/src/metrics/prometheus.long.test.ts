import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { end, environmentOn, freePort, startProcess } from '../events/testing/programs.ts';

/* A real Prometheus scrapes a real API and a real worker, and checks the alerts. */

/** Milliseconds, with the installation of Prometheus. */
const START = 180_000;
const monitoring = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'monitoring');
const run = promisify(execFile);

/** Installs Prometheus where that is possible. @throws with what is missing */
function requirePrometheus(): void {
  const isThere = () => {
    try {
      execFileSync('prometheus', ['--version'], { stdio: 'ignore' });
      execFileSync('promtool', ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  if (isThere()) return;
  if (process.getuid?.() === 0) execFileSync('apt-get', ['install', '-y', 'prometheus'], { stdio: 'ignore' });
  if (!isThere()) throw new Error('This test needs `prometheus` and `promtool`: apt-get install -y prometheus');
}

let folder: string;
let database: TestDatabase;
let programs: ChildProcess[] = [];
let prometheus: ChildProcess;
let [apiPort, metricsPort, prometheusPort] = [0, 0, 0];

/** A port that is free together with the next one, which the worker takes. */
async function freePair(): Promise<number> {
  for (;;) {
    const port = await freePort();
    const { createServer } = await import('node:net');
    const isFree = await new Promise<boolean>((resolve) => {
      const next = createServer()
        .once('error', () => resolve(false))
        .listen(port + 1, '127.0.0.1', () => next.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

beforeAll(async () => {
  requirePrometheus();
  folder = mkdtempSync(join(tmpdir(), 'channel-prometheus-'));
  cpSync(monitoring, folder, { recursive: true });
  database = await testDatabase();
  [apiPort, metricsPort, prometheusPort] = [await freePort(), await freePair(), await freePort()];
  const env = environmentOn(database.application, { API_PORT: String(apiPort), METRICS_PORT: String(metricsPort) });
  programs = await Promise.all([startProcess('main.ts', env), startProcess('worker.ts', env)]);
  const config = readFileSync(join(folder, 'prometheus.yml'), 'utf8')
    .replace('scrape_interval: 15s', 'scrape_interval: 1s')
    .replace('scrape_timeout: 5s', 'scrape_timeout: 1s')
    .replace(':9464', `:${metricsPort}`)
    .replace(':9465', `:${metricsPort + 1}`);
  writeFileSync(join(folder, 'prometheus.yml'), config);
  prometheus = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${prometheusPort}`,
    ],
    { stdio: 'ignore' },
  );
}, START);
afterAll(async () => {
  if (prometheus) await end(prometheus);
  for (const program of programs) await end(program, 'SIGKILL');
  await database?.drop();
  if (folder) rmSync(folder, { recursive: true, force: true });
}, 60_000);

type Sample = { metric: Record<string, string>; value: [number, string] };

/** The series of an expression, as Prometheus has them now; none while it starts. */
async function series(query: string): Promise<Sample[]> {
  const url = `http://127.0.0.1:${prometheusPort}/api/v1/query?${new URLSearchParams({ query })}`;
  const answer = await fetch(url).catch(() => undefined);
  return answer?.ok ? (await answer.json()).data.result : [];
}
const value = async (query: string) => Number((await series(query))[0]?.value[1]);

describe('Prometheus', () => {
  it('scrapes the API and a worker', async () => {
    for (const job of ['channel-api', 'channel-worker'])
      await expect.poll(() => value(`up{job="${job}"}`), { timeout: 30_000 }).toBe(1);
    await fetch(`http://127.0.0.1:${apiPort}/healthz`);
    const requests =
      'http_server_request_duration_seconds_count{http_route="/healthz",http_response_status_code="200"}';
    await expect.poll(() => value(requests), { timeout: 10_000 }).toBe(1);
    for (const job of ['channel-api', 'channel-worker'])
      expect([job, await value(`channel_database_up{job="${job}"}`)]).toEqual([job, 1]);
    expect(await value('sum(channel_webhook_attempts_total{job="channel-worker"})')).toBe(0);
    expect(await value('channel_holds{job="channel-worker",state="open"}')).toBe(0);
    expect(await value('count({job="channel-api"})')).toBeGreaterThan(50);
  }, 60_000);

  it('knows when a process is gone', async () => {
    const [, worker] = programs;
    if (worker) await end(worker, 'SIGKILL');
    await expect.poll(() => value('up{job="channel-worker"}'), { timeout: 30_000 }).toBe(0);
  }, 60_000);
});

describe('the alerts', () => {
  it('fire on the bad series and stay silent on the good ones', async () => {
    const { stdout } = await run('promtool', ['test', 'rules', join(folder, 'alerts.test.yml')]);
    expect(stdout).toContain('SUCCESS');
  });

  it('are all tested, and a change of any of them is noticed', async () => {
    const rules = readFileSync(join(folder, 'alerts.yml'), 'utf8');
    const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
    const tests = readFileSync(join(folder, 'alerts.test.yml'), 'utf8');
    expect(
      names.filter((name) => !tests.includes(`name: ${name}, bad`) || !tests.includes(`name: ${name}, good`)),
    ).toEqual([]);
    // With an expression that is never true no alert fires, with one that always is each does.
    for (const expression of ['vector(0) > 1', 'vector(1)']) {
      writeFileSync(join(folder, 'alerts.yml'), rules.replaceAll(/expr: .*/g, `expr: '${expression}'`));
      const { stderr } = await run('promtool', ['test', 'rules', join(folder, 'alerts.test.yml')]).catch(Object);
      // promtool lists the failures alone.
      expect(names.filter((name) => !stderr.includes(name))).toEqual([]);
    }
    writeFileSync(join(folder, 'alerts.yml'), rules);
  });
});
