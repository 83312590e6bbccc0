import { schema } from '@channel/graph';
import { createFactories } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { validate, visit } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, routesOf } from '../http/v1.ts';
import { client, startServer, type TestClient, type TestServer } from '../testing/index.ts';

/** The endpoints of the specification, copied manually from its text. */
const SPECIFIED = [
  'POST v1/tokens',
  'PUT v1/tokens/{token}',
  'PATCH v1/tokens/{token}',
  'DELETE v1/tokens/{token}',
  'GET v1/categories',
  'GET v1/cities',
  'GET v1/countries',
  'GET v1/destinations',
  'GET v1/labels',
  'GET v1/orders/export',
  'GET v1/orders',
  'GET v1/orders/{order}',
  'PUT v1/orders/{order}',
  'PATCH v1/orders/{order}',
  'PUT v1/orders',
  'GET v1/pos/roles/{role}/products',
  'GET v1/pos/roles/{role}/products/{product}',
  'GET v1/pos/roles/{role}/products/{product}/rates/dates',
  'GET v1/pos/roles/{role}/products/{product}/rates/dates-availability',
  'GET v1/pos/roles/{role}/service_levels/{service_level}/pickups',
  'POST v1/pos/roles/{role}/service_levels/{service_level}/orders',
  'PUT v1/pos/orders',
  'GET v1/pos/products',
  'GET v1/profile',
  'POST v1/tags/{tag}/products',
  'PUT v1/tags/{tag}/products',
  'DELETE v1/tags/{tag}/products',
  'POST v1/tags/{tag}/roles',
  'PUT v1/tags/{tag}/roles',
  'DELETE v1/tags/{tag}/roles',
  'POST v1/tags/{tag}/cities',
  'PUT v1/tags/{tag}/cities',
  'DELETE v1/tags/{tag}/cities',
  'POST v1/tags/{tag}/users',
  'PUT v1/tags/{tag}/users',
  'DELETE v1/tags/{tag}/users',
  'POST v1/tags/{tag}/transfers',
  'PUT v1/tags/{tag}/transfers',
  'DELETE v1/tags/{tag}/transfers',
  'POST v1/tags/{tag}/orders',
  'PUT v1/tags/{tag}/orders',
  'DELETE v1/tags/{tag}/orders',
  'POST v1/tags/{tag}/categories',
  'PUT v1/tags/{tag}/categories',
  'DELETE v1/tags/{tag}/categories',
  'POST v1/tags/{tag}/bookings',
  'PUT v1/tags/{tag}/bookings',
  'DELETE v1/tags/{tag}/bookings',
  'GET v1/contactpersons',
  'GET v1/drivers',
  'GET v1/issuers',
  'GET v1/tourguides',
];
const PUBLIC = ['POST v1/tokens', 'PUT v1/tokens/{token}', 'PATCH v1/tokens/{token}', 'GET v1/destinations'];
const TARGETS = ['products', 'roles', 'cities', 'users', 'transfers', 'orders', 'categories', 'bookings'];

/** An id that no row of the database has. */
const NONE = '987654321';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'TRACE'];

const rows = routesOf({ settings: loadSettings({}) });
const endpoints = rows.flatMap((row) => {
  const path = row.path.slice(1).replace(/:(\w+)/g, '{$1}');
  const paths = path.includes('{target}') ? TARGETS.map((target) => path.replace('{target}', target)) : [path];
  const methods = row.methods.includes('GET') && row.readsInput ? [...row.methods, 'QUERY'] : [...row.methods];
  return paths.flatMap((each) =>
    methods.map((method) => ({
      row,
      method,
      name: `${method} ${each}`,
      address: `/${each.replace(/\{\w+\}/g, NONE)}`,
    })),
  );
});
const named = endpoints.map((endpoint): [string, typeof endpoint] => [endpoint.name, endpoint]);
const reading = named.filter(([, { row }]) => row.readsInput);

let server: TestServer;
let anonymous: TestClient;
let user: TestClient;
beforeAll(async () => {
  server = await startServer();
  const make = createFactories(server.db);
  const { id } = await make.user({ roles: [(await make.role()).id] });
  anonymous = await client(server);
  user = await client(server, id);
});
afterAll(() => server.close());

describe('the table of endpoints', () => {
  // contract/golden-examples.ts lists all endpoints, so that none is published by mistake.
  it('has every endpoint of the specification', () => {
    const published = new Set(endpoints.map(({ name }) => name));
    expect(SPECIFIED.filter((name) => !published.has(name))).toEqual([]);
    expect(SPECIFIED).toHaveLength(52);
  });

  it('marks exactly the public endpoints of the specification as public', () => {
    const open = endpoints.filter(({ row, method }) => row.public && method !== 'QUERY').map(({ name }) => name);
    expect(open.sort()).toEqual([...PUBLIC].sort());
  });

  it('uses every persisted operation, each of them valid and with snake_case names', () => {
    expect(new Set(rows.map(({ operation }) => operation.name))).toEqual(
      new Set(operations.all.map(({ name }) => name)),
    );
    for (const { document } of operations.all) {
      expect(validate(schema, document)).toEqual([]);
      visit(document, {
        Field({ alias, name }) {
          expect((alias ?? name).value).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
        },
      });
    }
  });
});

describe('without valid credentials', () => {
  it.each(named.filter(([, { row }]) => !row.public))(
    '%s is 401, also if the request has other errors',
    async (_name, { method, address }) => {
      const refused = [
        await anonymous.send(method, address),
        await anonymous.send(method, address, { raw: '{' }),
        await anonymous.send(method, address, { headers: { authorization: 'Bearer 1|no-such-token' } }),
        await anonymous.send(method, address, { headers: { authorization: 'Basic YTpi' } }),
      ];
      for (const { status, text } of refused) {
        expect(status).toBe(401);
        expect(text).toBe('{"message":"Unauthenticated."}');
      }
    },
  );

  it.each(named.filter(([, { row }]) => row.public))('%s is public', async (_name, { method, address }) => {
    const { text } = await anonymous.send(method, address);
    expect(text).not.toContain('Unauthenticated');
  });
});

describe('bodies', () => {
  it.each(reading)('%s refuses a body that is no JSON object', async (_name, { method, address }) => {
    const sent = (raw: string | Buffer, headers = {}) => user.send(method, address, { raw, headers });
    for (const malformed of ['{', '[1,]', '{"a":1}}', 'null,', '{"__proto__":{}}', Buffer.from([0x7b, 0xff, 0x7d])])
      expect((await sent(malformed)).status, String(malformed)).toBe(400);
    expect((await sent(`${'['.repeat(40)}${']'.repeat(40)}`)).status).toBe(400);
    for (const other of ['[1]', '"text"', '7', 'null'])
      expect((await sent(other)).json, other).toMatchObject({ errors: { body: [expect.any(String)] } });
    expect((await sent('<a/>', { 'content-type': 'text/xml' })).status).toBe(415);
    // QUERY requires a content type (RFC 10008, section 2); for other methods it is an unsupported type.
    expect((await sent('{}', { 'content-type': undefined })).status).toBe(method === 'QUERY' ? 400 : 415);
  });

  it.each(reading)('%s refuses a body that is too large', async (_name, { method, address }) => {
    const answer = await user.send(method, address, { body: { filler: 'x'.repeat(1_048_576) } });
    expect(answer.status).toBe(413);
  });

  it.each(named.filter(([, { method }]) => method === 'GET' || method === 'DELETE'))(
    '%s accepts a content type without a body',
    async (_name, { method, address }) => {
      expect([200, 204, 404, 422]).toContain((await user.send(method, address)).status);
      expect([200, 204, 404, 422]).toContain((await user.send(method, address, { raw: '' })).status);
    },
  );
});

it('a login without a name and without a password is refused with an error for each', async () => {
  const anybody = await client(server);
  const errorsOf = async (body: object) => {
    const { status, json } = await anybody.post('/v1/tokens', { body });
    return [status, Object.keys((json as { errors: object }).errors).sort()];
  };
  for (const body of [{}, { email: '', username: null, password: '' }])
    expect(await errorsOf(body)).toEqual([422, ['email', 'password']]);
  expect(await errorsOf({ password: 'x' })).toEqual([422, ['email']]);
  expect(await errorsOf({ username: 'x' })).toEqual([422, ['password']]);
  expect(await errorsOf({ email: 7, password: 'x' })).toEqual([422, ['email']]);
});

describe('methods', () => {
  const byPath = Map.groupBy(endpoints, ({ address }) => address);
  it.each([...byPath])('of %s are listed, and others are 405', async (address, known) => {
    const methods = known.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const { status, headers } = await user.send('OPTIONS', address);
    expect(status).toBe(204);
    expect(headers.allow?.split(', ').sort()).toEqual([...methods, 'OPTIONS'].sort());
    for (const method of METHODS.filter((each) => !methods.includes(each))) {
      const refused = await user.send(method, address);
      expect(refused.status, method).toBe(405);
      expect(refused.headers.allow).toBe(headers.allow);
    }
  });
});

describe('addresses', () => {
  it.each(['/v1', '/v1/nothing', '/v2/orders', '/v1/orders/1/2', '/v1/tags/1/suppliers', '/V1/categories'])(
    '%s is 404',
    async (address) => {
      const { status } = address.startsWith('/v1/tags')
        ? await user.post(address, { body: { ids: [1], tags: [] } })
        : await user.get(address);
      expect(status).toBe(404);
    },
  );

  it.each(['0', '-1', '1.0', '01', '1e0', ' 1', 'x', '2147483648', '9'.repeat(400)])('the id %s is 404', async (id) => {
    const address = `/v1/pos/roles/1/products/${encodeURIComponent(id)}`;
    expect((await user.get(address)).status).toBe(404);
  });
});

describe('every answer', () => {
  it('names its request and its language', async () => {
    const { headers } = await user.get('/v1/labels', { headers: { 'x-lang': 'nl', 'x-request-id': 'mine' } });
    expect(headers['x-request-id']).not.toBe('mine');
    expect(headers['content-language']).toBe('nl');
    for (const [requested, taken] of Object.entries({ xx: 'en', 'nl-NL': 'nl', 'xx, nl-BE;q=0.5': 'nl' }))
      expect((await user.get('/v1/labels', { headers: { 'x-lang': requested } })).headers['content-language']).toBe(
        taken,
      );
  });
});
