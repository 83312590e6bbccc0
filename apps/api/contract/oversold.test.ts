import { comparePlaces, releaseExpiredHolds } from '@channel/graph';
import { createFactories, type Factories, type Offer } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { client, NOW, startServer, type TestClient, type TestServer } from '../src/testing/index.ts';

/* A regression test through real HTTP: ten of nine places were once sold. */

let server: TestServer;
let make: Factories;
let partner: TestClient;
let role: number;
let offer: Offer;

const minutesOn = (minutes: number) => server.setNow(new Date(NOW.getTime() + minutes * 60_000));

beforeAll(async () => {
  server = await startServer({ env: { HOLD_MINUTES: '1' } });
  make = createFactories(server.db);
  const seller = await make.userWith(['products.book', 'orders.view-all']);
  role = seller.role.id;
  partner = await client(server, seller.id);
});
beforeEach(async () => {
  minutesOn(0);
  offer = await make.offer([role], { departure: { capacity: 9 } });
});
afterEach(async () => expect(await comparePlaces(server.db)).toMatchObject({ unbalanced: 0 }));
afterAll(() => server.close());

const tryToBook = (persons: number, pending = false) =>
  partner.post(`/v1/pos/roles/${role}/service_levels/${offer.level.id}/orders`, {
    body: {
      passengers: Array.from({ length: persons }, (_, index) => ({ first_name: `Guest ${index}` })),
      details: { availability_id: offer.departure.id },
      pending_booking: pending,
    },
  });
async function book(persons: number, pending = false): Promise<number> {
  const answer = await tryToBook(persons, pending);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as { data: { id: number } }).data.id;
}
const moved = async (ids: number[], status: string) =>
  (await partner.put('/v1/orders', { body: { orders: { ids }, status } })).status;
const statusOf = async (id: number) => (await server.db.order.findUniqueOrThrow({ where: { id } })).status;
const booked = async () =>
  (await server.db.availability.findUniqueOrThrow({ where: { id: offer.departure.id } })).booked;

async function expectAllCancellable(ids: number[]): Promise<void> {
  for (const id of ids) expect(await moved([id], 'Cancelled')).toBe(200);
  expect(await booked()).toBe(0);
}

describe('confirming orders together, one of them with an expired hold', () => {
  it('is refused if their places are gone, and changes nothing', async () => {
    const [x, y, z] = [await book(1, true), await book(1), await book(7)];
    expect(await moved([y], 'Cancelled')).toBe(200);
    const w = await book(1);
    minutesOn(1);
    const answer = await partner.put('/v1/orders', { body: { orders: { ids: [x, y] }, status: 'Booked' } });
    expect(answer.status).toBe(409);
    expect([await statusOf(x), await statusOf(y), await booked()]).toEqual(['InCart', 'Cancelled', 9]);
    await releaseExpiredHolds(server.db, server.services.clock());
    expect(await booked()).toBe(8);
    expect(await moved([x, y], 'Booked')).toBe(409);
    expect(await moved([y], 'Booked')).toBe(200);
    expect(await moved([x], 'Booked')).toBe(409);
    await expectAllCancellable([x, y, z, w]);
  });

  it('counts the place of the hold once if there are enough places', async () => {
    const [x, y, z] = [await book(1, true), await book(1), await book(7)];
    expect(await moved([y], 'Cancelled')).toBe(200);
    minutesOn(1);
    expect(await moved([x, y], 'Booked')).toBe(200);
    expect([await statusOf(x), await statusOf(y), await booked()]).toEqual(['Booked', 'Booked', 9]);
    expect((await tryToBook(1)).status).toBe(409);
    await expectAllCancellable([x, y, z]);
  });

  it('releases expired holds of orders that are not confirmed with them', async () => {
    const [x, y, z, other] = [await book(1, true), await book(1), await book(6), await book(1, true)];
    expect(await moved([y], 'Cancelled')).toBe(200);
    const w = await book(1);
    minutesOn(1);
    expect(await moved([x, y], 'Booked')).toBe(200);
    expect(await booked()).toBe(9);
    expect(await moved([other], 'Booked')).toBe(409);
    await expectAllCancellable([x, y, z, w, other]);
  });

  it('returns several to the cart with a new hold, or none of them', async () => {
    const [x, y, z] = [await book(2, true), await book(2), await book(5)];
    expect(await moved([y], 'Deleted')).toBe(200);
    const w = await book(1);
    minutesOn(1);
    expect(await moved([x, y], 'Booked')).toBe(409);
    expect(await moved([w], 'Cancelled')).toBe(200);
    expect(await moved([x], 'Cancelled')).toBe(200);
    expect(await moved([x, y], 'InCart')).toBe(200);
    expect(await booked()).toBe(9);
    minutesOn(1.9);
    expect((await tryToBook(1)).status).toBe(409);
    minutesOn(2);
    const v = await book(4);
    expect(await moved([x], 'Booked')).toBe(409);
    await expectAllCancellable([x, y, z, w, v]);
  });
});
