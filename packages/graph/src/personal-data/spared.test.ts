import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer } from '../testing/run.ts';
import { executeErasure } from './execute-erasure.ts';
import { erasureHost } from './testing/erasure-host.ts';

/* What an erasure must reach beside the order itself, and what of others it must spare. */

let database: TestDatabase;
let make: Factories;
let organizationId: number;
let ownerId: number;
let admin: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  const person = await make.userWith(['administration', 'orders.view-all', 'products.book', 'tags.change-shared']);
  ownerId = person.id;
  ({ organizationId } = person.role);
  admin = await contextFor(database.db, person.id);
});
afterAll(() => database.drop());

const ERASE = `mutation ($organizationId: SafeInt!, $orderIds: [SafeInt!]!) {
  erased: erasePersonalData(organizationId: $organizationId, orderIds: $orderIds, evenIfNeeded: true) {
    personalDataErasure { erasureId }
  }
}`;

async function erase(orderId: number): Promise<void> {
  const variables = { organizationId, orderIds: [orderId] };
  type Erased = { erased: { erasureId: number } };
  const { erased } = await answer<Erased>(ERASE, variables, admin);
  await executeErasure(erasureHost(database.db, admin), erased.erasureId);
}

const cancelled = (passenger: { firstName: string; lastName: string }) =>
  make.order({ offer: null, status: 'Cancelled', passengers: [passenger] });

const tag = (orderId: number, key: string, value: string) =>
  database.db.tag.create({ data: { organizationId, orderId, key, value } });

const view = (name: string, query: string) =>
  database.db.savedView.create({
    data: {
      ...{ organizationId, ownerId, page: 'orders', name, query, isShared: true },
      ...{ createdAt: admin.now, updatedAt: admin.now },
    },
  });

it('reaches the addresses that an order had before', async () => {
  const { id } = await make.order({
    offer: null,
    status: 'Booked',
    passengers: [{ firstName: 'A', lastName: 'Zuse' }],
  });
  const move = `mutation ($reference: String!, $address: String!) {
    updateOrder(reference: $reference, input: { pickup: { location: { point: { latitude: 52.1, longitude: 4.9, address: $address } } } }) {
      order { version }
    }
  }`;
  for (const address of ['Secretstreet 1', 'Otherstreet 2'])
    await answer(move, { reference: String(id), address }, admin);
  const street = { address: { contains: 'street' } };
  expect(await database.db.point.count({ where: street })).toBe(2);
  await erase(id);
  expect(await database.db.point.count({ where: street })).toBe(0);
});

it('spares what only resembles a value of the guest, or is common to orders', async () => {
  const guest = await cancelled({ firstName: 'Doris', lastName: 'Day' });
  const other = await cancelled({ firstName: 'Bo', lastName: 'Berg' });
  for (const { id } of [guest, other]) await tag(id, 'language', 'English');
  await tag(guest.id, 'passport', 'XY7788');
  await view("Today's arrivals", 'starts=today');
  await view('English tours', 'tag=language%3AEnglish');
  await view('Doris Day', 'search=Doris+Day');
  await view('Passport', 'tag=passport%3AXY7788');
  const record = {
    ...{ userId: ownerId, key: 'of-another-guest', requestHash: new Uint8Array(32), status: 201 },
    body: JSON.stringify({ data: { id: other.id, passengers: [{ last_name: 'Berg' }], tags: [{ value: 'English' }] } }),
    ...{ createdAt: admin.now, expiresAt: new Date(admin.now.getTime() + 3_600_000) },
  };
  await database.db.idempotencyRecord.create({ data: record });
  await erase(guest.id);
  const views = await database.db.savedView.findMany({ select: { name: true, query: true }, orderBy: { id: 'asc' } });
  expect(views).toEqual([
    { name: "Today's arrivals", query: 'starts=today' },
    { name: 'English tours', query: 'tag=language%3AEnglish' },
    { name: expect.stringMatching(/^erased \d+$/), query: '' },
    { name: 'Passport', query: '' },
  ]);
  expect(await database.db.idempotencyRecord.findMany({ select: { body: true } })).toEqual([{ body: record.body }]);
});
