import { inTransaction, Prisma, rowsIn } from '@channel/prisma';
import { createFactories } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { client, startServer, type TestClient, type TestServer } from '../src/testing/index.ts';

/*
 * How often a write waits for Postgres, from the token check to COMMIT: each wait lasts as long as the network needs. A
 * proxy before Postgres counts them on all connections. The token is read before the body of a request is, so that its
 * lookup is a wait of its own.
 */

let server: TestServer;
let api: TestClient;
let bookings: string;
let rate: number;
let ids: number[];
let number = 0;

beforeAll(async () => {
  server = await startServer({
    proxied: true,
    env: { EVENT_KINDS: '{"create":"order-created","update":"order-updated"}' },
  });
  const make = createFactories(server.db);
  const staff = await make.userWith(['orders.view-all', 'products.book', 'orders.contact']);
  api = await client(server, staff.id);
  const { role } = staff;
  const offer = await make.offer([role.id], { departure: { capacity: 500 }, product: { ticketTitle: 'Ticket' } });
  bookings = `/v1/pos/roles/${role.id}/service_levels/${offer.level.id}/orders`;
  rate = (await server.db.departureRate.findFirstOrThrow({ where: { availabilityId: offer.departure.id } })).id;
  ids = [];
  while (ids.length < 10) ids.push((await make.order({ offer: null, organizationId: role.organizationId })).id);
});
afterAll(() => server.close());

/** The waits of a write. It is repeated, because its statements are prepared after some uses, and something else may use the proxy. */
async function turnsOf(write: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let time = 0; time < 6; time += 1) {
    const before = server.proxy?.turns() ?? 0;
    await write();
    counts.push((server.proxy?.turns() ?? 0) - before);
  }
  return Math.min(...counts);
}

async function sent(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  if (status !== 200) throw new Error(text);
}

const next = () => {
  number += 1;
  return `code ${number}`;
};
const booking = () => ({
  leader: { first_name: 'Ada', last_name: next() },
  passengers: [{ first_name: 'Mary', last_name: 'Somerville' }],
  details: { availability_id: rate },
  tags: [{ key: 'desk', value: 'lobby' }],
});

it.each<[what: string, most: number, write: () => Promise<unknown>]>([
  ['a booking', 3, () => sent(api.post(bookings, { body: booking() }))],
  [
    'a booking with a key',
    4,
    () => sent(api.post(bookings, { body: booking(), headers: { 'idempotency-key': next().replace(' ', '-') } })),
  ],
  [
    'an update of one order with a key',
    5,
    () =>
      sent(
        api.patch(`/v1/orders/${ids[0]}`, {
          body: { reference_code: next() },
          headers: { 'idempotency-key': next().replace(' ', '-') },
        }),
      ),
  ],
  ['an update of one order', 3, () => sent(api.patch(`/v1/orders/${ids[0]}`, { body: { reference_code: next() } }))],
  [
    'an update of ten orders',
    3,
    () => sent(api.put('/v1/orders', { body: { orders: { ids }, reference_code: next() } })),
  ],
])('%s waits for Postgres %i times', async (_what, most, write) => {
  expect(await turnsOf(write)).toBe(most);
});

it('each statement that waits for the one before it is counted', async () => {
  const read = Prisma.sql`SELECT 1 AS one`;
  const inSequence = () =>
    inTransaction(server.services.db, async (tx) => {
      for (let time = 0; time < 5; time += 1) await rowsIn(tx, read);
    });
  const together = () =>
    inTransaction(server.services.db, (tx) => Promise.all(Array.from({ length: 5 }, () => rowsIn(tx, read))));
  // BEGIN is sent with the first statement, COMMIT after the last.
  expect([await turnsOf(inSequence), await turnsOf(together)]).toEqual([6, 2]);
});
