import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { lockedTable, waitingForLocks } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, type Sent } from '../testing/http.ts';
import { bearerOf, DEMO_TIMEOUT, manifestFolder, signedIn, startServer, type TestServer } from '../testing/index.ts';
import { idOf } from './manifest.ts';

const DOCUMENT =
  'query CrewOfOrders($filter: OrderFilter) { orders(filter: $filter) { id: databaseId pickup { driver { name } } } }';
const documents = manifestFolder({ staff: [DOCUMENT] });
/** With it, a page of small orders has about 30 of them. */
const SMALL_COST = '100';

let server: TestServer;
let admin: string;
let partner: string;

beforeAll(async () => {
  server = await startServer({ world: 'demo', env: { GRAPHQL_DOCUMENTS: documents, GRAPHQL_COST: SMALL_COST } });
  [admin, partner] = [await bearerOf(server, 'admin'), await bearerOf(server, 'partner')];
}, DEMO_TIMEOUT);
afterAll(async () => {
  await server.close();
  rmSync(documents, { recursive: true });
});

const post = (body: unknown, headers: Sent['headers'] = {}, method = 'POST') =>
  exchange(new URL('/graphql/export', server.url), method, {
    body,
    headers: { 'content-type': 'application/json', authorization: admin, ...headers },
  });

type Line = Record<string, unknown> & { id: number };

const linesIn = (body: string): Line[] => {
  expect(body.endsWith('\n')).toBe(true);
  return body
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line));
};
const exported = async (query: string, variables = {}) => {
  const answer = await post({ query, variables });
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  return { lines: linesIn(answer.text), answer };
};

const ORDERS = 'query ($filter: OrderFilter) { orders(filter: $filter) { id: databaseId status referenceCode } }';

describe('the export of orders', () => {
  it('has one JSON object for each order that the filter matches, by id, and says at the end that it is complete', async () => {
    const { lines, answer } = await exported(ORDERS);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
    });
    const { roles } = await server.db.user.findFirstOrThrow({
      where: { username: 'admin' },
      include: { roles: { include: { role: true } } },
    });
    const rows = await server.db.order.findMany({
      where: { organizationId: { in: roles.map(({ role }) => role.organizationId) } },
      select: { id: true, status: true, referenceCode: true },
      orderBy: { id: 'asc' },
    });
    const orders = lines.slice(0, -1);
    expect(orders.length).toBeGreaterThan(100);
    expect(orders).toEqual(rows);
    expect(lines.at(-1)).toEqual({ $complete: { orders: orders.length, matched: orders.length } });
  });

  it('has the bytes of the list, in any nesting and with texts that look like JSON', async () => {
    const tricky = '"},{"id":1,\\"[\n';
    const { lines: all } = await exported(ORDERS);
    const [{ id } = { id: 0 }] = all;
    await server.db.order.update({ where: { id }, data: { referenceCode: tricky } });
    const { lines } = await exported(
      '{ orders { passengers { firstName } tags { key value } id: databaseId referenceCode } }',
    );
    expect(lines).toHaveLength(all.length);
    expect(lines.find((line) => line.id === id)).toMatchObject({ referenceCode: tricky, tags: expect.any(Array) });
  });

  it('runs the document of a tool by its id', async () => {
    const answer = await post({ documentId: idOf(DOCUMENT), variables: { filter: { isUnassigned: true } } });
    const lines = linesIn(answer.text);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines[0]).toMatchObject({ id: expect.any(Number), pickup: expect.anything() });
  });

  it('of no orders is complete', async () => {
    expect((await exported(ORDERS, { filter: { client: { ids: [] } } })).lines).toEqual([
      { $complete: { orders: 0, matched: 0 } },
    ]);
  });

  it('runs once at a time for a user, and again as soon as its client has left', async () => {
    const held = await locked();
    const first = post({ query: CLIENTS });
    await expect.poll(() => held.waiting(), { interval: 5 }).toBe(1);
    const second = await post({ query: ORDERS });
    expect([second.status, second.headers['retry-after'], second.json]).toMatchObject([
      429,
      '10',
      { errors: [{ extensions: { code: 'TOO_MANY_REQUESTS' } }] },
    ]);
    await held.release();
    expect(linesIn((await first).text).at(-1)).toHaveProperty('$complete');
    await leave(ORDERS);
    await expect.poll(async () => (await post({ query: ORDERS })).status, { timeout: 10_000 }).toBe(200);
  });

  it('ends with an error as soon as the login has ended, and says so', async () => {
    const own = await bearerOf(server, 'admin');
    const held = await locked();
    const running = post({ query: CLIENTS }, { authorization: own });
    await expect.poll(() => held.waiting(), { interval: 5 }).toBe(1);
    const id = Number(/\d+/.exec(own)?.[0]);
    await server.db.accessToken.deleteMany({ where: { id } });
    await held.release();
    const lines = linesIn((await running).text);
    expect(lines.at(-1)).toMatchObject({ $error: { extensions: { code: 'UNAUTHENTICATED' } } });
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.length).toBeLessThan(100);
  });
});

describe('an export is refused before its first line', () => {
  const refused = async (body: unknown, headers: Sent['headers'] = {}, method = 'POST') => {
    const { status, json } = await post(body, headers, method);
    const { errors = [] } = (json ?? {}) as { errors?: { extensions: { code: string } }[] };
    return [status, errors[0]?.extensions.code];
  };

  it('for whom may not send operations', async () => {
    const query = ORDERS;
    expect(await refused({ query }, { authorization: undefined })).toEqual([401, 'UNAUTHENTICATED']);
    expect(await refused({ query }, { authorization: 'Bearer 1|x' })).toEqual([401, 'UNAUTHENTICATED']);
    expect(await refused({ query }, { authorization: partner })).toEqual([403, 'FORBIDDEN']);
    const cookie = await signedIn(server, 'staff');
    expect(await refused({ query }, { authorization: undefined, cookie })).toEqual([403, 'FORBIDDEN']);
  });

  it.each<[string, unknown, number, string]>([
    ['no operation', {}, 400, 'BAD_REQUEST'],
    ['a list', [], 400, 'BAD_REQUEST'],
    ['a number for a text', { query: 1 }, 400, 'BAD_REQUEST'],
    ['another member', { query: ORDERS, batch: [] }, 400, 'BAD_REQUEST'],
    ['an unknown document', { documentId: 'sha256:00' }, 400, 'PERSISTED_QUERY_NOT_FOUND'],
    ['a syntax error', { query: '{ orders {' }, 400, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', { query: '{ orders { secret } }' }, 400, 'GRAPHQL_VALIDATION_FAILED'],
    ['another list', { query: '{ clients { id: databaseId } }' }, 400, 'BAD_REQUEST'],
    ['variables that are no object', { query: ORDERS, variables: [1] }, 400, 'BAD_USER_INPUT'],
    ['a variable of another type', { query: ORDERS, variables: { filter: 1 } }, 400, 'BAD_USER_INPUT'],
    ['a text with NUL', { query: ORDERS, variables: { filter: { search: 'a\0' } } }, 400, 'BAD_USER_INPUT'],
    [
      'a filter that does not hold',
      { query: ORDERS, variables: { filter: { bookDate: { start: '2026-06-02', end: '2026-06-01' } } } },
      400,
      'VALIDATION',
    ],
    [
      'an order that costs too much',
      {
        query:
          '{ orders { passengers { id: databaseId priceCategory { id: priceCategoryId } } bookings { passengers { status } } tags { key } } }',
      },
      400,
      'COST_LIMIT',
    ],
  ])('for %s', async (_name, body, status, code) => {
    expect(await refused(body)).toEqual([status, code]);
  });

  it('for another method and another type', async () => {
    expect(await refused(undefined, {}, 'GET')).toEqual([405, 'METHOD_NOT_ALLOWED']);
    for (const accept of ['text/csv', 'application/x-ndjson;q=0', 'application/*;q=0, text/*'])
      expect(await refused({ query: ORDERS }, { accept })).toEqual([406, 'NOT_ACCEPTABLE']);
    expect(await refused({ query: ORDERS }, { accept: 'application/x-ndjson;q=1' })).toEqual([200, undefined]);
  });

  it('and hides the names of the schema', async () => {
    const { text: body } = await post({ query: '{ orders { statu } }' });
    expect(body).toContain('Cannot query field');
    expect(body).not.toContain('Did you mean');
  });
});

const CLIENTS = '{ orders { id: databaseId client { name } } }';

/** Holds the table of clients, so that pages that read it wait. */
const locked = async () => ({
  ...(await lockedTable(server.ownerConnectionString, 'client')),
  waiting: () => waitingForLocks(server.db),
});

/** Requests an export and disconnects at its first bytes. */
function leave(query: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: admin };
    const sent = request(new URL('/graphql/export', server.url), { method: 'POST', headers }, (response) => {
      response.once('data', () => {
        sent.destroy();
        resolve();
      });
      void text(response).catch(() => {});
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ query }));
  });
}
