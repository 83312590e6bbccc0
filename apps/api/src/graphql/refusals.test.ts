import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, type Sent } from '../testing/http.ts';
import { bearerOf, DEMO_TIMEOUT, signedIn, startServer, type TestServer } from '../testing/index.ts';

/* Every refusal of `/graphql` says what was expected, and docs/graphql.md says what to do about its code. */

const LIMIT_KB = 16;
const ROOT = join(import.meta.dirname, '../../../..');

let server: TestServer;
let withPage: TestServer;
let headers: Record<string, string>;
let session: Record<string, string>;

beforeAll(async () => {
  server = await startServer({ world: 'demo', env: { BODY_LIMIT_KB: String(LIMIT_KB) } });
  withPage = await startServer({ env: { GRAPHIQL: '1' } });
  headers = { authorization: await bearerOf(server, 'admin') };
  session = { cookie: await signedIn(server, 'staff'), 'sec-fetch-site': 'same-origin' };
}, DEMO_TIMEOUT);
afterAll(async () => {
  await server.close();
  await withPage.close();
});

/** The statuses that docs/graphql.md names for each code. */
const documented = new Map(
  [...readFileSync(join(ROOT, 'docs/graphql.md'), 'utf8').matchAll(/^\| `([A-Z_]+)` \| ([\d, ]+) \|/gm)].map(
    ([, code = '', statuses = '']) => [code, statuses.split(', ').map(Number)],
  ),
);

async function send(sent: Sent, method = 'POST', to = server) {
  const base = { 'content-type': 'application/json', accept: 'application/json' };
  const answer = await exchange(new URL('/graphql', to.url), method, {
    ...sent,
    headers: { ...base, ...sent.headers },
  });
  const { errors } = (answer.json ?? {}) as { errors?: { message: string; extensions: { code: string } }[] };
  const [error] = errors ?? [];
  return { status: answer.status, headers: answer.headers, code: error?.extensions.code, message: error?.message };
}

const QUERY = '{ viewer { id: databaseId } }';
const COSTLY = '{ orders(perPage: 1000) { id: databaseId passengers { id: databaseId } } }';
const REPEATS = `{ ${'viewer { name } '.repeat(80)} }`;

describe('a refusal', () => {
  it.each<[string, () => Sent, number, string, string]>([
    ['an empty object', () => ({ headers, body: {} }), 400, 'BAD_REQUEST', '`query` (a text) or `documentId`'],
    [
      'a hash alone',
      () => ({ headers, body: { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } } }),
      200,
      'PERSISTED_QUERY_NOT_FOUND',
      'PersistedQueryNotFound',
    ],
    [
      'a hash that is none',
      () => ({ headers, body: { extensions: { persistedQuery: { version: 1, sha256Hash: 'a' } } } }),
      400,
      'BAD_REQUEST',
      '64 hexadecimal digits',
    ],
    ['no body', () => ({ headers }), 400, 'BAD_REQUEST', '`query` (a text) or `documentId`'],
    ['no JSON', () => ({ headers, raw: '{' }), 400, 'BAD_REQUEST', 'not valid JSON'],
    [
      'a text and an id',
      () => ({ headers, body: { query: QUERY, documentId: 'sha256:a' } }),
      400,
      'BAD_REQUEST',
      'a query or a documentId, not both',
    ],
    [
      'an unknown id of a tool',
      () => ({ headers, body: { documentId: 'sha256:a' } }),
      400,
      'PERSISTED_QUERY_NOT_FOUND',
      'of a manifest that was in the folder GRAPHQL_DOCUMENTS',
    ],
    [
      'an unknown id of a page',
      () => ({ headers: session, body: { documentId: 'sha256:a' } }),
      400,
      'PERSISTED_QUERY_NOT_FOUND',
      'a page of the console is loaded again',
    ],
    [
      'another type',
      () => ({ headers: { ...headers, 'content-type': 'text/plain' }, raw: QUERY }),
      415,
      'BAD_REQUEST',
      'application/json',
    ],
    [
      'a large body',
      () => ({ headers, body: { query: 'x'.repeat(LIMIT_KB * 1_024) } }),
      413,
      'BAD_REQUEST',
      `larger than ${LIMIT_KB} KB`,
    ],
    ['no token', () => ({ body: { query: QUERY } }), 401, 'UNAUTHENTICATED', 'a bearer token is expected'],
    [
      'an unknown token',
      () => ({ headers: { authorization: 'Bearer 1|a' }, body: { query: QUERY } }),
      401,
      'UNAUTHENTICATED',
      'a bearer token is expected',
    ],
    ['a session', () => ({ headers: session, body: { query: QUERY } }), 403, 'FORBIDDEN', 'documents of the console'],
    ['no syntax', () => ({ headers, body: { query: '{' } }), 200, 'GRAPHQL_PARSE_FAILED', 'Syntax Error'],
    ['repeats', () => ({ headers, body: { query: REPEATS } }), 200, 'GRAPHQL_PARSE_FAILED', 'more than 5000'],
    [
      'lines',
      () => ({ headers, body: { query: `${'\n'.repeat(1_000)}${QUERY}` } }),
      200,
      'GRAPHQL_PARSE_FAILED',
      '1000 lines',
    ],
    ['an unknown field', () => ({ headers, body: { query: '{ a }' } }), 200, 'GRAPHQL_VALIDATION_FAILED', 'field "a"'],
    [
      'introspection',
      () => ({ headers, body: { query: '{ __schema { queryType { name } } }' } }),
      200,
      'GRAPHQL_VALIDATION_FAILED',
      'packages/graph/schema.graphql',
    ],
    [
      'an unknown operation',
      () => ({ headers, body: { query: `query A ${QUERY}`, operationName: 'B' } }),
      400,
      'OPERATION_RESOLUTION_FAILURE',
      'what operation',
    ],
    [
      'a variable of another type',
      () => ({
        headers,
        body: { query: 'query ($n: Int) { orders(page: $n) { id: databaseId } }', variables: { n: 'a' } },
      }),
      200,
      'BAD_USER_INPUT',
      '$n',
    ],
    [
      'a member',
      () => ({ headers, body: { query: '{ orders(perPage: 0) { id: databaseId } }' } }),
      200,
      'VALIDATION',
      'invalid',
    ],
    ['a cost', () => ({ headers, body: { query: COSTLY } }), 200, 'COST_LIMIT', 'may cost at most'],
    [
      'an unknown order',
      () => ({ headers, body: { query: '{ order(reference: "999999999") { id: databaseId } }' } }),
      200,
      'NOT_FOUND',
      'Order not found',
    ],
  ])('of %s says what was expected', async (_what, sent, status, code, messagePart) => {
    const answer = await send(sent());
    expect([answer.status, answer.code, answer.message]).toEqual([status, code, expect.stringContaining(messagePart)]);
    expect(documented.get(code)).toContain(status);
  });

  it('of a role without the permission names it', async () => {
    const authorization = await bearerOf(server, 'partner');
    expect(await send({ headers: { authorization }, body: { query: QUERY } })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      message: 'You may not send GraphQL operations: this needs the permission graphql.query.',
    });
  });

  it('of a large body names the limit, in v1 too', async () => {
    const url = new URL('/v1/orders', server.url);
    const all = { ...headers, 'content-type': 'application/json' };
    const answer = await exchange(url, 'GET', { headers: all, body: { filter: 'x'.repeat(LIMIT_KB * 1_024) } });
    expect([answer.status, answer.text]).toEqual([413, expect.stringContaining(`larger than ${LIMIT_KB} KB`)]);
  });

  it('of another method names the allowed methods, with and without the page', async () => {
    const message = 'Operations are sent by POST, and queries that are named by their id also by GET.';
    const refusal = { status: 405, code: 'METHOD_NOT_ALLOWED', message };
    const allow = 'POST, GET, HEAD, OPTIONS';
    for (const to of [server, withPage]) {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'TRACE']) {
        const answer = await send(method === 'TRACE' ? {} : { body: { query: QUERY } }, method, to);
        expect([method, answer]).toMatchObject([method, { ...refusal, headers: { allow } }]);
      }
      const bare = await send({}, 'HEAD', to);
      expect([bare.status, bare.headers.allow]).toEqual([405, allow]);
      const options = await send({}, 'OPTIONS', to);
      expect([options.status, options.headers.allow]).toEqual([204, allow]);
    }
    expect(documented.get('METHOD_NOT_ALLOWED')).toEqual([405]);
  });

  it('does not affect the page, whose HEAD is answered without a body', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await exchange(new URL('/graphql', withPage.url), method, { headers: { accept: 'text/html' } });
      expect([answer.status, answer.headers['content-type'], answer.text !== '']).toEqual([
        200,
        expect.stringContaining('text/html'),
        method === 'GET',
      ]);
    }
  });
});

describe('docs/graphql.md', () => {
  /** The first code is for a client that has disconnected; Fastify refuses large bodies before Yoga sees them. */
  const NEVER_SENT = new Set(['CLIENT_LEFT', 'REQUEST_ENTITY_TOO_LARGE']);

  it('has a row for each code that the source holds, and no other', () => {
    const yoga = dirname(fileURLToPath(import.meta.resolve('graphql-yoga')));
    const held = [
      ...codesIn(yoga, /\.js$/),
      ...codesIn(join(ROOT, 'apps/api/src/graphql')),
      ...codesIn(join(ROOT, 'apps/api/src/live')),
      ...codesIn(join(ROOT, 'packages/graph/src')),
      ...domainCodes(),
    ];
    const sent = new Set(held.filter((code) => !NEVER_SENT.has(code)));
    expect([...documented.keys()].sort()).toEqual([...sent].sort());
  });

  /** The codes in the sources of a folder. */
  function codesIn(folder: string, files = /\.ts$/): string[] {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names
      .filter((name) => files.test(name) && !/\.test\.ts$|testing/.test(name))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/^.*\bcode\b.*$/gm) ?? [])
      .flatMap((line) => [...line.matchAll(/'([A-Z][A-Z_]{4,})'/g)].map(([, code = '']) => code));
  }

  function domainCodes(): string[] {
    const source = readFileSync(join(ROOT, 'packages/graph/src/errors.ts'), 'utf8');
    const union = /type ErrorCode =([^;]+);/.exec(source)?.[1] ?? '';
    return [...union.matchAll(/'([A-Z_]+)'/g)].map(([, code = '']) => code);
  }
});
