import { type ChildProcess, execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { end, environmentOn, freePort, startProcess } from '../events/testing/programs.ts';
import { alertsIn, measuredBy, queriesIn, readMonitoring } from './testing/expressions.ts';
import { causeIncidents } from './testing/incidents.ts';
import { type Prometheus, requirePrometheus, startPrometheus } from './testing/prometheus.ts';

/* A real Prometheus scrapes a real API and a real worker, answers the queries of the dashboard, and checks the alerts. */

/** Milliseconds, with the installation of Prometheus. */
const START = 300_000;
const run = promisify(execFile);

let database: TestDatabase;
let programs: ChildProcess[] = [];
let prometheus: Prometheus;
let api: string;

/** A port that is free together with the next one, which the worker takes. */
async function freePair(): Promise<number> {
  for (;;) {
    const port = await freePort();
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
  database = await testDatabase();
  const [apiPort, metricsPort] = [await freePort(), await freePair()];
  api = `http://127.0.0.1:${apiPort}`;
  const env = environmentOn(database.application, {
    API_PORT: String(apiPort),
    METRICS_PORT: String(metricsPort),
    // The primary is not read, and has the series of a replica.
    DATABASE_REPLICA_URLS: database.application,
  });
  programs = await Promise.all([startProcess('main.ts', env), startProcess('worker.ts', env)]);
  prometheus = await startPrometheus(metricsPort);
}, START);
afterAll(async () => {
  await prometheus?.stop();
  for (const program of programs) await end(program, 'SIGKILL');
  await database?.drop();
}, 60_000);

const value = async (query: string) => Number((await prometheus.series(query))[0]?.value[1]);

describe('Prometheus', () => {
  it('scrapes the API and a worker', async () => {
    for (const job of ['channel-api', 'channel-worker'])
      await expect.poll(() => value(`up{job="${job}"}`), { timeout: 30_000 }).toBe(1);
    await fetch(`${api}/healthz`);
    const requests =
      'http_server_request_duration_seconds_count{http_route="/healthz",http_response_status_code="200"}';
    await expect.poll(() => value(requests), { timeout: 10_000 }).toBe(1);
    for (const job of ['channel-api', 'channel-worker'])
      expect([job, await value(`channel_database_up{job="${job}"}`)]).toEqual([job, 1]);
    expect(await value('sum(channel_webhook_attempts_total{job="channel-worker"})')).toBe(0);
    expect(await value('channel_holds{job="channel-worker",state="open"}')).toBe(0);
    expect(await value('count({job="channel-api"})')).toBeGreaterThan(50);
  }, 60_000);

  it('has series for each query of the dashboard and of the alerts, once everything has happened', async () => {
    const queries = queriesIn(readMonitoring('dashboard.json'));
    const alerts = alertsIn(readMonitoring('alerts.yml'));
    const expressions = [...queries.map(({ expr }) => expr), ...alerts.map(measuredBy)];
    expect(expressions.length).toBeGreaterThan(35);
    const cause = await causeIncidents(database.db, api);
    const has = async (query: string) =>
      (await prometheus.series(query)).some((each) => Number.isFinite(Number(each.value[1])));
    let without = expressions;
    for (let second = 0; second < 60 && without.length > 0; second += 1) {
      await cause();
      await sleep(1_000);
      const found = await Promise.all(without.map(has));
      without = without.filter((_, index) => !found[index]);
    }
    expect(without).toEqual([]);
    // The names of a legend are labels.
    for (const { panel, expr, legendFormat = '' } of queries)
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
        expect([panel, (await prometheus.series(expr)).filter(({ metric }) => !metric[label])]).toEqual([panel, []]);
    // A planted mistake in each is found: a metric, a label or a value that does not exist.
    const planted = expressions.flatMap((each) => [
      each.replaceAll(/\b(up|(?:channel|http|db|nodejs|process)_\w+)\b(?=[[{)]| ?=|$)/g, '$1_of_nothing'),
      ...(each.includes('="') ? [each.replaceAll('="', '="no ')] : []),
    ]);
    expect(planted.filter((each) => expressions.includes(each))).toEqual([]);
    const foundWrongly = await Promise.all(planted.map(has));
    expect(planted.filter((_, index) => foundWrongly[index])).toEqual([]);
    expect(await prometheus.health()).toEqual(Object.fromEntries(alerts.map(({ name }) => [name, 'ok'])));
  }, 180_000);

  it('knows when a process is gone', async () => {
    const [, worker] = programs;
    if (worker) await end(worker, 'SIGKILL');
    await expect.poll(() => value('up{job="channel-worker"}'), { timeout: 30_000 }).toBe(0);
  }, 60_000);
});

describe('the alerts', () => {
  const test = () => run('promtool', ['test', 'rules', join(prometheus.folder, 'alerts.test.yml')]);

  it('fire on the bad series and stay silent on the good ones', async () => {
    expect((await test()).stdout).toContain('SUCCESS');
  });

  it('are all tested, and a change of any of them is noticed', async () => {
    const file = join(prometheus.folder, 'alerts.yml');
    const rules = readFileSync(file, 'utf8');
    const names = alertsIn(rules).map(({ name }) => name);
    const tests = readMonitoring('alerts.test.yml');
    expect(
      names.filter((name) => !tests.includes(`name: ${name}, bad`) || !tests.includes(`name: ${name}, good`)),
    ).toEqual([]);
    // With an expression that is never true no alert fires, with one that always is each does.
    for (const expression of ['vector(0) > 1', 'vector(1)']) {
      writeFileSync(file, rules.replaceAll(/expr: .*/g, `expr: '${expression}'`));
      const { stderr } = await test().catch(Object);
      // promtool lists the failures alone.
      expect(names.filter((name) => !stderr.includes(name))).toEqual([]);
    }
    writeFileSync(file, rules);
  });
});
