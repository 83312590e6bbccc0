import { createFactories, type Factories, type Offer, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor, NOW } from '../testing/context.ts';
import { expectPlacesAddUp } from '../testing/places.ts';
import { answer, refusal } from '../testing/run.ts';

const MOVE = /* GraphQL */ `
  mutation ($reference: String!, $status: OrderStatus!) {
    order: updateOrder(reference: $reference, input: { status: $status }) {
      order {
        status version bookedAt
        bookings { status passengers { status } }
        tickets { id: databaseId }
      }
    }
  }
`;

type Status = 'InCart' | 'Booked' | 'Cancelled' | 'Deleted';
const STATUSES: Status[] = ['InCart', 'Booked', 'Cancelled', 'Deleted'];
const PAIRS = STATUSES.flatMap((from) => STATUSES.filter((to) => to !== from).map((to) => [from, to] as const));
const HOLDING: Status[] = ['InCart', 'Booked'];

let database: TestDatabase;
let make: Factories;
let staff: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;
let offer: Offer;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  staff = await make.userWith(['orders.view-all']);
  context = await contextFor(database.db, staff.id);
  offer = await make.offer([], { departure: { capacity: 1_000 } });
});
afterEach(() => expectPlacesAddUp(database.db));
afterAll(() => database.drop());

type Moved = { status: string; version: number; bookedAt: string | null; bookings: object[]; tickets: object[] };

const move = async ({ id }: { id: number }, status: Status, as = context): Promise<Moved> =>
  (await answer<{ order: Moved }>(MOVE, { reference: String(id), status }, as)).order;
const bookedOf = async ({ departure }: Offer) =>
  (await database.db.availability.findUniqueOrThrow({ where: { id: departure.id } })).booked;
const rowOf = ({ id }: { id: number }) =>
  database.db.order.findUniqueOrThrow({
    where: { id },
    include: { bookings: { include: { passengers: { orderBy: { passengerId: 'asc' } } }, orderBy: { id: 'asc' } } },
  });
const inCart = (status: Status) =>
  status === 'InCart' ? { booking: { holdExpiresAt: new Date('2026-06-01T10:10:00Z') } } : {};

describe('an order that moves', () => {
  it.each(PAIRS)('from %s to %s takes or releases its places once, with booking and seats', async (from, to) => {
    const order = await make.order({ offer, status: from, passengers: [{}, {}], ...inCart(from) });
    const before = await bookedOf(offer);
    const held = HOLDING.includes(from) ? 2 : 0;
    const holds = HOLDING.includes(to) ? 2 : 0;
    for (let round = 0; round < 2; round++) {
      // The second move changes nothing.
      expect(await move(order, to)).toMatchObject({
        status: to,
        version: 2,
        bookings: [{ status: to, passengers: [{ status: to }, { status: to }] }],
      });
      expect(await bookedOf(offer)).toBe(before - held + holds);
    }
    const bookedAt = from === 'InCart' ? (to === 'Booked' ? NOW : null) : order.bookedAt;
    expect(await rowOf(order)).toMatchObject({
      bookedAt,
      bookings: [{ placesHeld: holds, holdExpiresAt: to === 'InCart' ? new Date(NOW.getTime() + 30 * 60_000) : null }],
    });
    const lines = await database.db.auditEntry.findMany({ where: { entity: 'order', entityId: order.id } });
    expect(lines).toMatchObject([{ before: { status: from }, after: { status: to } }]);
  });

  it('also moves the bookings and seats that had its status, and no others', async () => {
    const order = await make.order({ offer, passengers: [{}, {}, {}] });
    const [, second] = order.passengers;
    const [first] = order.bookings;
    await database.db.bookingPassenger.updateMany({
      where: { bookingId: first?.id ?? 0, passengerId: second?.id ?? 0 },
      data: { status: 'Cancelled' },
    });
    const apart = await make.book({ ...order, status: 'Cancelled' }, offer, [], { quantity: 5 });
    const before = await bookedOf(offer);
    await move(order, 'Deleted');
    expect(await rowOf(order)).toMatchObject({
      status: 'Deleted',
      bookings: [
        {
          status: 'Deleted',
          placesHeld: 0,
          passengers: [{ status: 'Deleted' }, { status: 'Cancelled' }, { status: 'Deleted' }],
        },
        { id: apart.id, status: 'Cancelled', placesHeld: 0 },
      ],
    });
    await move(order, 'Booked');
    expect(await rowOf(order)).toMatchObject({
      bookings: [
        {
          status: 'Booked',
          placesHeld: 3,
          passengers: [{ status: 'Booked' }, { status: 'Cancelled' }, { status: 'Booked' }],
        },
        { status: 'Cancelled', placesHeld: 0 },
      ],
    });
    expect(await bookedOf(offer)).toBe(before);
  });

  it('keeps the second of its first booking as bookedAt', async () => {
    const order = await make.order({ offer, status: 'InCart' });
    const at = (minute: number) =>
      contextFor(database.db, staff.id, { now: new Date(NOW.getTime() + minute * 60_000 + 999) });
    const first = await move(order, 'Booked', await at(1));
    await move(order, 'Cancelled', await at(2));
    const again = await move(order, 'Booked', await at(3));
    expect([first.bookedAt, again.bookedAt]).toEqual(['2026-06-01T10:01:00.000Z', '2026-06-01T10:01:00.000Z']);
  });

  it('gets its tickets when it is first booked, and keeps them', async () => {
    const ticketed = await make.offer([], { product: { ticketTitle: 'Ticket', ticketPerParticipant: true } });
    const order = await make.order({ offer: ticketed, status: 'InCart', passengers: [{}, {}] });
    const { tickets } = await move(order, 'Booked');
    expect(tickets).toHaveLength(2);
    expect((await move(order, 'Cancelled')).tickets).toEqual(tickets);
    expect((await move(order, 'Booked')).tickets).toEqual(tickets);
  });

  it('back is refused where the places are sold out, and changes nothing', async () => {
    const small = await make.offer([], { departure: { capacity: 3 } });
    const order = await make.order({ offer: small, status: 'Cancelled', passengers: [{}, {}] });
    await make.order({ offer: small, passengers: [{}, {}] });
    for (const status of ['Booked', 'InCart']) {
      expect(await refusal(MOVE, { reference: String(order.id), status }, context)).toEqual({
        code: 'CONFLICT',
        message: 'There are not enough places left.',
      });
    }
    expect(await bookedOf(small)).toBe(2);
    expect(await rowOf(order)).toMatchObject({
      status: 'Cancelled',
      version: 1,
      bookings: [
        {
          status: 'Cancelled',
          placesHeld: 0,
          holdExpiresAt: null,
          passengers: [{ status: 'Cancelled' }, { status: 'Cancelled' }],
        },
      ],
    });
    expect(await database.db.auditEntry.count({ where: { entity: 'order', entityId: order.id } })).toBe(0);
  });

  it('moves as the setting orderStatusMoves allows, and always accepts its current status', async () => {
    const as = (orderStatusMoves: Context['settings']['orderStatusMoves']) =>
      contextFor(database.db, staff.id, { settings: { orderStatusMoves } });
    const order = await make.order({ offer });
    const strict = await as(['InCart>Booked', 'Booked>Cancelled']);
    const refused = (status: Status, by: Context) => refusal(MOVE, { reference: String(order.id), status }, by);
    expect(await refused('Deleted', strict)).toMatchObject({ code: 'CONFLICT' });
    expect((await move(order, 'Booked', strict)).version).toBe(1);
    expect((await move(order, 'Cancelled', strict)).status).toBe('Cancelled');
    expect(await refused('Booked', strict)).toMatchObject({
      code: 'CONFLICT',
      message: 'An order cannot move from Cancelled to Booked.',
    });
    expect((await move(order, 'Booked', await as(['any']))).status).toBe('Booked');
  });

  it('of items releases as many places as it has items', async () => {
    const items = await make.offer([], { level: { pricingType: 'per_item' } });
    const order = await make.order({ offer: items, booking: { quantity: 7 } });
    expect(await bookedOf(items)).toBe(7);
    await move(order, 'Cancelled');
    expect(await bookedOf(items)).toBe(0);
    await move(order, 'Booked');
    expect(await bookedOf(items)).toBe(7);
  });

  it('without a booking moves without any places', async () => {
    const order = await make.order({ offer: null, status: 'InCart' });
    expect(await move(order, 'Booked')).toMatchObject({ status: 'Booked', bookings: [] });
    expect(await move(order, 'Deleted')).toMatchObject({ status: 'Deleted', bookings: [] });
  });
});
