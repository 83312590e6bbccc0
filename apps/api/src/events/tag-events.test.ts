import { createFactories, type Factories } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, startServer, type TestClient, type TestServer } from '../testing/index.ts';

let server: TestServer;
let make: Factories;
let api: TestClient;

beforeAll(async () => {
  server = await startServer();
  make = createFactories(server.db);
  api = await client(server, (await make.userWith(['orders.view-all'])).id);
});
afterAll(() => server.close());

const red = { key: 'colour', value: 'red' };

describe.each(['orders', 'bookings', 'transfers'] as const)('tags on %s', (target) => {
  /** An order with a tag, and the object of it that carries the tag. */
  async function tagged() {
    const order = await make.order();
    const { id, bookings, pickupId, organizationId } = await server.db.order.findUniqueOrThrow({
      where: { id: order.id },
      include: { bookings: true },
    });
    const carrier = { orders: id, bookings: bookings[0]?.id ?? 0, transfers: pickupId }[target];
    const owner = { orders: { orderId: id }, bookings: { bookingId: carrier }, transfers: { transferId: carrier } };
    await server.db.tag.create({ data: { organizationId, key: 'size', value: 'large', ...owner[target] } });
    return { orderId: id, carrier };
  }
  const sequences = async (orderId: number) =>
    (await server.db.webhookEvent.findMany({ where: { orderId } })).map(({ sequence }) => sequence);

  it.each([
    ['assigned', 'POST', [red]],
    ['synchronised', 'PUT', [red]],
    ['removed', 'DELETE', [{ key: 'size' }]],
  ] as const)('that are %s emit one event, and none when nothing changes', async (_, method, tags) => {
    const { orderId, carrier } = await tagged();
    const change = () => api.send(method, `/v1/tags/any/${target}`, { body: { ids: [carrier], tags } });
    for (const _time of ['first', 'again']) {
      expect((await change()).status).toBe(200);
      expect(await sequences(orderId)).toEqual([2]);
    }
    const { version } = await server.db.order.findUniqueOrThrow({ where: { id: orderId } });
    expect(version).toBe(2);
  });

  it('that one of several targets refuses emit nothing', async () => {
    const { orderId, carrier } = await tagged();
    const body = { ids: [carrier, 999_999], tags: [red] };
    expect((await api.send('POST', `/v1/tags/any/${target}`, { body })).status).toBe(422);
    expect(await sequences(orderId)).toEqual([]);
  });
});
