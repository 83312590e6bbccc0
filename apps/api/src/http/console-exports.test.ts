import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bearerOf,
  client,
  DEMO_TIMEOUT,
  postGraphql,
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
afterAll(() => server.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
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
