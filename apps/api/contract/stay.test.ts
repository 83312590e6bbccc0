import { createFactories, day, type Factories } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { client, startServer, type TestClient, type TestServer } from '../src/testing/index.ts';
import * as shapes from './shapes.ts';

/* A stay through HTTP, for an operator who sells several days together. */

let server: TestServer;
let make: Factories;
let staff: TestClient;
let role: number;

beforeAll(async () => {
  server = await startServer({ env: { MAX_STAY_DAYS: '4' } });
  make = createFactories(server.db);
  const user = await make.userWith(['products.book', 'orders.view-all']);
  role = user.role.id;
  staff = await client(server, user.id);
});
afterAll(() => server.close());

const booked = async () =>
  (await server.db.availability.findMany({ orderBy: { date: 'asc' } })).map((row) => row.booked);

it('takes the places of every day, returns a booking for each, and releases all of them', async () => {
  const { level } = await make.offer([role], { level: { availabilityType: 'daily' } });
  for (const date of ['2026-06-11', '2026-06-12']) await make.departure(level, { date: day(date), capacity: 5 });
  const stay = (checkout: string) =>
    staff.post(`/v1/pos/roles/${role}/service_levels/${level.id}/orders`, {
      body: {
        leader: { first_name: 'Ann' },
        passengers: [{ first_name: 'Bo' }],
        details: { checkin_date: '2026-06-10', checkout_date: checkout },
      },
    });

  const missing = await stay('2026-06-14');
  expect([missing.status, Object.keys(shapes.invalid.parse(missing.json).errors)]).toEqual([
    422,
    ['details.checkout_date'],
  ]);
  expect(await booked()).toEqual([0, 0, 0]);

  const answer = await stay('2026-06-13');
  expect(answer.status, answer.text).toBe(200);
  const order = shapes.data(shapes.orderFull).parse(answer.json).data;
  expect(order.bookings.map(({ availability }) => availability.date)).toEqual([
    '2026-06-10',
    '2026-06-11',
    '2026-06-12',
  ]);
  expect(order.total_prices.sold?.amount).toBe(600);
  expect(order.ends_at).toBe('2026-06-12 23:59:59');
  expect(await booked()).toEqual([2, 2, 2]);

  const cancelled = await staff.patch(`/v1/orders/${order.id}`, { body: { status: 'Cancelled' } });
  expect(cancelled.status, cancelled.text).toBe(200);
  expect(await booked()).toEqual([0, 0, 0]);
});
