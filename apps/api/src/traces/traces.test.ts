import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Collector, type Exported, startCollector } from './testing/collector.ts';
import { PASSENGERS, startPrograms, type TracedPrograms } from './testing/traced-programs.ts';
import { isSampled } from './traceparent.ts';

const SERVER = 2;
const CLIENT = 3;
const STATUS_ERROR = 2;

let collector: Collector;
let programs: TracedPrograms;

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

describe('with all traces sent', () => {
  beforeAll(async () => {
    collector = await startCollector();
    programs = await startPrograms({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' });
  });
  afterAll(async () => {
    await programs.close();
    await collector.close();
  });

  const spansOf = (traceId: string) => collector.spans().filter((span) => span.traceId === traceId);
  const only = (spans: Exported[], name: string | RegExp): Exported => {
    const [found, ...others] = spans.filter((span) =>
      typeof name === 'string' ? span.name === name : name.test(span.name),
    );
    if (!found || others.length > 0) throw new Error(`${name} is not one of ${spans.map((span) => span.name)}`);
    return found;
  };

  it('makes one trace of a booking, from the request to the delivery of its event', async () => {
    const { path, body } = programs.booking;
    // The flag of the caller says that it is not sampled, which decides nothing here.
    const answer = await programs.send(path, { body, headers: { traceparent: `00-${TRACE}-${CALLER}-00` } });
    expect(answer.status).toBe(200);
    const [delivery] = await programs.receiver.count(1);
    await collector.until(
      () =>
        spansOf(TRACE).filter(({ kind }) => kind === CLIENT).length > 3 &&
        spansOf(TRACE).some(({ name }) => name === 'POST webhook'),
    );
    const spans = spansOf(TRACE);
    const server = only(spans, /^POST \/v1/);
    const requestId = answer.headers.get('x-request-id');
    expect(server).toMatchObject({
      name: 'POST /v1/pos/roles/:role/service_levels/:service_level/orders',
      kind: SERVER,
      parentSpanId: CALLER,
      service: 'channel-api',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/pos/roles/:role/service_levels/:service_level/orders',
        'http.response.status_code': 200,
        'url.path': path,
        'channel.request_id': requestId,
      },
    });
    const operation = only(spans, 'BookOrder');
    expect(operation).toMatchObject({
      parentSpanId: server.spanId,
      attributes: { 'graphql.operation.name': 'BookOrder', 'graphql.operation.type': 'mutation' },
    });
    const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
    expect(statements.map(({ kind }) => kind)).toEqual(statements.map(() => CLIENT));
    const within = statements.filter(({ parentSpanId }) => parentSpanId === operation.spanId).map(({ name }) => name);
    expect(within).toEqual(expect.arrayContaining([expect.stringContaining('INSERT webhook_event')]));
    expect(statements.every(({ parentSpanId = '' }) => [server.spanId, operation.spanId].includes(parentSpanId))).toBe(
      true,
    );
    const attempt = only(spans, 'POST webhook');
    expect(attempt).toMatchObject({
      kind: CLIENT,
      parentSpanId: server.spanId,
      service: 'channel-worker',
      attributes: { 'server.address': '127.0.0.1', 'http.response.status_code': 200 },
    });
    expect(delivery?.headers.traceparent).toBe(`00-${TRACE}-${attempt.spanId}-01`);
    expect(await programs.lineOf(requestId)).toMatchObject({
      msg: 'request completed',
      traceId: TRACE,
      spanId: server.spanId,
    });
  });

  it('begins a trace with the digits of the request id where none came in', async () => {
    const answer = await programs.send('/graphql', { body: { query: 'query Someone { viewer { id } }' } });
    expect(answer.status).toBe(200);
    const requestId = answer.headers.get('x-request-id') ?? '';
    const traceId = requestId.replaceAll('-', '');
    await collector.until(() => spansOf(traceId).some(({ kind }) => kind === SERVER));
    expect(only(spansOf(traceId), 'POST /graphql').parentSpanId).toBeUndefined();
    // The name of an operation in a text of a client is not shown.
    expect(only(spansOf(traceId), 'graphql').parentSpanId).toBe(only(spansOf(traceId), 'POST /graphql').spanId);
    expect(await programs.lineOf(requestId)).toMatchObject({ traceId });
  });

  it('sends no token, password, name, address of mail, ticket or receiver, and no message of an error', async () => {
    const { path, body } = programs.booking;
    const { world, receiver, accessToken } = programs;
    await world.endpoint(`${receiver.url}?key=receiverscanary`);
    const before = collector.spans().length;
    const sent = [
      programs.send('/v1/tokens', { body: { email: 'somebody@canary.example', password: 'passwordcanary' } }),
      programs.send(path, { body, headers: { 'idempotency-key': 'keycanary' } }),
      programs.send('/v1/orders?filter[search]=searchcanary', { method: 'GET' }),
      programs.send('/tickets/ticketcanary/ticket.pdf', { method: 'GET' }),
      programs.send('/calendars/calendarcanary.ics', { method: 'GET' }),
      programs.send('/unknown/pathcanary', { method: 'GET' }),
      programs.send('/graphql', { body: { query: 'query Namecanary { orders(where: "textcanary") { id } }' } }),
      // The value exceeds the integers of Postgres.
      programs.send('/v1/orders/99999999999999999999', { method: 'GET' }),
    ];
    await Promise.all(sent);
    await collector.until(
      (spans) => spans.length > before && spans.filter(({ name }) => name === 'POST webhook').length > 2,
    );
    await collector.until((spans) => spans.slice(before).filter(({ kind }) => kind === SERVER).length >= sent.length);
    const text = collector.text();
    const { leader, passengers } = PASSENGERS;
    const secrets = [
      accessToken,
      ...Object.values(leader),
      ...passengers.flatMap((one) => Object.values(one)),
      'canary',
    ];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    // The texts are what they seem to be: what may be shown is found in the same way.
    expect(
      ['/v1/tokens', 'BookOrder', 'INSERT webhook_event', '127.0.0.1'].filter((shown) => !text.includes(shown)),
    ).toEqual([]);
  });

  it.each([
    '',
    '00',
    `00-${TRACE}-${CALLER}`,
    `00-${TRACE}-${CALLER}-0`,
    `00-${TRACE}-${CALLER}-01-more`,
    `ff-${TRACE}-${CALLER}-01`,
    `0x-${TRACE}-${CALLER}-01`,
    `00-${'0'.repeat(32)}-${CALLER}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${CALLER}-01`,
    `00-${TRACE}-${CALLER}-01, 00-${TRACE}-${CALLER}-01`,
    `00-${TRACE}x-${CALLER}-01`,
    `00_${TRACE}_${CALLER}_01`,
    '-'.repeat(10_000),
    `01-${TRACE}-${CALLER}-01${'-x'.repeat(200)}`,
    '%00\'"<script>',
    '\u00ff\u00fe',
  ])('ignores an invalid traceparent: %j', async (traceparent) => {
    const answer = await programs.send('/v1/profile', { method: 'GET', headers: { traceparent } });
    expect(answer.status).toBe(200);
    const requestId = answer.headers.get('x-request-id');
    expect(await programs.lineOf(requestId)).toMatchObject({ traceId: requestId?.replaceAll('-', '') });
  });

  it('sends at most 100 requests of one trace of a client', async () => {
    const traceId = 'a'.repeat(32);
    const headers = { traceparent: `00-${traceId}-${CALLER}-01` };
    for (let count = 0; count < 110; count += 1) await fetch(`${programs.url}/v1/profile`, { headers });
    const last = await programs.send('/v1/profile', { method: 'GET' });
    const own = last.headers.get('x-request-id')?.replaceAll('-', '') ?? '';
    await collector.until(() => spansOf(own).some(({ kind }) => kind === SERVER));
    expect(spansOf(traceId)).toHaveLength(100);
  });

  it('sends what waits when the programs end', async () => {
    const answer = await programs.send('/v1/profile', { method: 'GET' });
    expect(await programs.stop()).toEqual([0, 0]);
    const traceId = answer.headers.get('x-request-id')?.replaceAll('-', '') ?? '';
    expect(spansOf(traceId).some(({ kind }) => kind === SERVER)).toBe(true);
    expect(collector.spans().every(({ status }) => status.code !== STATUS_ERROR)).toBe(true);
  });
});

it('sends the share of the settings, whatever clients request', async () => {
  const collector = await startCollector();
  const ratio = 0.1;
  const programs = await startPrograms({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: `${ratio}`,
  });
  const ids = Array.from({ length: 2_000 }, (_none, index) => `${index + 1}`.padStart(32, '0'));
  for (let start = 0; start < ids.length; start += 20) {
    const some = ids.slice(start, start + 20);
    const get = (id: string) =>
      fetch(`${programs.url}/v1/profile`, { headers: { traceparent: `00-${id}-${CALLER}-01` } });
    for (const answer of await Promise.all(some.map(get))) expect(answer.status).toBe(401);
  }
  await programs.close();
  await collector.close();
  const sent = new Set(collector.spans().map(({ traceId }) => traceId));
  expect([...sent].sort()).toEqual(ids.filter((id) => isSampled(id, ratio, 'a key that only tests know, 32 and more')));
  // 200 are expected, with a standard deviation of 13.
  expect(sent.size).toBeGreaterThan(150);
  expect(sent.size).toBeLessThan(250);
});

it('continues a trace that is not sent: its deliveries have its id', async () => {
  const collector = await startCollector();
  const programs = await startPrograms({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' });
  const { path, body } = programs.booking;
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
  const continued = await programs.send(path, { body, headers });
  const begun = await programs.send(path, { body });
  const [one, other] = await programs.receiver.count(2);
  const own = begun.headers.get('x-request-id')?.replaceAll('-', '') ?? '';
  expect([one?.headers.traceparent, other?.headers.traceparent].sort()).toEqual(
    [`00-${TRACE}-${CALLER}-00`, `00-${own}-${own.slice(0, 16)}-00`].sort(),
  );
  const line = await programs.lineOf(continued.headers.get('x-request-id'));
  expect(line).toMatchObject({ traceId: TRACE });
  expect(line).not.toHaveProperty('spanId');
  await programs.close();
  expect(collector.received).toEqual([]);
  await collector.close();
});

it('answers as usual, and logs one line, while the collector refuses', async () => {
  const collector = await startCollector((response) => void response.writeHead(400).end());
  const programs = await startPrograms({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' });
  const refusals = () => collector.received.length;
  for (let round = 1; round <= 3; round += 1) {
    const { status } = await programs.send(programs.booking.path, { body: programs.booking.body });
    expect(status).toBe(200);
    await expect.poll(refusals, { timeout: 10_000 }).toBeGreaterThanOrEqual(round);
  }
  expect(await programs.stop()).toEqual([0, 0]);
  const lines = programs.lines().filter(({ msg }) => msg.startsWith('traces could not be sent'));
  expect(lines).toHaveLength(1);
  await programs.close();
  await collector.close();
});

it('answers and ends as usual while no collector is there', async () => {
  const gone = await startCollector();
  await gone.close();
  const programs = await startPrograms({ OTEL_EXPORTER_OTLP_ENDPOINT: gone.url, OTEL_TRACES_SAMPLER_ARG: '1' });
  const { status } = await programs.send(programs.booking.path, { body: programs.booking.body });
  expect(status).toBe(200);
  await programs.receiver.count(1);
  expect(await programs.stop()).toEqual([0, 0]);
  await programs.close();
});

it('logs the trace of a caller without a collector, and sends no traceparent', async () => {
  const programs = await startPrograms({});
  const { path, body } = programs.booking;
  const answer = await programs.send(path, { body, headers: { traceparent: `00-${TRACE}-${CALLER}-01` } });
  expect(answer.status).toBe(200);
  const [delivery] = await programs.receiver.count(1);
  expect(delivery?.headers).not.toHaveProperty('traceparent');
  const line = await programs.lineOf(answer.headers.get('x-request-id'));
  expect(line).toMatchObject({ traceId: TRACE });
  const without = await programs.send('/v1/profile', { method: 'GET' });
  expect(await programs.lineOf(without.headers.get('x-request-id'))).not.toHaveProperty('traceId');
  await programs.close();
});
