import { createFactories, type Factories, type Offer, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { book, refusedBooking } from '../testing/book.ts';
import { contextFor, NOW } from '../testing/context.ts';
import { expectPlacesAddUp } from '../testing/places.ts';
import { answer, refusal } from '../testing/run.ts';
import { releaseExpiredHolds } from './places.ts';

const CONFIRM = /* GraphQL */ `
  mutation ($reference: String!) {
    updateOrder(reference: $reference, input: { status: Booked }) {
      order {
        status
        bookedAt
        tickets { id: databaseId }
      }
    }
  }
`;

let database: TestDatabase;
let make: Factories;
let seller: Awaited<ReturnType<Factories['userWith']>>;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  seller = await make.userWith(['products.book']);
});
// Releases the holds of earlier tests.
beforeEach(() => releaseExpiredHolds(database.db, later(100_000)));
afterEach(() => expectPlacesAddUp(database.db));
afterAll(() => database.drop());

const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const at = (minutes: number, settings = {}) => contextFor(database.db, seller.id, { now: later(minutes), settings });
const request = ({ level, departure }: Offer, persons: number, more: object = {}) => ({
  role: seller.role,
  level,
  input: {
    passengers: Array.from({ length: persons }, (_, index) => ({ firstName: `Guest ${index}` })),
    details: { availabilityId: departure.id },
    ...more,
  },
});
const hold = async (offer: Offer, persons: number, minutes = 0) =>
  book(await at(minutes), request(offer, persons, { pendingBooking: true }));
const placesOf = async ({ departure }: Offer) =>
  (await database.db.availability.findUniqueOrThrow({ where: { id: departure.id } })).booked;
const rowOf = (id: number) =>
  database.db.order.findUniqueOrThrow({ where: { id }, include: { bookings: { include: { passengers: true } } } });
const confirm = async (id: number, minutes: number) =>
  answer<{ updateOrder: { status: string; bookedAt: string } }>(CONFIRM, { reference: String(id) }, await at(minutes));
const refusedConfirm = async (id: number, minutes: number) =>
  refusal(CONFIRM, { reference: String(id) }, await at(minutes));

const FULL = { code: 'CONFLICT', message: 'There are not enough places left.' };

describe('a pending booking', () => {
  it('starts in the cart and holds its places for half an hour, or as long as the setting says', async () => {
    const offer = await make.offer([seller.role.id]);
    const order = await hold(offer, 3);
    expect(order).toMatchObject({ status: 'InCart', bookedAt: null, tickets: [] });
    expect(order.bookings).toMatchObject([{ status: 'InCart', passengers: [{ status: 'InCart' }, {}, {}] }]);
    expect(await rowOf(order.id)).toMatchObject({ bookings: [{ placesHeld: 3, holdExpiresAt: later(30) }] });
    expect(await placesOf(offer)).toBe(3);
    const longer = await book(await at(0, { holdMinutes: 90 }), request(offer, 1, { pendingBooking: true }));
    expect(await rowOf(longer.id)).toMatchObject({ bookings: [{ holdExpiresAt: later(90) }] });
  });

  it('holds its places exactly until its hold expires', async () => {
    const offer = await make.offer([seller.role.id], { departure: { capacity: 3 } });
    const held = await hold(offer, 3);
    expect(await refusedBooking(await at(29.99), request(offer, 1))).toEqual(FULL);
    expect((await book(await at(30), request(offer, 2))).status).toBe('Booked');
    expect(await placesOf(offer)).toBe(2);
    expect(await rowOf(held.id)).toMatchObject({
      status: 'InCart',
      version: 1,
      updatedAt: NOW,
      bookings: [{ status: 'InCart', placesHeld: 0, holdExpiresAt: null }],
    });
  });

  it('keeps its expired hold when a larger booking would not fit even without it', async () => {
    const offer = await make.offer([seller.role.id], { departure: { capacity: 3 } });
    const held = await hold(offer, 2);
    expect(await refusedBooking(await at(60), request(offer, 4))).toEqual(FULL);
    expect(await rowOf(held.id)).toMatchObject({ bookings: [{ placesHeld: 2 }] });
    expect(await placesOf(offer)).toBe(2);
  });

  it('that is confirmed in time keeps its places permanently', async () => {
    const offer = await make.offer([seller.role.id], { departure: { capacity: 2 } });
    const { id } = await hold(offer, 2);
    expect(await confirm(id, 10)).toMatchObject({
      updateOrder: { status: 'Booked', bookedAt: later(10).toISOString() },
    });
    expect(await releaseExpiredHolds(database.db, later(60))).toBe(0);
    expect(await rowOf(id)).toMatchObject({
      bookings: [
        {
          status: 'Booked',
          placesHeld: 2,
          holdExpiresAt: null,
          passengers: [{ status: 'Booked' }, { status: 'Booked' }],
        },
      ],
    });
    expect(await placesOf(offer)).toBe(2);
  });

  it('that is confirmed late takes its places again, or is refused where they are sold out', async () => {
    const offer = await make.offer([seller.role.id], { departure: { capacity: 4 } });
    const [one, other] = [await hold(offer, 2), await hold(offer, 2)];
    expect(await releaseExpiredHolds(database.db, later(31))).toBe(2);
    await book(await at(31), request(offer, 1));
    expect(await confirm(one.id, 32)).toMatchObject({ updateOrder: { status: 'Booked' } });
    expect(await refusedConfirm(other.id, 33)).toEqual(FULL);
    expect(await rowOf(other.id)).toMatchObject({ status: 'InCart', version: 1, bookings: [{ placesHeld: 0 }] });
    expect(await placesOf(offer)).toBe(3);
  });

  it('whose hold expired makes room for a late confirmation of another', async () => {
    const offer = await make.offer([seller.role.id], { departure: { capacity: 2 } });
    const first = await hold(offer, 2, 0);
    await releaseExpiredHolds(database.db, later(31));
    const second = await hold(offer, 2, 31);
    expect(await refusedConfirm(first.id, 40)).toEqual(FULL);
    expect(await confirm(first.id, 61)).toMatchObject({ updateOrder: { status: 'Booked' } });
    expect(await rowOf(second.id)).toMatchObject({ status: 'InCart', bookings: [{ placesHeld: 0 }] });
    expect(await placesOf(offer)).toBe(2);
  });
});

describe('releaseExpiredHolds', () => {
  it('releases expired holds once, and emits no event', async () => {
    const [one, other] = [await make.offer([seller.role.id]), await make.offer([seller.role.id])];
    const expired = [await hold(one, 2), await hold(one, 3), await hold(other, 4)];
    const fresh = await hold(one, 5, 20);
    const booked = await book(await at(0), request(one, 1));
    const lines = await database.db.auditEntry.count();
    expect(await releaseExpiredHolds(database.db, later(29.9))).toBe(0);
    expect(await releaseExpiredHolds(database.db, later(30))).toBe(3);
    expect(await releaseExpiredHolds(database.db, later(31))).toBe(0);
    expect([await placesOf(one), await placesOf(other)]).toEqual([6, 0]);
    for (const { id } of expired) {
      expect(await rowOf(id)).toMatchObject({
        status: 'InCart',
        version: 1,
        updatedAt: NOW,
        bookings: [{ placesHeld: 0 }],
      });
    }
    expect(await rowOf(fresh.id)).toMatchObject({ bookings: [{ placesHeld: 5, holdExpiresAt: later(50) }] });
    expect(await rowOf(booked.id)).toMatchObject({ status: 'Booked', bookings: [{ placesHeld: 1 }] });
    expect(await database.db.auditEntry.count()).toBe(lines);
  });

  it('releases the places of each departure of an order with several', async () => {
    const [one, other] = [await make.offer([]), await make.offer([])];
    const holdExpiresAt = later(5);
    const order = await make.order({ offer: one, status: 'InCart', booking: { quantity: 2, holdExpiresAt } });
    await make.book(order, other, [], { quantity: 3, holdExpiresAt });
    expect([await placesOf(one), await placesOf(other)]).toEqual([2, 3]);
    expect(await releaseExpiredHolds(database.db, later(6))).toBe(2);
    expect([await placesOf(one), await placesOf(other)]).toEqual([0, 0]);
  });
});
