import { createFactories } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { client, startServer, type TestServer } from '../testing/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { METRICS_PORT: '9464' } });
});
afterAll(() => server.close());

/** Bookings that were made, those that were sold out, and conflicts, by a scrape. */
async function counts(): Promise<number[]> {
  const text = await server.services.metrics?.registry.metrics();
  return ['bookings_total{outcome="made"}', 'bookings_total{outcome="sold_out"}', 'conflicts_total'].map((name) => {
    const line = text?.split('\n').find((one) => one.startsWith(`channel_${name} `));
    return Number(line?.split(' ').at(-1));
  });
}

it('bookings are counted as made or sold out, and refused ones also as conflicts', async () => {
  const make = createFactories(server.db);
  const seller = await make.userWith(['products.book', 'orders.view-all']);
  const partner = await client(server, seller.id);
  const offer = await make.offer([seller.role.id], { departure: { capacity: 1 } });
  const book = (key: string) =>
    partner.post(`/v1/pos/roles/${seller.role.id}/service_levels/${offer.level.id}/orders`, {
      headers: { 'idempotency-key': key },
      body: { passengers: [{ first_name: 'A' }], details: { availability_id: offer.departure.id } },
    });
  expect(await counts()).toEqual([0, 0, 0]);
  // The repeated request is no second booking.
  const statuses = [(await book('a')).status, (await book('a')).status, (await book('b')).status];
  expect(statuses).toEqual([200, 200, 409]);
  expect(await counts()).toEqual([1, 1, 1]);
});
