import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Schemas } from '@channel/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../testing/index.ts';

/*
 * The test client validates every answer against the published document, so reading many of them is a test by itself.
 */

const EXAMPLE = fileURLToPath(new URL('../../../../packages/client/examples/booking.mjs', import.meta.url));

let server: TestServer;
let partner: TestClient;
let role: number;
beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  partner = await client(server, 'partner');
  const { roles } = (await partner.get('/v1/profile')).data<{ roles: { id: number }[] }>();
  role = roles[0]?.id ?? 0;
}, DEMO_TIMEOUT);
afterAll(() => server.close());

const pages = async (read: (page: number) => Promise<{ id: number }[]>): Promise<number[]> => {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const found = await read(page);
    if (found.length === 0) return ids;
    ids.push(...found.map(({ id }) => id));
  }
};

describe('the demo world, read by a partner', () => {
  it.each([
    'categories',
    'cities',
    'countries',
    'destinations',
    'labels',
    'contactpersons',
    'drivers',
    'issuers',
    'tourguides',
  ])('has %s', async (name) => {
    expect((await partner.get(`/v1/${name}`)).data<unknown[]>().length).toBeGreaterThan(0);
  });

  it('has products with rates, dates and pickups', async () => {
    const base = `/v1/pos/roles/${role}`;
    const found = (await partner.get(`${base}/products`, { body: { per_page: 50 } })).data<Schemas['ProductEntry'][]>();
    expect(found.length).toBeGreaterThan(10);
    for (const { id } of found) {
      const product = (await partner.get(`${base}/products/${id}`)).data<Schemas['ProductDetail']>();
      await partner.get(`${base}/products/${id}/rates/dates`);
      await partner.get(`${base}/products/${id}/rates/dates-availability`);
      for (const level of product.service_levels.filter(({ has_pickup }) => has_pickup))
        expect((await partner.get(`${base}/service_levels/${level.id}/pickups`)).status).toBe(200);
    }
    await partner.get('/v1/pos/products', { query: { per_page: 50, sort: '-id' } });
  }, 60_000);

  it('has orders in the list, singly, and in a complete export', async () => {
    const ids = await pages(async (page) =>
      (await partner.get('/v1/orders', { query: { page, per_page: 100 } })).data<Schemas['OrderList'][]>(),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(200);
    const { text } = await partner.get('/v1/orders/export');
    expect([...text.matchAll(/^(\d+),/gm)].map(([, id]) => Number(id))).toEqual(ids);
    for (const id of ids.slice(0, 40)) await partner.get(`/v1/orders/${id}`);
    await partner.get('/v1/orders', { query: { filter: { include: 'pickup.driver|dropoff.driver' }, per_page: 100 } });
  }, 60_000);
});

describe('the example of the typed client', () => {
  it('logs in, searches and books', async () => {
    const env = { ...process.env, CHANNEL_URL: server.url };
    const { stdout } = await promisify(execFile)(process.execPath, [EXAMPLE], { env });
    expect(stdout).toBe('The order is Booked.\n');
  });
});
