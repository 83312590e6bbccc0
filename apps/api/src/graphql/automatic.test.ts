import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearerOf, DEMO_TIMEOUT, manifestFolder, postGraphql, startServer, type TestServer } from '../testing/index.ts';
import { keptTexts } from './kept-texts.ts';
import { idOf } from './manifest.ts';

/* Automatic Persisted Queries: a client sends the hash of a text, and the text only if the server does not have it. */

const REGISTERED = 'query Registered { viewer { id: databaseId } }';
const folder = manifestFolder({ staff: [REGISTERED] });

let server: TestServer;
let headers: { authorization: string };
let colleague: { authorization: string };

beforeAll(async () => {
  server = await startServer({ world: 'demo', env: { GRAPHQL_DOCUMENTS: folder } });
  const { db } = server;
  const [{ roleId }, { id: userId }] = await Promise.all([
    db.userRole.findFirstOrThrow({ where: { user: { username: 'admin' } } }),
    db.user.findFirstOrThrow({ where: { username: 'staff' } }),
  ]);
  await db.userRole.create({ data: { roleId, userId } });
  [headers, colleague] = [
    { authorization: await bearerOf(server, 'admin') },
    { authorization: await bearerOf(server, 'staff') },
  ];
}, DEMO_TIMEOUT);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const hashOf = (text: string) => idOf(text).slice('sha256:'.length);
const hashed = (sha256Hash: unknown, rest: object = {}) => ({
  ...rest,
  extensions: { persistedQuery: { version: 1, sha256Hash } },
});

async function send(body: object, by = headers) {
  const answer = await postGraphql(server, body, { headers: by });
  return { status: answer.status, data: answer.body.data, errors: answer.body.errors };
}

/** As clients recognize it: Apollo Client by the message or the code, urql by the message, with status 200. */
const NOT_FOUND = {
  status: 200,
  errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
};

const ORDERS = 'query Orders($n: Int!) { orders(perPage: $n) { id: databaseId } }';
const variables = { n: 2 };

it('a hash runs once its text was sent, with other variables, and for other users', async () => {
  expect(await send(hashed(hashOf(ORDERS), { variables }))).toEqual(NOT_FOUND);
  const first = await send(hashed(hashOf(ORDERS), { query: ORDERS, variables }));
  expect(first).toEqual(await send({ query: ORDERS, variables }));
  expect(await send(hashed(hashOf(ORDERS), { variables }))).toEqual(first);
  expect((await send(hashed(hashOf(ORDERS).toUpperCase(), { variables: { n: 3 } }))).data?.orders).toHaveLength(3);
  expect((await send(hashed(hashOf(ORDERS), { variables }), colleague)).data?.orders).toHaveLength(2);
});

it('the hash of a registered document runs it', async () => {
  expect((await send(hashed(hashOf(REGISTERED)))).data).toEqual({ viewer: { id: expect.any(Number) } });
});

it('a text with another hash is refused, and changes nothing for those who have the text of the hash', async () => {
  const VIEWER = 'query Viewer { viewer { name } }';
  for (const other of [VIEWER, REGISTERED, ORDERS]) {
    const refused = await send(
      hashed(hashOf(other), { query: 'query Viewer { viewer { id: databaseId name } }' }),
      colleague,
    );
    expect([refused.status, refused.errors?.[0]?.extensions?.code]).toEqual([400, 'BAD_REQUEST']);
  }
  expect(await send(hashed(hashOf(VIEWER)))).toEqual(NOT_FOUND);
  expect((await send(hashed(hashOf(VIEWER), { query: VIEWER }))).data).toEqual({
    viewer: { name: expect.any(String) },
  });
  expect((await send(hashed(hashOf(REGISTERED)))).data).toEqual({ viewer: { id: expect.any(Number) } });
});

it('a text that others evict runs again when its client sends it', async () => {
  const EVICTED = 'query Evicted { viewer { id: databaseId } }';
  const withText = hashed(hashOf(EVICTED), { query: EVICTED });
  expect((await send(withText)).status).toBe(200);
  for (let index = 0; index < 60; index += 1) {
    const text = `query Other${index} { viewer { id: databaseId } } ${'#'.repeat(19_900)}`;
    expect((await send(hashed(hashOf(text), { query: text }), colleague)).errors).toBeUndefined();
  }
  expect(await send(hashed(hashOf(EVICTED)))).toEqual(NOT_FOUND);
  expect((await send(withText)).data).toEqual({ viewer: { id: expect.any(Number) } });
});

it('a text that is refused is refused by its hash as well', async () => {
  for (const text of ['query {', '{ nobodyKnowsThis }']) {
    const refused = await send(hashed(hashOf(text), { query: text }));
    expect(refused.errors).not.toEqual([]);
    expect(await send(hashed(hashOf(text)))).toEqual(refused);
  }
});

describe('is refused as a bad request:', () => {
  const hash = hashOf(ORDERS);
  it.each<[string, object]>([
    ['another version', { extensions: { persistedQuery: { version: 2, sha256Hash: hash } } }],
    ['no version', { extensions: { persistedQuery: { sha256Hash: hash } } }],
    ['a short hash', hashed(hash.slice(1))],
    ['an endless hash', hashed('a'.repeat(100_000))],
    ['a hash with its algorithm', hashed(`sha256:${hash}`)],
    ['a hash that is no text', hashed({ length: 64 })],
    ['no hash', { extensions: { persistedQuery: null } }],
    ['a hash and an id', hashed(hash, { documentId: idOf(ORDERS) })],
    ['a hash beside a query that is no text', hashed(hash, { query: 5, variables })],
  ])('%s', async (_what, body) => {
    const { status, errors } = await send(body);
    expect([status, errors?.[0]?.extensions?.code]).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('the texts that are kept', () => {
  it('are bounded by their number, and the ones used last remain', () => {
    const kept = keptTexts();
    const texts = Array.from({ length: 1_100 }, (_, index) => `{ a${index} }`);
    kept.keep(idOf('{ first }'), '{ first }');
    for (const text of texts) {
      kept.keep(idOf(text), text);
      kept.get(idOf('{ first }'));
    }
    expect(['{ first }', ...texts].filter((text) => kept.get(idOf(text)) === text)).toEqual([
      '{ first }',
      ...texts.slice(-999),
    ]);
  });

  it('are bounded by their size', () => {
    const kept = keptTexts();
    const texts = Array.from({ length: 100 }, (_, index) => `{ a${index} } ${'#'.repeat(19_900)}`);
    for (const text of texts) kept.keep(idOf(text), text);
    const characters = texts.filter((text) => kept.get(idOf(text)) !== undefined).join('').length;
    expect(characters).toBeGreaterThan(900_000);
    expect(characters).toBeLessThanOrEqual(1_000_000);
  });

  it('are none that no request may send', () => {
    const kept = keptTexts();
    const text = `{ a } ${'#'.repeat(20_000)}`;
    expect([kept.keep(idOf(text), text), kept.get(idOf(text))]).toEqual([true, undefined]);
  });
});
