import { type Offer, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor, NOW, SETTINGS } from '../testing/context.ts';
import { expectPlacesAddUp } from '../testing/places.ts';
import { answer, refusal } from '../testing/run.ts';
import { type Answer, HOLD, MOVE, REBOOK, RENEW, type SellingScene, sellingScene } from '../testing/selling.ts';
import { releaseExpiredHolds } from './places.ts';

let database: TestDatabase;
let make: SellingScene['make'];
let context: SellingScene['context'];
let offer: SellingScene['offer'];
let input: SellingScene['input'];
let booked: SellingScene['booked'];
let takenOf: SellingScene['takenOf'];
let rowOf: SellingScene['rowOf'];

beforeAll(async () => {
  database = await testDatabase();
  ({ make, context, offer, input, booked, takenOf, rowOf } = await sellingScene(database));
});
afterEach(() => expectPlacesAddUp(database.db));
afterAll(() => database.drop());

describe('a hold', () => {
  const held = (from: Offer, more: object = {}) =>
    booked(from, { pendingBooking: true, leader: null, passengers: [{}, {}], ...more });
  const at = (minutes: number) => ({ ...context, now: new Date(NOW.getTime() + minutes * 60_000) });
  const changed = (from: Offer, more: object = {}) => ({
    level: from.level.id,
    input: { passengers: [{}], details: { availabilityId: from.departure.id }, pendingBooking: true, ...more },
  });

  it('changes its places with what is typed, and becomes booked once', async () => {
    const [from, target] = [await offer({ product: { ticketTitle: 'Ticket' } }), await offer()];
    const { id } = await held(from);
    await answer(HOLD, { orderId: id, ...changed(target) }, context);
    expect(await takenOf(from, target)).toEqual([0, 1]);
    await answer(HOLD, { orderId: id, ...changed(from, { passengers: [{}, {}, {}] }) }, context);
    expect(await takenOf(from, target)).toEqual([3, 0]);
    const final = changed(from, {
      pendingBooking: false,
      leader: { firstName: 'Ada' },
      passengers: [{ firstName: 'Bo', priceCategoryId: from.childId }],
      referenceCode: 'DESK-7',
    });
    const { order } = await answer<Answer>(HOLD, { orderId: id, versions: [3], ...final }, context);
    expect(order).toMatchObject({ status: 'Booked', version: 4, totalPrices: { sold: { amount: 150 } } });
    const repeated = await answer<Answer>(HOLD, { orderId: id, versions: [3], ...final }, context);
    expect(repeated.order).toEqual(order);
    expect(await takenOf(from)).toEqual([2]);
    const row = await rowOf(id);
    expect(row).toMatchObject({ referenceCode: 'DESK-7', bookedAt: NOW });
    expect(row.tickets).toHaveLength(1);
    expect(row.passengers.map(({ firstName, isLeader }) => [firstName, isLeader])).toEqual([
      ['Ada', true],
      ['Bo', false],
    ]);
  });

  it('that somebody else booked or changed meanwhile is refused, not answered as if it were booked', async () => {
    const from = await offer();
    const { id } = await held(from);
    const mine = changed(from, { pendingBooking: false, leader: { firstName: 'Ada' }, passengers: [{}, {}] });
    const theirs = changed(from, { pendingBooking: false, leader: { firstName: 'Bo' } });
    const request = { orderId: id, versions: [1], ...mine };
    await answer(HOLD, { orderId: id, versions: [1], ...theirs }, context);
    expect((await refusal(HOLD, request, context)).code).toBe('PRECONDITION_FAILED');
    expect((await refusal(HOLD, { orderId: id, ...mine }, context)).code).toBe('CONFLICT');
    const colleague = await contextFor(database.db, (await make.userWith(['products.book', 'orders.view-all'])).id);
    expect((await refusal(HOLD, { orderId: id, versions: [1], ...theirs }, colleague)).code).toBe(
      'PRECONDITION_FAILED',
    );
    expect((await rowOf(id)).passengers.map(({ firstName }) => firstName)).toEqual(['Bo', '']);
    // Confirmed by an update: there is no request that booked it.
    const other = await held(from);
    await answer(MOVE, { id: other.id, status: 'Booked' }, context);
    expect((await refusal(HOLD, { ...request, orderId: other.id }, context)).code).toBe('PRECONDITION_FAILED');
    expect(await takenOf(from)).toEqual([4]);
  });

  it('expires, is renewed without a new version, and is released', async () => {
    const from = await offer({ departure: { capacity: 2 } });
    const { id } = await held(from);
    const expiryOf = async (as: Context) => (await answer<Answer>(RENEW, { orderId: id }, as)).order;
    const { version, bookings } = await expiryOf(at(20));
    expect(version).toBe(1);
    expect(bookings.map(({ holdExpiresAt }) => holdExpiresAt)).toEqual([
      at(20 + SETTINGS.holdMinutes).now.toISOString(),
    ]);
    await releaseExpiredHolds(database.db, at(45).now);
    expect(await takenOf(from)).toEqual([2]);
    await releaseExpiredHolds(database.db, at(51).now);
    expect(await takenOf(from)).toEqual([0]);
    await expiryOf(at(52));
    expect(await takenOf(from)).toEqual([2]);
    await releaseExpiredHolds(database.db, at(90).now);
    await booked(from);
    expect((await refusal(RENEW, { orderId: id }, at(91))).code).toBe('CONFLICT');
    expect((await refusal(HOLD, { orderId: id, ...changed(from) }, at(91))).code).toBe('CONFLICT');
    await answer(MOVE, { id, status: 'Deleted' }, context);
    expect((await refusal(RENEW, { orderId: id }, context)).code).toBe('CONFLICT');
  });

  it('ends some time after the order was made, whatever renews it, and each renewal is recorded', async () => {
    const from = await offer({ departure: { capacity: 2 } });
    const { id } = await held(from);
    const { holdMaxMinutes: max } = SETTINGS;
    const until = async () => (await rowOf(id)).bookings.map(({ holdExpiresAt }) => holdExpiresAt);
    for (const minutes of [20, 40, 60, 80, 95]) await answer(RENEW, { orderId: id }, at(minutes));
    expect(await until()).toEqual([at(max).now]);
    const tooLong = {
      code: 'CONFLICT',
      message: 'Places are held for at most 120 minutes. Book the order now, or begin a new one.',
    };
    expect(await refusal(RENEW, { orderId: id }, at(100))).toMatchObject(tooLong);
    await answer(HOLD, { orderId: id, ...changed(from) }, at(110));
    await answer(REBOOK, { orderId: id, level: from.level.id, input: input(from) }, at(111));
    expect(await until()).toEqual([at(max).now]);
    await releaseExpiredHolds(database.db, at(max).now);
    expect(await takenOf(from)).toEqual([0]);
    for (const [text, variables] of [
      [RENEW, { orderId: id }],
      [HOLD, { orderId: id, ...changed(from) }],
      [REBOOK, { orderId: id, level: from.level.id, input: input(from) }],
    ] as const)
      expect(await refusal(text, variables, at(max))).toMatchObject(tooLong);
    expect(await database.db.auditEntry.count({ where: { entityId: id, action: 'order.renew-hold' } })).toBe(5);
    const { order } = await answer<Answer>(
      HOLD,
      { orderId: id, ...changed(from, { pendingBooking: false, leader: { firstName: 'Ada' } }) },
      at(max + 1),
    );
    expect(order.status).toBe('Booked');
  });

  it('of an order that came back to the cart lasts once, and is not renewed', async () => {
    const from = await offer();
    const { id } = await booked(from);
    await answer(MOVE, { id, status: 'InCart' }, at(600));
    expect((await refusal(RENEW, { orderId: id }, at(610))).code).toBe('CONFLICT');
    await answer(HOLD, { orderId: id, ...changed(from) }, at(610));
    expect((await rowOf(id)).bookings.map(({ holdExpiresAt }) => holdExpiresAt)).toEqual([at(630).now]);
  });

  it('is made once for a key, also for the last places and by concurrent requests', async () => {
    const from = await offer({ departure: { capacity: 2 } });
    const [one, other] = await Promise.all([held(from, { key: 'k' }), held(from, { key: 'k' })]);
    expect(other.id).toBe(one.id);
    expect((await held(from, { key: 'k' })).id).toBe(one.id);
    expect(await takenOf(from)).toEqual([2]);
  });
});
