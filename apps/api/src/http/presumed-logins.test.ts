import { createFactories, type Factories } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { client, NOW, startServer, type TestClient, type TestServer } from '../testing/index.ts';

/*
 * A read with a known token presumes its actor. No answer may show that: each case first makes the token known, then
 * changes what the database says of it, and expects the answer of a server that looks it up first.
 */

let server: TestServer;
let make: Factories;
let statements: string[] = [];
let user: Awaited<ReturnType<Factories['userWith']>>;
let api: TestClient;
let orderId: number;

const families = () => ({ where: { userId: user.id } });
const ofUser = <Data>(data: Data) => ({ where: { family: { userId: user.id } }, data });
const revoke = () => server.db.tokenFamily.updateMany({ ...families(), data: { revokedAt: NOW } });

/** Before the tests of a block: a server, and a user with a known token for each test. */
function startWith(compiled: string): void {
  beforeAll(async () => {
    const env = { ENDPOINT_PERMISSIONS: '{"GET v1/countries":"products.book"}', COMPILED_READS: compiled };
    server = await startServer({ env, onQuery: (sql) => statements.push(sql) });
    make = createFactories(server.db);
    await make.userWith(['products.book']);
  });
  afterAll(() => server.close());

  beforeEach(async () => {
    server.setNow(NOW);
    user = await make.userWith(['orders.view-all']);
    api = await client(server, user.id);
    orderId = (await make.order({ offer: null, organizationId: user.role.organizationId })).id;
    await api.get('/v1/orders');
  });
}

describe.each([
  ['compiled', '1'],
  ['executed', '0'],
])('when reads are %s', (_strategy, compiled) => {
  startWith(compiled);

  /** Reads that end in different ways, each with its status for a user with `orders.view-all`. */
  const READS: [kind: string, path: () => string, status: number][] = [
    ['a list', () => '/v1/orders', 200],
    ['one order', () => `/v1/orders/${orderId}`, 200],
    ['an order that does not exist', () => '/v1/orders/999999999', 404],
    ['a query string that is not UTF-8', () => '/v1/orders?search=%ff', 400],
    ['a malformed filter', () => '/v1/orders?per_page=x', 422],
    ['an export', () => '/v1/orders/export', 200],
    ['an endpoint that needs a permission', () => '/v1/countries', 403],
  ];

  const INVALID: [how: string, make: () => unknown][] = [
    ['was revoked', revoke],
    ['has a disabled user', () => server.db.user.update({ where: { id: user.id }, data: { disabledAt: NOW } })],
    ['has expired', () => server.setNow(new Date(NOW.getTime() + 86_400_000 * 30))],
    ['has another secret by now', () => server.db.accessToken.updateMany(ofUser({ secretHash: new Uint8Array(32) }))],
    ['is gone', () => server.db.tokenFamily.deleteMany(families())],
  ];

  describe.each(INVALID)('a known token that %s', (_how, invalidate) => {
    it.each(READS)('is refused for %s', async (_kind, path, status) => {
      const read = () => api.get(path());
      expect((await read()).status).toBe(status);
      await invalidate();
      for (const _again of [1, 2]) expect((await read()).status).toBe(401);
    });
  });

  const grant = (permissionName: string) =>
    server.db.rolePermission.create({ data: { roleId: user.role.id, permissionName } });
  const withdraw = (permissionName: string) =>
    server.db.rolePermission.deleteMany({ where: { roleId: user.role.id, permissionName } });

  describe('changed rights of a known token', () => {
    it('show fewer orders at once', async () => {
      expect((await api.get(`/v1/orders/${orderId}`)).status).toBe(200);
      await withdraw('orders.view-all');
      expect((await api.get(`/v1/orders/${orderId}`)).status).toBe(404);
      expect((await api.get('/v1/orders')).json).toMatchObject({ data: [] });
    });

    it('show more orders at once', async () => {
      const other = await make.userWith([]);
      const otherApi = await client(server, other.id);
      const { id } = await make.order({ offer: null, organizationId: other.role.organizationId });
      expect((await otherApi.get(`/v1/orders/${id}`)).status).toBe(404);
      user = other;
      await grant('orders.view-all');
      expect((await otherApi.get(`/v1/orders/${id}`)).status).toBe(200);
    });

    it('open and close an endpoint that needs a permission at once', async () => {
      expect((await api.get('/v1/countries')).status).toBe(403);
      await grant('products.book');
      expect((await api.get('/v1/countries')).status).toBe(200);
      await withdraw('products.book');
      expect((await api.get('/v1/countries')).status).toBe(403);
    });
  });

  it('refuses a known id with another secret', async () => {
    const { id } = await server.db.accessToken.findFirstOrThrow({ where: { family: { userId: user.id } } });
    const stranger = await client(server, { token: `${id}|${'x'.repeat(43)}` });
    for (const [, path] of READS) expect((await stranger.get(path())).status).toBe(401);
  });
});

describe('the number of statements', () => {
  startWith('1');

  const counted = async (path: string) => {
    statements = [];
    await api.get(path);
    return statements.length;
  };

  it('is one for a compiled read with a known token', async () => {
    expect(await counted('/v1/cities')).toBe(1);
    expect(await counted(`/v1/orders/${orderId}`)).toBe(1);
  });

  it('is two for a list of orders, whose rows are found first', async () => {
    expect(await counted('/v1/orders')).toBe(2);
    expect(await counted('/v1/orders?filter[search]=anna')).toBe(2);
  });

  it('is two for the first read of a token', async () => {
    api = await client(server, user.id);
    expect(await counted('/v1/cities')).toBe(2);
  });
});

describe('a revoked token', () => {
  startWith('1');

  it('is looked up after a read that found the database busy', async () => {
    await revoke();
    const statuses: number[] = [];
    await server.db.$transaction(
      async (tx) => {
        await tx.$executeRaw`LOCK TABLE orders IN ACCESS EXCLUSIVE MODE`;
        for (const _again of [1, 2]) statuses.push((await api.get('/v1/orders')).status);
      },
      { timeout: 20_000 },
    );
    expect(statuses).toEqual([503, 401]);
  });

  it('changes nothing', async () => {
    const change = (name: string) => api.put(`/v1/orders/${orderId}`, { body: { reference_code: name } });
    const codeNow = async () => (await server.db.order.findUniqueOrThrow({ where: { id: orderId } })).referenceCode;
    expect([(await change('first')).status, await codeNow()]).toEqual([200, 'first']);
    await revoke();
    expect([(await change('second')).status, await codeNow()]).toEqual([401, 'first']);
  });

  it('is refused before the body of a read is', async () => {
    await revoke();
    expect((await api.get('/v1/orders', { raw: '{' })).status).toBe(401);
  });
});

it('counts a request once under a quota, also if its login was presumed wrongly', async () => {
  const counting = await startServer({ env: { REQUESTS_PER_MINUTE: '3' } });
  const { id, role } = await createFactories(counting.db).userWith(['orders.view-all']);
  const own = await client(counting, id);
  const statuses = [(await own.get('/v1/orders')).status];
  await counting.db.rolePermission.deleteMany({ where: { roleId: role.id } });
  for (const _more of [1, 2, 3]) statuses.push((await own.get('/v1/orders')).status);
  await counting.close();
  expect(statuses).toEqual([200, 200, 200, 429]);
});
