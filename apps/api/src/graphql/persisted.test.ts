import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilationOf } from '@channel/graph';
import { parse, print } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../http/v1.ts';
import { exchange } from '../testing/http.ts';
import { bearerOf, DEMO_TIMEOUT, manifestFolder, startServer, type TestServer } from '../testing/index.ts';
import { idOf } from './manifest.ts';
import { persistedDocuments } from './persisted.ts';

const TOOL = `query Arrivals($filter: OrderFilter, $names: Boolean!) {
  orders(filter: $filter, perPage: 20) {
    id: databaseId status startsAt @wire(as: DATE_TIME_TEXT, nullAs: EMPTY_TEXT)
    passengers { id: databaseId name: firstName @include(if: $names) }
  }
  total: ordersMeta(filter: $filter, perPage: 20) { total }
}`;
const ONE = 'query One($reference: String!) { order(reference: $reference) { id: databaseId } }';
const BROKEN = 'query Gone { nobodyKnowsThis }';
const LONG = `query Long { viewer { id: databaseId } } ${'#'.repeat(20_000)}`;
const folder = manifestFolder({ staff: [TOOL, ONE, BROKEN, LONG] });
mkdirSync(join(folder, 'no-file.json'));
writeFileSync(
  join(folder, 'none.json'),
  '{"format": "apollo-persisted-query-manifest", "version": 2, "operations": []}',
);
writeFileSync(join(folder, 'old.graphql'), ONE);

let statements: string[] = [];
let server: TestServer;
let staff: string;
let partner: string;

beforeAll(async () => {
  const env = { GRAPHQL_DOCUMENTS: folder };
  server = await startServer({ world: 'demo', env, onQuery: (sql) => statements.push(sql) });
  [staff, partner] = [await bearerOf(server, 'admin'), await bearerOf(server, 'partner')];
}, DEMO_TIMEOUT);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

type Answer = { status: number; json: { data?: unknown; errors?: { message: string; extensions?: object }[] } };

async function send(body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const all = { 'content-type': 'application/json', accept: 'application/json', authorization: staff, ...headers };
  statements = [];
  const { status, json } = await exchange(new URL('/graphql', server.url), 'POST', { headers: all, body });
  // cost.test.ts covers the cost of operations.
  const { extensions: _cost, ...rest } = json as Answer['json'] & { extensions?: object };
  return { status, json: rest };
}

const textOf = (name: string) => print(operations.get(name).document);

/** Checks that a document answers by its id as it does by its text. */
async function both(text: string, variables: object): Promise<Answer> {
  const byText = await send({ query: text, variables });
  const byId = await send({ documentId: idOf(text), variables });
  expect(byId).toEqual(byText);
  return byId;
}

describe('a document that is named by its id', () => {
  it('answers as its text does, with two statements for a list of orders beside the token check', async () => {
    const filter = { status: ['Booked'] };
    for (const names of [true, false]) {
      const { json } = await both(TOOL, { filter, names });
      expect((json.data as { orders: unknown[] }).orders).toHaveLength(20);
      expect(statements).toHaveLength(3);
    }
  });

  it('may be one of v1', async () => {
    const { json } = await both(textOf('GetOrder'), { reference: '5' });
    expect(json).toMatchObject({ data: { data: { id: 5 } } });
    expect(statements).toHaveLength(2);
  });

  it('may be one of the console', () => {
    const written = readFileSync(new URL('../../operations/console.json', import.meta.url), 'utf8');
    const owned = persistedDocuments(server.settings).documents.filter(({ owner }) => owner === 'console');
    const { operations } = JSON.parse(written) as { operations: { id: string }[] };
    expect(owned.map(({ id }) => id)).toEqual(operations.map(({ id }) => id));
  });

  it('may be a change, which runs once', async () => {
    const text = textOf('UpdateOrder');
    const variables = { reference: '5', input: { referenceCode: 'by id' } };
    const versionOf = async () => (await server.db.order.findUniqueOrThrow({ where: { id: 5 } })).version;
    const before = await versionOf();
    const { json } = await send({ documentId: idOf(text), variables });
    expect(json).toMatchObject({ data: { data: { order: { reference_code: 'by id' } } } });
    expect(await versionOf()).toBe(before + 1);
  });

  it('is refused as its text is', async () => {
    const unknown = await both(ONE, { reference: '999999' });
    expect(unknown.json.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect((await both(ONE, {})).json.errors).toHaveLength(1);
    expect((await both(TOOL, { names: true, filter: { search: 'a\0b' } })).json.errors).toHaveLength(1);
    expect((await both(TOOL, { names: 'yes' })).json.errors).toHaveLength(1);
    const list = await send({ documentId: idOf(TOOL), variables: [1] });
    expect(list).toEqual(await send({ query: TOOL, variables: [1] }));
  });

  it('is refused to callers who may not send operations', async () => {
    const body = { documentId: idOf(TOOL), variables: { names: true } };
    expect((await send(body, { authorization: partner })).status).toBe(403);
    expect((await send(body, { authorization: 'Bearer 1|nothing' })).status).toBe(401);
    expect((await send(body, { authorization: '', 'sec-fetch-site': 'cross-site' })).status).not.toBe(200);
  });
});

describe('an id', () => {
  const UNKNOWN = { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } };

  it('that is unknown is refused, with the code after which a client may send the text', async () => {
    for (const documentId of [idOf(BROKEN), idOf('query A { a }'), 'sha256:', '']) {
      const { status, json } = await send({ documentId });
      expect([documentId, status, json]).toMatchObject([documentId, 400, { errors: [UNKNOWN] }]);
    }
  });

  it('that is no text is refused as a bad request', async () => {
    for (const documentId of [7, null, { a: 1 }]) {
      const { status, json } = await send({ documentId });
      const refused = { message: 'The documentId must be a text.', extensions: { code: 'BAD_REQUEST' } };
      expect([documentId, status, json]).toEqual([documentId, 400, { errors: [refused] }]);
    }
  });

  it('is refused together with a text', async () => {
    const { status, json } = await send({ documentId: idOf(TOOL), query: TOOL, variables: { names: true } });
    expect([status, json]).toMatchObject([400, { errors: [{ message: expect.stringContaining('not both') }] }]);
  });
});

it('unreadable and invalid documents are left out, with the reason', () => {
  const { unusable } = persistedDocuments(server.settings);
  const broken = unusable.filter(({ owner }) => owner === 'tools');
  expect(broken).toMatchObject([
    { name: 'no-file.json', reason: expect.stringContaining('EISDIR') },
    { name: 'none.json', reason: 'It is no manifest: version: Invalid input: expected 1.' },
    { name: 'old.graphql', reason: expect.stringContaining('npm run operations -- register') },
    { name: 'Gone', reason: expect.stringContaining('nobodyKnowsThis') },
    { name: 'Long', reason: 'The document has more than 20000 characters.' },
  ]);
});

it('does not compile an operation that conditions can empty, or one with several mutations', () => {
  const reasonOf = (text: string) => {
    const compilation = compilationOf(parse(text));
    return 'refused' in compilation ? compilation.refused : 'compiled';
  };
  expect(reasonOf('query A($a: Boolean!) { viewer @include(if: $a) { name } }')).not.toBe('compiled');
  expect(reasonOf('mutation A { updateOrder(reference: "1", input: {}) { order { id: databaseId } } }')).toBe(
    'compiled',
  );
  expect(
    reasonOf(
      'mutation A { a: updateOrder(reference: "1", input: {}) { order { id: databaseId } } b: updateOrder(reference: "2", input: {}) { order { id: databaseId } } }',
    ),
  ).toBe('several mutations in one operation');
});
