import { startFamily } from '@channel/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../testing/http.ts';
import { DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';

let server: TestServer;
let partner: string;
let staffCookie: string;
let partnerCookie: string;
let orderId: number;

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  const { db, services } = server;
  const user = (username: string) => db.user.findFirstOrThrow({ where: { username }, include: { roles: true } });
  const [admin, seller] = [await user('admin'), await user('partner')];
  const cookieOf = async (id: number) => (await services.sessions.signIn(id)).setCookie.split(';')[0] ?? '';
  partner = `Bearer ${(await startFamily(db, seller.id, services.clock(), services.settings)).accessToken}`;
  [staffCookie, partnerCookie] = [await cookieOf(admin.id), await cookieOf(seller.id)];
  const roleId = { in: seller.roles.map((role) => role.roleId) };
  orderId = (await db.order.findFirstOrThrow({ where: { roleId }, orderBy: { id: 'desc' } })).id;
}, DEMO_TIMEOUT);
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string | undefined>, method = 'GET') =>
  exchange(new URL(path, server.url), method, { headers: { accept: 'application/json', ...headers } });

describe('the staff view of v1', () => {
  it.each([
    () => `/v1/orders/${orderId}`,
    () => '/v1/orders?per_page=3&include=pickup',
    () => '/v1/orders/999999999',
    () => '/v1/orders?per_page=1000',
  ])('equals the answer to a bearer token, byte for byte', async (path) => {
    const { db, services } = server;
    const { id } = await db.user.findFirstOrThrow({ where: { username: 'admin' }, select: { id: true } });
    const { accessToken } = await startFamily(db, id, services.clock(), services.settings);
    const [here, there] = [
      await get(`/staff${path()}`, { cookie: staffCookie }),
      await get(path(), { authorization: `Bearer ${accessToken}` }),
    ];
    const plain = (text: string) => text.replace(/"tracking_id":"[^"]*"/, '');
    expect([here.status, plain(here.text)]).toEqual([there.status, plain(there.text)]);
  });

  it('shows the order as the partner who sold it gets it', async () => {
    const [staff, seller] = [
      await get(`/staff/v1/orders/${orderId}`, { cookie: staffCookie }),
      await get(`/v1/orders/${orderId}`, { authorization: partner }),
    ];
    expect([staff.status, seller.status]).toEqual([200, 200]);
    expect(staff.json).toEqual(seller.json);
  });

  it('refuses partners, other sites and anonymous clients, and all writes', async () => {
    const statusOf = async (headers: Record<string, string>, path = `/staff/v1/orders/${orderId}`, method = 'GET') =>
      (await get(path, headers, method)).status;
    for (const path of [`/staff/v1/orders/${orderId}`, '/staff/operations/GetOrder']) {
      expect([path, await statusOf({ cookie: partnerCookie }, path)]).toEqual([path, 404]);
      expect([path, await statusOf({ authorization: partner }, path)]).toEqual([path, 404]);
      expect([path, await statusOf({}, path)]).toEqual([path, 401]);
      expect([path, await statusOf({ cookie: staffCookie, 'sec-fetch-site': 'cross-site' }, path)]).toEqual([
        path,
        403,
      ]);
    }
    expect(await statusOf({ cookie: staffCookie }, `/staff/v1/orders/${orderId}`, 'PUT')).toBe(405);
    expect(await statusOf({ cookie: staffCookie }, '/staff/v1/orders/export')).toBe(404);
  });

  it('shows the operation behind an endpoint', async () => {
    const { status, json } = await get('/staff/operations/GetOrder', { cookie: staffCookie });
    expect([status, json]).toMatchObject([
      200,
      {
        name: 'GetOrder',
        kind: 'query',
        endpoints: ['GET /v1/orders/{order}'],
        executionStrategy: 'one statement, after a preflight query for some requests',
      },
    ]);
    expect((json as { text: string }).text).toContain('fragment OrderFull on Order');
    expect((await get('/staff/operations/Unknown', { cookie: staffCookie })).status).toBe(404);
  });
});
