import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../testing/http.ts';
import { bearerOf, DEMO_TIMEOUT, postGraphql, startServer, type TestServer } from '../testing/index.ts';
import { measureJobs } from './measure-jobs.ts';
import { createMetrics } from './metrics.ts';
import { type MetricsServer, serveMetrics } from './serve-metrics.ts';

/** The long tests send the full number. */
const REQUESTS = process.env.TEST_LONG === '1' ? 10_000 : 1_000;
/** Milliseconds, also on a machine with other load. */
const TIMEOUT = REQUESTS * 100;
/** Requests that are in progress together. */
const AT_ONCE = 8;
const MAX_SERIES = 2_000;
/** Milliseconds for a scrape, also while the database is away. */
const LIMIT = 2_000;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'MKCOL', 'PURGE', 'REPORT'];

let server: TestServer;
let port: MetricsServer;
let headers: { authorization: string };

beforeAll(async () => {
  server = await startServer({ world: 'demo', proxied: true, env: { METRICS_PORT: '9464', LIMIT_IN_PROGRESS: '0' } });
  const { metrics } = server.services;
  if (!metrics) throw new Error('The server measures nothing.');
  const log = pino({ level: 'error' });
  measureJobs(server.services, log);
  port = await serveMetrics({ host: '127.0.0.1', port: 0, log, text: () => metrics.registry.metrics() });
  headers = { authorization: await bearerOf(server, 'admin') };
}, DEMO_TIMEOUT);
afterAll(async () => {
  await port.close();
  await server.close();
});

const scrape = async () => {
  const answer = await fetch(`http://127.0.0.1:${port.port}/metrics`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return answer.text();
};
const seriesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
/** The value of a series, by its name and labels; 0 where it is missing. */
const valueIn = (text: string, series: string) =>
  Number(
    seriesOf(text)
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length) ?? 0,
  );
const value = async (series: string) => valueIn(await scrape(), series);

/** Sends a request of each number, some at once. */
async function sendAll(count: number, send: (number: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) {
      next += 1;
      await send(next);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Sends a request with an address, a method or an operation name that no other one has. */
async function sendUnusual(number: number): Promise<void> {
  if (number % 4 === 0) {
    const query = `query Name${number} { __typename }`;
    await postGraphql(server, { query, operationName: `Name${number}` }, { headers });
    return;
  }
  const path = [`/v1/orders/${number}`, `/${number}/x`, `/v1/no-${number}`][number % 3] ?? '/';
  await exchange(new URL(server.url + path), METHODS[number % METHODS.length] ?? 'GET', { headers });
}

describe('series', () => {
  it(
    'are few, whatever addresses, methods and names of operations clients send',
    async () => {
      await sendAll(REQUESTS, sendUnusual);
      const text = await scrape();
      const series = seriesOf(text);
      expect(series.length).toBeGreaterThan(100);
      expect(series.length).toBeLessThan(MAX_SERIES);
      expect(series.filter((line) => /\/\d|no-\d|Name\d/.test(line))).toEqual([]);
      const count = 'http_server_request_duration_seconds_count';
      const ofOthers = `${count}{http_route="unmatched",http_request_method="_OTHER",http_response_status_code="404"}`;
      expect(valueIn(text, ofOthers)).toBeGreaterThan(10);
      const sent = series.filter((line) => line.startsWith(count)).map((line) => Number(line.split(' ').at(-1)));
      expect(sent.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(REQUESTS);
      const operations = 'channel_graphql_operation_duration_seconds_count{graphql_operation_name="other"}';
      expect(valueIn(text, operations)).toBe(REQUESTS / 4);
    },
    TIMEOUT,
  );

  it('are many where the address of a request is a label', async () => {
    const { registry } = createMetrics();
    const { Counter } = await import('prom-client');
    const careless = new Counter({ name: 'careless_total', help: 'h', labelNames: ['url'], registers: [registry] });
    for (let number = 0; number < MAX_SERIES; number += 1) careless.inc({ url: `/v1/orders/${number}` });
    expect(seriesOf(await registry.metrics()).length).toBeGreaterThan(MAX_SERIES);
  });
});

describe('requests', () => {
  it('are counted by route, method and status, and operations by the names of persisted documents', async () => {
    const request =
      'http_server_request_duration_seconds_count{http_route="/healthz",http_request_method="GET",http_response_status_code="200"}';
    const before = await value(request);
    await fetch(`${server.url}/healthz`);
    expect(await value(request)).toBe(before + 1);
    const failed = 'channel_graphql_errors_total{graphql_operation_name="other",code="GRAPHQL_VALIDATION_FAILED"}';
    expect(await value(failed)).toBe(0);
    await postGraphql(server, { query: 'query Wrong { nothing }' }, { headers });
    expect(await value(failed)).toBe(1);
  });
});

describe('a scrape', () => {
  it('shows the connections and the round trips of the database', async () => {
    const text = await scrape();
    const pool = 'db_client_connection_pool_name="all"';
    expect(valueIn(text, `db_client_connection_max{${pool}}`)).toBe(5);
    expect(valueIn(text, `db_client_connection_count{${pool},db_client_connection_state="idle"}`)).toBeGreaterThan(0);
    expect(valueIn(text, 'db_client_operation_duration_seconds_count')).toBeGreaterThan(0);
    expect(valueIn(text, 'channel_database_up')).toBe(1);
    expect(text).toMatch(/^channel_holds\{state="open"\} \d+$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).toMatch(/^process_resident_memory_bytes /m);
  });

  it('answers in time while the database is away, with the last values', async () => {
    const { proxy } = server;
    if (!proxy) throw new Error('The server has no proxy.');
    const holds = 'channel_holds{state="open"}';
    const before = await value(holds);
    for (const breakDatabase of [() => proxy.refuse(), () => proxy.freeze()]) {
      breakDatabase();
      const begun = performance.now();
      const text = await scrape();
      expect(performance.now() - begun).toBeLessThan(LIMIT);
      expect([valueIn(text, 'channel_database_up'), valueIn(text, holds)]).toEqual([0, before]);
      expect(text).toContain(`${holds} `);
      proxy.open();
      await expect.poll(() => value('channel_database_up'), { timeout: 10_000 }).toBe(1);
    }
  }, 90_000);

  it('is the only thing on its port, and not on that of the API', async () => {
    const status = async (url: string, method = 'GET') => (await fetch(url, { method })).status;
    const own = `http://127.0.0.1:${port.port}`;
    expect([await status(`${own}/`), await status(`${own}/metrics`, 'POST')]).toEqual([404, 405]);
    expect(await status(`${server.url}/metrics`)).toBe(404);
  });
});
