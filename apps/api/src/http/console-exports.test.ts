import { once } from 'node:events';
import { request } from 'node:http';
import { createFactories, lockedTable, waitingForLocks } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bearerOf,
  client,
  DEMO_TIMEOUT,
  NOW,
  postGraphql,
  serviceAccount,
  signedIn,
  startServer,
  type TestClient,
  type TestServer,
} from '../testing/index.ts';

let server: TestServer;
let staff: TestClient;
let cookie: string;

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  staff = await client(server, 'staff');
  cookie = await signedIn(server, 'staff');
}, DEMO_TIMEOUT);
const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  await server.close();
  for (const end of ends) await end();
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}, { url } = server) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify(body),
  });
const exported = (body: unknown, headers: Record<string, string> = {}) =>
  post('/exports/orders', body, { cookie, ...headers });

const idsIn = (csv: string) => [...csv.matchAll(/^(\d+),/gm)].map(([, id]) => Number(id));

it('writes all orders that match the filter, in the order of the list', async () => {
  const filter = { status: ['Booked'], quickSearch: 'a' };
  const answer = await exported({ filter, sort: { by: 'starts', descending: true } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const listed = await postGraphql(
    server,
    {
      query:
        'query ($filter: OrderFilter, $sort: OrderSort) { orders(filter: $filter, sort: $sort, perPage: 1000) { id: databaseId } }',
      variables: { filter, sort: { by: 'starts', descending: true } },
    },
    { headers: { authorization: await bearerOf(server, 'admin') } },
  );
  const { orders } = listed.data<{ orders: { id: number }[] }>();
  expect(orders.length).toBeGreaterThan(20);
  expect(idsIn(await answer.text())).toEqual(orders.map(({ id }) => id));
});

it('equals the v1 export for a filter that v1 can express', async () => {
  const own = await (
    await exported({ filter: { status: ['Cancelled'] }, sort: { by: 'booked', descending: true } })
  ).text();
  const v1 = await staff.get('/v1/orders/export?filter[status]=Cancelled');
  expect(own).toBe(v1.text);
});

it('has the requested columns, in their order', async () => {
  const filter = { status: ['Booked'] };
  const own = await (await exported({ filter, columns: ['tags', 'id', 'created_at', 'booked_at'] })).text();
  const [titles, first] = own.split('\r\n');
  expect(titles).toBe('tags,id,created_at,booked_at');
  expect(first).toMatch(/,\d+,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  for (const columns of [[], ['password'], 'id']) expect((await exported({ filter, columns })).status).toBe(422);
});

it('requires a login and a request from a console page', async () => {
  expect((await exported({}, { cookie: '' })).status).toBe(401);
  expect((await exported({}, { cookie: 'session=1|forged' })).status).toBe(401);
  expect((await exported({}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await exported({}, { authorization: 'Bearer 1|x', cookie: '' })).status).toBe(401);
});

it('is open to bearer tokens that may send GraphQL operations, from anywhere', async () => {
  const asTool = async (username: string) =>
    post(
      '/exports/orders',
      { filter: { isUnassigned: true }, columns: ['id', 'pickup_driver'] },
      { authorization: await bearerOf(server, username), 'sec-fetch-site': 'none' },
    );
  const answer = await asTool('admin');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(idsIn(await answer.text()).length).toBeGreaterThan(2);
  expect((await asTool('partner')).status).toBe(403);
});

it('is closed to partners who may run published documents alone', async () => {
  const { id: roleId } = await server.db.role.findFirstOrThrow({
    where: { users: { some: { user: { username: 'partner' } } } },
  });
  const permission = { roleId, permissionName: 'graphql.query' };
  await server.db.rolePermission.create({ data: permission });
  try {
    const authorization = await bearerOf(server, 'partner');
    const { status } = await post('/exports/orders', {}, { authorization, 'sec-fetch-site': 'none' });
    // Published documents may be sent, of which there are none: the permission itself is accepted.
    const sent = await postGraphql(server, { documentId: 'sha256:0' }, { headers: { authorization } });
    expect([status, sent.status, sent.body.errors?.[0]?.extensions?.code]).toEqual([
      403,
      400,
      'PERSISTED_QUERY_NOT_FOUND',
    ]);
  } finally {
    await server.db.rolePermission.deleteMany({ where: permission });
  }
});

it('refuses an invalid filter before the first line', async () => {
  for (const filter of [{ status: ['Lost'] }, { secret: 1 }, { client: { ids: ['x'] } }]) {
    const answer = await exported({ filter });
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toContain('json');
  }
  expect((await exported({ filter: 'all' })).status).toBe(422);
});

it('refuses a filter above the limits of GraphQL variables, at the path of the filter', async () => {
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`n${index}`, 1]));
  for (const [member, value, message] of [
    ['filter', many, 'Objects within the variables must have at most 100 members.'],
    ['filter', { product: many }, 'Objects within the variables must have at most 100 members.'],
    ['sort', { by: 'x'.repeat(200_000) }, 'The texts of the variables must have at most 200000 characters together.'],
  ] as const) {
    const answer = await exported({ [member]: value });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: { [member]: [message] } });
  }
});

it('refuses members and columns that it does not know, by their names', async () => {
  for (const [body, errors] of [
    [{ filtr: {} }, { filtr: ['filtr is not a known member'] }],
    [{ columns: ['id', 'sold', 'id'] }, { columns: ['columns must be different columns.'] }],
    [{ columns: ['id', 'prize'] }, { 'columns.1': [expect.stringMatching(/^columns.1 must be one of: id, .*sold/)] }],
  ] as const) {
    const answer = await exported(body);
    expect([answer.status, await answer.json()]).toMatchObject([422, { errors }]);
  }
});

it('is refused to a tool that has used up its minute, in either format', async () => {
  const own = await startServer({ env: { GRAPHQL_COST_PER_MINUTE: '5100' } });
  ends.push(() => own.close());
  const tool = await serviceAccount(own.db, createFactories(own.db), { scopes: ['orders:read'] });
  const { text } = await tool.token(NOW);
  const headers = { authorization: `Bearer ${text}`, 'sec-fetch-site': 'none' };
  expect((await post('/exports/orders', {}, headers, own)).status).toBe(200);
  for (const [path, body] of [
    ['/exports/orders', {}],
    ['/graphql/export', { query: '{ orders { id passengers { firstName lastName } } }' }],
  ] as const) {
    const answer = await post(path, body, headers, own);
    expect([path, answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([path, 429, true]);
    expect(await answer.text()).toContain('is left for this minute');
  }
});

it('runs once at a time for a tool, whatever its format, and counts as a part of its minute', async () => {
  const authorization = await bearerOf(server, 'admin');
  const begin = (path: string, body: object) => post(path, body, { authorization, 'sec-fetch-site': 'none' });
  const held = await lockedTable(server.ownerConnectionString, 'client');
  const first = begin('/exports/orders', {});
  await expect.poll(() => waitingForLocks(server.db), { interval: 5 }).toBe(1);
  for (const [path, body] of [
    ['/exports/orders', {}],
    ['/graphql/export', { query: '{ orders { id } }' }],
  ] as const) {
    const { status, headers } = await begin(path, body);
    expect([path, status, headers.get('retry-after')]).toEqual([path, 429, '10']);
  }
  // The console has limits of its own.
  const ofConsole = exported({ filter: { status: ['Booked'] } });
  await held.release();
  expect([(await (await first).text()).length > 1_000, (await ofConsole).status]).toEqual([true, 200]);
  const remaining = async (): Promise<number> => {
    const { body } = await postGraphql(server, { query: '{ viewer { name } }' }, { headers: { authorization } });
    return Object(body.extensions).cost.remaining;
  };
  const before = await remaining();
  await (await begin('/exports/orders', {})).text();
  expect(before - (await remaining())).toBeGreaterThan(1_000);
});

it('is cut off before the next block once the login has ended', async () => {
  const own = await startServer();
  ends.push(() => own.close());
  const make = createFactories(own.db);
  const tool = await serviceAccount(own.db, make, { scopes: ['orders:read'] });
  // More than a block.
  for (let count = 0; count < 510; count += 1) await make.order({ offer: null, organizationId: tool.organizationId });
  const { id, text } = await tool.token(NOW);
  // Compressed, an export that is cut off ends within a block.
  const plain = { 'accept-encoding': 'identity' };
  const headers = { authorization: `Bearer ${text}`, 'sec-fetch-site': 'none', ...plain };
  const complete = await (await post('/exports/orders', {}, headers, own)).text();
  expect(idsIn(complete).length).toBeGreaterThan(500);
  // `fetch` drops what it received, once the connection has failed.
  const cutOff = async (path: string, method: string, body?: object) => {
    const sent = request(`${own.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
    }).end(body && JSON.stringify(body));
    const [answer] = await once(sent, 'response');
    let received = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    await expect(once(answer, 'end')).rejects.toThrow('aborted');
    return { status: answer.statusCode, ids: idsIn(received) };
  };
  for (const [block, begin] of [
    [500, () => cutOff('/exports/orders', 'POST', {})],
    [100, () => cutOff('/v1/orders/export', 'GET')],
  ] as const) {
    await own.db.serviceToken.update({ where: { id }, data: { revokedAt: null } });
    const held = await lockedTable(own.ownerConnectionString, 'client');
    const running = begin();
    await expect.poll(() => waitingForLocks(own.db), { interval: 5 }).toBe(1);
    await own.db.serviceToken.update({ where: { id }, data: { revokedAt: NOW } });
    await held.release();
    const { status, ids } = await running;
    expect([status, ids.length]).toEqual([200, block]);
  }
});
