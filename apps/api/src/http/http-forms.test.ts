import { startFamily } from '@channel/auth';
import { createFactories } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { createServer } from 'graphql-rest-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, type Sent } from '../testing/http.ts';
import { client, startServer, type TestClient, type TestServer } from '../testing/index.ts';
import { allowOrigins } from './cors.ts';
import { routesOf } from './v1.ts';

const ORIGIN = 'https://shop.example';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let server: TestServer;
let api: TestClient;
let token: string;
let cookie: string;
let ids: Record<string, number>;

beforeAll(async () => {
  server = await startServer({ env: { CORS_ORIGINS: `${ORIGIN},https://other.example` } });
  const make = createFactories(server.db);
  const staff = await make.userWith(Object.values(server.settings.permissions));
  const { services, db, settings } = server;
  token = (await startFamily(db, staff.id, services.clock(), settings)).accessToken;
  cookie = (await services.sessions.signIn(staff.id)).setCookie.split(';')[0] ?? '';
  api = await client(server, { token });
  const offer = await make.offer([staff.role.id]);
  ids = {
    role: staff.role.id,
    service_level: offer.level.id,
    product: offer.product.id,
    departure: offer.departure.id,
  };
});
afterAll(() => server.close());

const send = (method: string, path: string, sent: Sent = {}) => exchange(new URL(path, server.url), method, sent);
const gets = routesOf({ settings: loadSettings({}) })
  .filter(({ methods }) => methods.includes('GET'))
  .map(({ path }) => path);
const address = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => String(ids[name] ?? 1));

describe('HEAD', () => {
  it.each([...gets, '/healthz', '/openapi.json', '/docs'])('of %s answers as GET without a body', async (path) => {
    const [get, head] = [await api.get(address(path)), await api.send('HEAD', address(path))];
    const ownOf = ({ headers: { date, 'x-request-id': id, 'transfer-encoding': chunks, ...rest } }: typeof get) => rest;
    expect([head.status, head.text]).toEqual([get.status, '']);
    expect(ownOf(head)).toEqual(ownOf(get));
  });
});

it('OPTIONS on an existing path is answered with Allow, without CORS headers', async () => {
  for (const [path, allow] of [
    ['/v1/labels', 'GET, QUERY, HEAD, OPTIONS'],
    ['/v1/tokens', 'POST, OPTIONS'],
    ['/healthz', 'GET, HEAD, OPTIONS'],
    ['/graphql', 'POST, GET, HEAD, OPTIONS'],
    ['/crew/graphql', 'POST, OPTIONS'],
  ] as const) {
    const { status, headers } = await send('OPTIONS', path, { headers: { origin: ORIGIN } });
    expect([path, status, headers.allow]).toEqual([path, 204, allow]);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  }
});

it('the authentication scheme is case-insensitive', async () => {
  for (const scheme of ['bearer', 'Bearer', 'BEARER'])
    expect((await send('GET', '/v1/labels', { headers: { authorization: `${scheme} ${token}` } })).status).toBe(200);
  for (const wrong of [`bearer${token}`, `Basic ${token}`, token])
    expect((await send('GET', '/v1/labels', { headers: { authorization: wrong } })).status).toBe(401);
});

it('a trailing slash means the same path', async () => {
  expect((await api.get('/v1/labels/')).text).toBe((await api.get('/v1/labels')).text);
});

describe('a form', () => {
  const booking = () =>
    `leader[first_name]=Ada&leader[last_name]=Byron&leader[email]=&passengers[0][first_name]=Bo&details[availability_id]=${ids.departure}` +
    '&details[selected_date]=&tags[0][key]=desk&tags[0][value]=lobby&pending_booking=0&additional_information[tour_guide]=';

  it('books, changes and filters', async () => {
    const booked = await api.post(`/v1/pos/roles/${ids.role}/service_levels/${ids.service_level}/orders`, {
      raw: booking(),
      headers: FORM,
    });
    expect(booked.status, booked.text).toBe(200);
    const order = booked.data<{ id: number }>();
    expect(order).toMatchObject({
      status: 'Booked',
      passengers: [{ first_name: 'Ada', email: '' }, { first_name: 'Bo' }],
      tags: [{ key: 'desk', value: 'lobby' }],
    });
    const changed = await api.put('/v1/orders', {
      raw: `orders[ids][]=${order.id}&reference_code=R-1&pickup[date]=2026-06-10&pickup[time]=`,
      headers: FORM,
    });
    expect(changed.data()).toMatchObject([{ id: order.id }]);
    const { data } = await api.get(`/v1/orders/${order.id}`);
    expect(data()).toMatchObject({ reference_code: 'R-1', pickup: { date: '2026-06-10', time: null } });
    const found = await api.get('/v1/orders', {
      raw: `filter[search]=${order.id}&filter[status]=Booked|InCart&page=`,
      headers: FORM,
    });
    expect(found.data()).toMatchObject([{ id: order.id }]);
  });

  it('is repeated safely with an Idempotency-Key', async () => {
    const path = `/v1/pos/roles/${ids.role}/service_levels/${ids.service_level}/orders`;
    const headers = { ...FORM, 'idempotency-key': 'form-1' };
    const [one, two] = [
      await api.post(path, { raw: booking(), headers }),
      await api.post(path, { raw: booking(), headers }),
    ];
    expect(two.text).toBe(one.text);
    expect(two.headers['idempotent-replayed']).toBe('true');
  });

  it.each(['/staff/v1/orders', '/graphql'])('is 415 at %s, which accepts a cookie', async (path) => {
    const own = { cookie, origin: server.settings.consoleUrl, 'sec-fetch-site': 'same-origin' };
    const method = path === '/graphql' ? 'POST' : 'GET';
    const { status, json } = await send(method, path, { raw: 'query={__typename}', headers: { ...FORM, ...own } });
    const message = expect.any(String);
    const refused =
      path === '/graphql'
        ? { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] }
        : { errors: null, meta: { message, tracking_id: null } };
    expect([status, json]).toMatchObject([415, refused]);
  });
});

describe('pages of other origins', () => {
  const preflight = (origin: string, path = '/v1/orders/1') =>
    send('OPTIONS', path, {
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,if-match,idempotency-key,x-lang',
      },
    });

  it('may call v1 if the operator allows them, and never with cookies', async () => {
    const { status, headers } = await preflight(ORIGIN);
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(headers['access-control-allow-methods']).toContain('PATCH');
    for (const name of ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'X-Lang'])
      expect(headers['access-control-allow-headers']).toContain(name);
    const answer = await send('GET', '/v1/labels', { headers: { origin: ORIGIN, authorization: `Bearer ${token}` } });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-expose-headers': expect.stringContaining('ETag'),
      vary: 'Origin, X-Lang, Authorization, Accept-Encoding',
    });
    for (const { headers: each } of [{ headers }, answer])
      expect(each['access-control-allow-credentials']).toBeUndefined();
  });

  it('can read refusals', async () => {
    for (const path of ['/v1/labels', '/v1/nothing', '/v1/orders?page=x']) {
      const { status, headers } = await send('GET', path, { headers: { origin: ORIGIN } });
      expect(status).toBeGreaterThanOrEqual(400);
      expect([path, headers['access-control-allow-origin']]).toEqual([path, ORIGIN]);
    }
  });

  it('may call neither v1 from an unlisted origin nor anything beside v1', async () => {
    expect((await preflight('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
    for (const path of ['/graphql', '/staff/v1/orders', '/healthz'])
      expect((await preflight(ORIGIN, path)).headers['access-control-allow-origin']).toBeUndefined();
  });

  it('may not call v1 by default', async () => {
    const closed = createServer();
    await allowOrigins(closed, loadSettings({}));
    closed.get('/v1/labels', async () => ({}));
    const { headers } = await closed.inject({ url: '/v1/labels', headers: { origin: ORIGIN } });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    await closed.close();
  });
});
