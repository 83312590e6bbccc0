import { rmSync } from 'node:fs';
import { Writable } from 'node:stream';
import { startFamily } from '@channel/auth';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shownError, shownRequest } from '../shown-in-log.ts';
import { exchange } from '../testing/http.ts';
import { consoleDocument, DEMO_TIMEOUT, manifestFolder, startServer, type TestServer } from '../testing/index.ts';
import { idOf } from './manifest.ts';

/* Statements that fail when they run: the answer to the client and the entry in the log. */

const ARRIVALS =
  'query Arrivals($filter: OrderFilter) { orders(filter: $filter) { id: databaseId passengers { id: databaseId } } }';
const filter = { search: 'Wilhelmina' };
const folder = manifestFolder({ staff: [ARRIVALS] });

let lines: string[] = [];
let statements: string[] = [];
let server: TestServer;
let authorization: string;

beforeAll(async () => {
  const into = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const loggerInstance = pino({ serializers: { err: shownError, req: shownRequest } }, into);
  const env = { GRAPHQL_DOCUMENTS: folder };
  server = await startServer({ world: 'demo', env, loggerInstance, onQuery: (sql) => statements.push(sql) });
  const { db, services } = server;
  const { id } = await db.user.findFirstOrThrow({ where: { username: 'admin' }, select: { id: true } });
  authorization = `Bearer ${(await startFamily(db, id, services.clock(), services.settings)).accessToken}`;
  await db.$executeRaw`ALTER TABLE passenger RENAME TO nobody`;
}, DEMO_TIMEOUT);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  lines = [];
  statements = [];
});

const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  exchange(new URL(path, server.url), method, {
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    ...(body ? { body } : {}),
  });

/** The only error in the log belongs to this operation, has the id of the answer, and contains no value. */
function expectLogged(operation: string, trackingId: unknown): void {
  const answerErrors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
  expect(answerErrors).toMatchObject([
    { operation, tracking_id: trackingId, msg: 'unexpected error', err: { message: expect.any(String) } },
  ]);
  expect(trackingId).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/));
  expect(lines.join()).not.toContain(filter.search);
}

const answerError = (trackingId: unknown) => ({
  message: 'Unexpected error.',
  extensions: { code: 'INTERNAL_SERVER_ERROR', tracking_id: trackingId },
});

it('an endpoint of v1 answers 500', async () => {
  const { status, json, headers } = await send('GET', `/v1/orders?filter[search]=${filter.search}`, { authorization });
  const id = headers['x-request-id'];
  expect([status, json]).toEqual([
    500,
    { errors: null, meta: { message: 'Unexpected server error.', tracking_id: id } },
  ]);
  expectLogged('ListOrders', id);
});

describe('at /graphql', () => {
  it('a text is answered with an error and its path', async () => {
    const body = { query: ARRIVALS, variables: { filter } };
    const { status, json, headers } = await send('POST', '/graphql', { authorization }, body);
    const id = headers['x-request-id'];
    expect([status, json]).toMatchObject([200, { data: null, errors: [{ ...answerError(id), path: ['orders'] }] }]);
    expectLogged('Arrivals', id);
  });

  it('a named document is answered with an error, and is not retried by the resolvers', async () => {
    const documentId = idOf(ARRIVALS);
    const { status, json, headers } = await send(
      'POST',
      '/graphql',
      { authorization },
      { documentId, variables: { filter } },
    );
    const id = headers['x-request-id'];
    expect([status, json]).toMatchObject([200, { data: null, errors: [answerError(id)] }]);
    expectLogged('Arrivals', id);
    expect(statements.filter((sql) => /passenger/.test(sql))).toHaveLength(1);
  });

  it('a failure before an operation begins is 500', async () => {
    const own = { origin: server.settings.consoleUrl, 'x-lang': 'nl' };
    const body = { ...consoleDocument(server, 'SignIn'), variables: { emailOrUsername: 'a', password: 'b' } };
    await server.db.$executeRaw`ALTER TABLE organization_language RENAME TO speechless`;
    const { status, json, headers } = await send('POST', '/graphql', own, body);
    await server.db.$executeRaw`ALTER TABLE speechless RENAME TO organization_language`;
    const id = headers['x-request-id'];
    expect([status, json]).toMatchObject([500, { errors: [answerError(id)] }]);
    expectLogged('SignIn', id);
  });

  it('a busy database is not logged as an error', async () => {
    const own = { origin: server.settings.consoleUrl, 'x-lang': 'nl' };
    const { status, json, headers } = await server.db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE organization_language`;
      return send('POST', '/graphql', own, {
        ...consoleDocument(server, 'SignIn'),
        variables: { emailOrUsername: 'a', password: 'b' },
      });
    });
    expect([status, json]).toMatchObject([503, { errors: [{ extensions: { code: 'UNAVAILABLE', retryAfter: 1 } }] }]);
    expect(headers['retry-after']).toBe('1');
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  it('a refusal is not logged as an error', async () => {
    const query = 'query One { order(reference: "999999") { id: databaseId } }';
    const { json } = await send('POST', '/graphql', { authorization }, { query });
    expect(json).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});
