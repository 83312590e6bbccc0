import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { lockedTable, waitingForLocks } from '@channel/prisma/testing';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shownError, shownRequest } from '../shown-in-log.ts';
import {
  bearerOf,
  consoleDocument,
  DEMO_TIMEOUT,
  manifestFolder,
  postGraphql,
  signedIn,
  startServer,
  type TestServer,
} from '../testing/index.ts';
import { watchEvents } from '../testing/watch.ts';
import { idOf } from './manifest.ts';

/* Every request has one line in the log, whatever its outcome, which shows nothing that its client sent but names. */

const TOOL = 'query Tool($n: Int!) { orders(perPage: $n) { id: databaseId } }';
const folder = manifestFolder({ staff: [TOOL] });

type Line = Record<string, unknown> & { level: number; msg: string; req?: { url: string } };
let lines: string[] = [];
let server: TestServer;
let headers: { authorization: string };
let actor: { kind: string; id: number };

beforeAll(async () => {
  const serializers = { err: shownError, req: shownRequest };
  const loggerInstance = pino({ level: 'debug', serializers }, { write: (line: string) => void lines.push(line) });
  const env = { GRAPHQL_DOCUMENTS: folder, GRAPHQL_COST: '500', GRAPHQL_SECONDS: '1' };
  server = await startServer({ world: 'demo', env, loggerInstance });
  headers = { authorization: await bearerOf(server, 'admin') };
  const { id } = await server.db.user.findFirstOrThrow({ where: { username: 'admin' }, select: { id: true } });
  actor = { kind: 'user', id };
}, DEMO_TIMEOUT);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  lines = [];
});

/** The line of the only request since the test began. */
async function onlyLine(): Promise<Line> {
  const requests = () =>
    lines.map((line): Line => JSON.parse(line)).filter(({ msg }) => /^request |^stream /.test(msg));
  await expect.poll(requests).toHaveLength(1);
  const [line] = requests();
  if (!line) throw new Error('There is no line.');
  return line;
}

/** The members that every line has, and that are the same for all requests of this file. */
const SAME = { channel: 'graphql', responseTime: expect.any(Number), reqId: expect.any(String) };

async function lineOf(body: object, given: Record<string, string> = headers): Promise<Partial<Line>> {
  lines = [];
  await postGraphql(server, body, { headers: given });
  const { level: _level, time: _time, pid: _pid, hostname: _host, req, res, msg, ...rest } = await onlyLine();
  expect([msg, req]).toEqual(['request completed', { method: 'POST', url: '/graphql', remoteAddress: '127.0.0.1' }]);
  return { status: Object(res).statusCode, ...rest };
}

async function whileLocked(run: () => Promise<void>): Promise<void> {
  const other = new pg.Client({ connectionString: server.connectionString });
  await other.connect();
  try {
    await other.query('begin; lock table passenger in access exclusive mode');
    await run();
  } finally {
    await other.end();
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
    expect(await onlyLine()).toMatchObject({ res: { statusCode: 400 }, code: 'BAD_REQUEST' });
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
    return onlyLine();
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
    await onlyLine();
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
  const ofNews = () => lines.map((line): Line => JSON.parse(line)).filter(({ operation }) => operation === 'News');
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
    await onlyLine();
    expect(lines.join('').toLowerCase()).not.toContain(CANARY);
  });

  it.each(['x-lang', 'x-stream', 'user-agent', 'cookie', 'accept', 'referer', 'x-forwarded-for', 'idempotency-key'])(
    'are not in the log: the header %s',
    async (name) => {
      await postGraphql(
        server,
        { query: '{ viewer { id: databaseId } }' },
        { headers: { ...headers, [name]: CANARY } },
      );
      await onlyLine();
      expect(lines.join('').toLowerCase()).not.toContain(CANARY);
    },
  );

  it('are not in the log: the query string, and a forged token', async () => {
    const url = `${server.url}/graphql?query={${CANARY}}`;
    const sent = { 'content-type': 'application/json', authorization: `Bearer 1|${CANARY}` };
    await fetch(url, { method: 'POST', headers: sent, body: '{}' });
    await onlyLine();
    expect(lines.join('').toLowerCase()).not.toContain(CANARY);
  });

  it('would be found if the log held one: the name of an operation is logged', async () => {
    await postGraphql(server, { query: `query ${CANARY} { viewer { id: databaseId } }` }, { headers });
    await onlyLine();
    expect(lines.join('')).toContain(CANARY);
  });
});

describe('the line of an export', () => {
  const line = async (path: string, body: object, given: Record<string, string> = headers) => {
    lines = [];
    const answer = await fetch(new URL(path, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...given },
      body: JSON.stringify(body),
    });
    return { text: await answer.text(), line: await onlyLine() };
  };

  it('shows the operation of a text, the orders that were sent, and how it ended', async () => {
    const query = 'query Copied { orders(filter: { status: [Booked] }) { id } }';
    const { text, line: shown } = await line('/graphql/export', { query });
    const orders = text.trimEnd().split('\n').length - 1;
    expect(orders).toBeGreaterThan(50);
    expect(shown).toMatchObject({
      operation: 'Copied',
      document: idOf(query),
      type: 'query',
      orders,
      code: 'OK',
      actor,
    });
  });

  it('of which a page fails shows the error', async () => {
    // The login ends while the first page waits.
    const authorization = await bearerOf(server, 'admin');
    let ended: Awaited<ReturnType<typeof line>> | undefined;
    const held = await lockedTable(server.ownerConnectionString, 'passenger');
    const query = '{ orders(filter: { status: [Booked] }) { id passengers { firstName } } }';
    const running = line('/graphql/export', { query }, { authorization }).then((found) => {
      ended = found;
    });
    await expect.poll(() => waitingForLocks(server.db), { interval: 5 }).toBe(1);
    await server.db.accessToken.deleteMany({ where: { id: Number(/\d+/.exec(authorization)?.[0]) } });
    await held.release();
    await running;
    expect(ended?.text).toContain('$error');
    expect(ended?.line).toMatchObject({ code: 'UNAUTHENTICATED', orders: expect.any(Number) });
  });

  it('as CSV that is cut off shows the orders that were sent, and why', async () => {
    const authorization = await bearerOf(server, 'admin');
    const held = await lockedTable(server.ownerConnectionString, 'passenger');
    lines = [];
    const running = fetch(`${server.url}/v1/orders/export`, { headers: { authorization } });
    await expect.poll(() => waitingForLocks(server.db), { interval: 5 }).toBe(1);
    await server.db.accessToken.deleteMany({ where: { id: Number(/\d+/.exec(authorization)?.[0]) } });
    await held.release();
    await expect((await running).text()).rejects.toThrow();
    expect(await onlyLine()).toMatchObject({ operation: 'ExportOrders', orders: 100, code: 'UNAUTHENTICATED' });
  });

  it('as CSV shows the code of its refusal', async () => {
    const codeOf = async (sent: object, body: unknown = {}, method = 'POST') => {
      lines = [];
      const url = `${server.url}/exports/orders`;
      const json = { 'content-type': 'application/json' };
      const answer = await fetch(url, {
        method,
        headers: { ...json, ...sent },
        ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
      });
      await answer.text();
      const { code } = await onlyLine();
      return [answer.status, code];
    };
    expect(await codeOf({})).toEqual([401, 'UNAUTHENTICATED']);
    expect(await codeOf({ authorization: await bearerOf(server, 'partner') })).toEqual([403, 'FORBIDDEN']);
    expect(await codeOf(headers, { filtr: 1 })).toEqual([422, 'VALIDATION']);
    expect(await codeOf(headers, {}, 'PUT')).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });

  it('as CSV shows who reads it, and what it cost', async () => {
    const { text, line: shown } = await line('/exports/orders', { filter: { search: 'secret-search' } });
    expect(text).toContain('id,');
    const orders = text.split('\r\n').length - 2;
    expect(shown).toMatchObject({ operation: 'ExportOrders', channel: 'graphql', cost: expect.any(Number), actor });
    expect([shown.orders, shown.code]).toEqual([orders, 'OK']);
    expect(lines.join()).not.toContain('secret-search');
  });
});

it('the line of a request of v1 by a service account shows the account', async () => {
  const run = async <Answer>(query: string, variables: object) =>
    (await postGraphql(server, { query, variables }, { headers })).data<Answer>();
  const { staffRoles } = await run<{ staffRoles: { databaseId: number; organization: { databaseId: number } }[] }>(
    '{ staffRoles { databaseId organization { databaseId } mayGive } }',
    {},
  );
  const [role] = staffRoles;
  const { made } = await run<{ made: { account: { accountId: number } } }>(
    `mutation ($organization: Int!, $role: Int!) {
      made: createServiceAccount(organizationId: $organization, input: { name: "Reader", roleIds: [$role], scopes: ["orders:read"] }) { account { accountId } } }`,
    { organization: role?.organization.databaseId, role: role?.databaseId },
  );
  const id = made.account.accountId;
  const { token } = await run<{ token: { handedOver: { text: string } } }>(
    'mutation ($id: Int!) { token: createServiceToken(id: $id, name: "test") { handedOver { text } } }',
    { id },
  );
  const { text } = token.handedOver;
  lines = [];
  await (await fetch(`${server.url}/v1/orders?per_page=1`, { headers: { authorization: `Bearer ${text}` } })).text();
  expect(await onlyLine()).toMatchObject({ actor: { kind: 'service', id } });
  expect(lines.join()).not.toContain(text);
});
