import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { lockedTable, waitingForLocks } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bearerOf,
  consoleDocument,
  DEMO_TIMEOUT,
  manifestFolder,
  postGraphql,
  signedIn,
  type TestServer,
} from '../testing/index.ts';
import { type Line, type LoggedServer, startLogged } from '../testing/logged-server.ts';
import { watchEvents } from '../testing/watch.ts';
import { idOf } from './manifest.ts';

/* Every request has one line in the log, whatever its outcome, which shows nothing that its client sent but names. */

const TOOL = 'query Tool($n: Int!) { orders(perPage: $n) { id: databaseId } }';
const folder = manifestFolder({ staff: [TOOL] });

let log: LoggedServer;
let server: TestServer;
let headers: { authorization: string };
let actor: { kind: string; id: number };

beforeAll(async () => {
  log = await startLogged({ GRAPHQL_DOCUMENTS: folder, GRAPHQL_COST: '500', GRAPHQL_SECONDS: '1' });
  ({ server, headers, actor } = log);
}, DEMO_TIMEOUT);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => log.clear());

/** The members that every line has, and that are the same for all requests of this file. */
const SAME = { channel: 'graphql', responseTime: expect.any(Number), reqId: expect.any(String) };

async function lineOf(body: object, given: Record<string, string> = headers): Promise<Partial<Line>> {
  log.clear();
  await postGraphql(server, body, { headers: given });
  const { level: _level, time: _time, pid: _pid, hostname: _host, req, res, msg, ...rest } = await log.onlyLine();
  expect([msg, req]).toEqual(['request completed', { method: 'POST', url: '/graphql', remoteAddress: '127.0.0.1' }]);
  return { status: Object(res).statusCode, ...rest };
}

async function whileLocked(run: () => Promise<void>): Promise<void> {
  const held = await lockedTable(server.ownerConnectionString, 'passenger');
  try {
    await run();
  } finally {
    await held.release();
  }
}

const SLOW = 'query Slow { orders(perPage: 1) { id: databaseId passengers { id: databaseId } } }';

describe('the line of an operation', () => {
  it('that answers shows its name, document, cost, objects and bytes', async () => {
    const query = 'query Two { orders(perPage: 2) { id: databaseId city { name } } }';
    const expected = {
      ...SAME,
      status: 200,
      operation: 'Two',
      document: idOf(query),
      type: 'query',
      strategy: 'executed',
      cost: 54,
      objects: 4,
      bytes: expect.any(Number),
      code: 'OK',
      actor,
    };
    expect(await lineOf({ query })).toEqual(expected);
    // From Yoga's cache of parsed documents.
    expect(await lineOf({ query })).toEqual(expected);
    const { text } = await postGraphql(server, { query }, { headers });
    expect(expected.bytes).toEqual(JSON.stringify(JSON.parse(text).data).length);
    expect((await lineOf({ query })).bytes).toBe(JSON.stringify(JSON.parse(text).data).length);
  });

  it('that is compiled shows its strategy', async () => {
    expect(await lineOf({ documentId: idOf(TOOL), variables: { n: 3 } })).toEqual({
      ...SAME,
      status: 200,
      operation: 'Tool',
      document: idOf(TOOL),
      type: 'query',
      strategy: 'compiled',
      cost: 53,
      objects: 3,
      bytes: expect.any(Number),
      code: 'OK',
      actor,
    });
  });

  it('has the name of the operation that runs, of at most 100 characters, or none', async () => {
    const query = 'query A { viewer { id: databaseId } } query B { viewer { name } }';
    expect(await lineOf({ query, operationName: 'B' })).toMatchObject({ operation: 'B', code: 'OK' });
    const missing = await lineOf({ query, operationName: 'CANARY' });
    expect(missing).toMatchObject({ code: 'OPERATION_RESOLUTION_FAILURE' });
    expect(missing).not.toHaveProperty('operation');
    const long = await lineOf({ query: `query ${'a'.repeat(5_000)} { viewer { id: databaseId } }` });
    expect(long.operation).toBe('a'.repeat(100));
    expect(await lineOf({ query: '{ viewer { id: databaseId } }' })).not.toHaveProperty('operation');
  });

  it('that is refused shows the code', async () => {
    const dear = { query: 'query Dear { orders(perPage: 500) { id: databaseId } }' };
    expect(await lineOf(dear)).toMatchObject({ status: 200, operation: 'Dear', cost: 550, code: 'COST_LIMIT', actor });
    const invalid = await lineOf({ query: 'query Odd { nobodyKnowsThis }' });
    expect(invalid).toMatchObject({ status: 200, operation: 'Odd', code: 'GRAPHQL_VALIDATION_FAILED' });
    expect(invalid).not.toHaveProperty('cost');
    const unreadable = { code: 'GRAPHQL_PARSE_FAILED', document: idOf('query {') };
    expect(await lineOf({ query: 'query {' })).toMatchObject(unreadable);
    const missing = { query: '{ order(reference: "999999") { id: databaseId } }' };
    expect(await lineOf(missing)).toMatchObject({ code: 'NOT_FOUND', cost: 51 });
    const wrong = { documentId: idOf(TOOL), variables: { n: 'three' } };
    expect(await lineOf(wrong)).toMatchObject({ operation: 'Tool', code: 'BAD_USER_INPUT' });
    expect(await lineOf({ documentId: 'CANARY' })).toMatchObject({ status: 400, code: 'PERSISTED_QUERY_NOT_FOUND' });
    expect(await lineOf({ query: 1, CANARY: 1 })).toMatchObject({ status: 400, code: 'BAD_REQUEST', actor });
  });

  it('of a caller who may not send it shows the caller', async () => {
    const query = 'query Secret { viewer { id: databaseId } }';
    const unknown = await lineOf({ query }, { authorization: 'Bearer 1|CANARY' });
    expect(unknown).toMatchObject({ status: 401, code: 'UNAUTHENTICATED', channel: 'graphql' });
    expect(unknown).not.toHaveProperty('actor');
    const { id } = await server.db.user.findFirstOrThrow({ where: { username: 'partner' }, select: { id: true } });
    expect(await lineOf({ query }, { authorization: await bearerOf(server, 'partner') })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      actor: { kind: 'user', id },
    });
  });

  it('of the console shows its document and channel', async () => {
    const document = consoleDocument(server, 'Viewer');
    const cookie = { cookie: await signedIn(server, 'admin') };
    expect(await lineOf(document, cookie)).toMatchObject({
      operation: 'Viewer',
      document: document.documentId,
      channel: 'console',
      code: 'OK',
      actor,
    });
  });

  it('whose deadline passed shows that', async () => {
    await whileLocked(async () => {
      expect(await lineOf({ query: SLOW })).toMatchObject({
        status: 200,
        operation: 'Slow',
        code: 'DEADLINE',
        cost: 61,
      });
    });
  });

  it('that failed after some of its changes shows how many were made', async () => {
    const query = `mutation Changes { CANARY: updateOrder(reference: "5", input: { referenceCode: "a" }) { order { id: databaseId } }
      updateOrder(reference: "999999999", input: { referenceCode: "b" }) { order { id: databaseId } } }`;
    expect(await lineOf({ query })).toMatchObject({
      operation: 'Changes',
      type: 'mutation',
      code: 'NOT_FOUND',
      made: 1,
    });
  });

  it('that is malformed has a code as well', async () => {
    await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(await log.onlyLine()).toMatchObject({ res: { statusCode: 400 }, code: 'BAD_REQUEST' });
  });
});

describe('the line of an operation whose client leaves', () => {
  const connections = () =>
    promisify((done: (error: Error | null, count: number) => void) => server.app.server.getConnections(done))();

  /** Sends an operation that waits for a lock, leaves, and releases the lock. */
  async function leave(query: string): Promise<Line> {
    const over = new AbortController();
    await whileLocked(async () => {
      const body = JSON.stringify({ query });
      const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
      const answer = fetch(`${server.url}/graphql`, { ...sent, signal: over.signal }).catch(() => {});
      await expect.poll(() => waitingForLocks(server.db)).toBe(1);
      const before = await connections();
      over.abort();
      await answer;
      await expect.poll(connections).toBeLessThan(before);
    });
    return log.onlyLine();
  }

  it('says so, once', async () => {
    const line = await leave(SLOW);
    expect(line).toMatchObject({
      msg: 'request aborted',
      aborted: true,
      operation: 'Slow',
      code: 'CLIENT_LEFT',
      actor,
    });
    await sleep(200);
    await log.onlyLine();
  });

  it('has the outcome of a mutation, which completes', async () => {
    const change =
      'updateOrder(reference: "5", input: { referenceCode: "left" }) { order { passengers { id: databaseId } } }';
    const line = await leave(`mutation Left { ${change} }`);
    expect(line).toMatchObject({ msg: 'request aborted', aborted: true, operation: 'Left', code: 'OK', actor });
  });
});

it('a subscription has one line, when it ends, with the number of its events', async () => {
  const watched = await watchEvents(server.url, headers, {
    query: 'subscription News { orderNews { order { id: databaseId passengers { id: databaseId } } } }',
  });
  const change = (referenceCode: string) =>
    server.app.inject({
      method: 'POST',
      url: '/graphql',
      headers,
      payload: {
        query: `mutation { updateOrder(reference: "5", input: { referenceCode: "${referenceCode}" }) { order { id: databaseId } } }`,
      },
    });
  for (const referenceCode of ['one', 'two', 'three']) {
    const before = watched.events.length;
    await change(referenceCode);
    await expect.poll(() => watched.events.length).toBe(before + 1);
  }
  const ofNews = () => log.lines().filter(({ operation }) => operation === 'News');
  expect(ofNews()).toEqual([]);
  await watched.close();
  await expect.poll(ofNews).toHaveLength(1);
  const [one] = ofNews();
  expect(one).toMatchObject({ ...SAME, aborted: true, type: 'subscription', events: 3, code: 'OK', actor });
  const bytes = watched.events.map(({ data }) => JSON.stringify(data).length).reduce((sum, size) => sum + size, 0);
  expect(one?.bytes).toBe(bytes);
  // It is charged when it begins, and for each event.
  expect(Number(one?.cost) % 4).toBe(0);
});

describe('values of a request', () => {
  const CANARY = 'kanarienvogel4711';
  const TEXTS: Record<string, object> = {
    variables: {
      query: 'query A($f: OrderFilter) { orders(filter: $f) { id: databaseId } }',
      variables: { f: { search: CANARY } },
    },
    'a variable of another type': {
      query: 'query A($n: Int!) { orders(perPage: $n) { id: databaseId } }',
      variables: { n: CANARY },
    },
    'a variable that is not declared': { query: '{ viewer { id: databaseId } }', variables: { [CANARY]: CANARY } },
    'a literal': { query: `{ orders(filter: { search: "${CANARY}" }) { id: databaseId } }` },
    'a literal of another type': { query: `{ orders(perPage: "${CANARY}") { id: databaseId } }` },
    'a literal that the database can not store': {
      query: `{ orders(filter: { search: "${CANARY}\\u0000" }) { id: databaseId } }`,
    },
    'a reference': { query: `{ order(reference: "${CANARY}") { id: databaseId } }` },
    'a comment': { query: `{ viewer { id: databaseId } } # ${CANARY}` },
    'a syntax error': { query: `{ viewer { id } } "${CANARY}` },
    'an alias': { query: `{ ${CANARY}: viewer { id: databaseId } }` },
    'an unknown field': { query: `{ ${CANARY} }` },
    'the name of a fragment': { query: `{ ...${CANARY} } fragment ${CANARY} on Query { viewer { id: databaseId } }` },
    'the name of a variable': { query: `query A($${CANARY}: Int) { orders(perPage: $${CANARY}) { id: databaseId } }` },
    'the requested operation': { query: 'query A { viewer { id: databaseId } }', operationName: CANARY },
    'a document id': { documentId: CANARY },
    'a variable of a document': { documentId: idOf(TOOL), variables: { n: CANARY } },
    'a hash': { extensions: { persistedQuery: { version: 1, sha256Hash: CANARY } } },
    extensions: { query: '{ viewer { id: databaseId } }', extensions: { [CANARY]: CANARY } },
    'another member': { query: '{ viewer { id: databaseId } }', [CANARY]: CANARY },
    'a change': {
      query: `mutation { updateOrder(reference: "5", input: { referenceCode: "${CANARY}" }) { order { id: databaseId } } }`,
    },
  };

  it.each(Object.keys(TEXTS))('are not in the log: %s', async (place) => {
    await postGraphql(server, TEXTS[place], { headers });
    await log.onlyLine();
    expect(log.text().toLowerCase()).not.toContain(CANARY);
  });

  it.each(['x-lang', 'x-stream', 'user-agent', 'cookie', 'accept', 'referer', 'x-forwarded-for', 'idempotency-key'])(
    'are not in the log: the header %s',
    async (name) => {
      await postGraphql(
        server,
        { query: '{ viewer { id: databaseId } }' },
        { headers: { ...headers, [name]: CANARY } },
      );
      await log.onlyLine();
      expect(log.text().toLowerCase()).not.toContain(CANARY);
    },
  );

  it('are not in the log: the query string, and a forged token', async () => {
    const url = `${server.url}/graphql?query={${CANARY}}`;
    const sent = { 'content-type': 'application/json', authorization: `Bearer 1|${CANARY}` };
    await fetch(url, { method: 'POST', headers: sent, body: '{}' });
    await log.onlyLine();
    expect(log.text().toLowerCase()).not.toContain(CANARY);
  });

  it('would be found if the log held one: the name of an operation is logged', async () => {
    await postGraphql(server, { query: `query ${CANARY} { viewer { id: databaseId } }` }, { headers });
    await log.onlyLine();
    expect(log.text()).toContain(CANARY);
  });
});
