import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { book } from '../testing/book.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const DEPARTURES = `query ($role: String, $orderId: SafeInt, $product: SafeInt!, $level: SafeInt!) {
  departures: bookableDepartures(role: $role, orderId: $orderId, productId: $product, serviceLevelId: $level,
    from: "2026-06-10", to: "2026-06-10") { id: availabilityId remaining } }`;

let database: TestDatabase;
let make: Factories;
let seller: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  seller = await make.userWith(['products.book']);
  context = await contextFor(database.db, seller.id);
});
afterAll(() => database.drop());

it('departures have the places that the own order holds, at each rate, and not those of others', async () => {
  const offer = await make.offer([seller.role.id], { departure: { capacity: 5 } });
  const { product, level, departure } = offer;
  const hold = (passengers: object[]) => ({
    role: seller.role,
    level,
    input: { passengers, details: { availabilityId: departure.id }, pendingBooking: true },
  });
  const own = await book(context, hold([{}, {}, {}]));
  await book(context, hold([{}, {}]));
  const of = { product: product.id, level: level.id };
  const left = async (by: object) =>
    (await answer<{ departures: { id: number; remaining: number }[] }>(DEPARTURES, { ...of, ...by }, context))
      .departures;
  expect((await left({ role: String(seller.role.id) })).map(({ remaining }) => remaining)).toEqual([0]);
  expect((await left({ orderId: own.id })).map(({ remaining }) => remaining)).toEqual([3]);
  const other = await contextFor(database.db, (await make.userWith(['products.book'])).id);
  expect((await refusal(DEPARTURES, { ...of, orderId: own.id }, other)).code).toBe('NOT_FOUND');
});
