import { clock, createFactories, day, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { book } from '../testing/book.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const CLASHES = 'clashes { kind severity personId text }';
const QUOTE = `query ($orderId: SafeInt!, $level: SafeInt!, $input: RebookingInput!) {
  rebooking: rebookingQuote(orderId: $orderId, serviceLevelId: $level, input: $input) { effects outcome quote { ${CLASHES} } } }`;
const REBOOK = `mutation ($orderId: SafeInt!, $level: SafeInt!, $input: RebookingInput!, $outcome: String) {
  order: rebookOrder(orderId: $orderId, serviceLevelId: $level, input: $input, outcome: $outcome) { order { ${CLASHES} } } }`;
const HELD = `query ($role: String!, $level: SafeInt!, $input: BookOrderInput!, $orderId: SafeInt) {
  quote: bookingQuote(role: $role, serviceLevelId: $level, input: $input, orderId: $orderId) { ${CLASHES} } }`;
const BOOK = `mutation ($orderId: SafeInt!, $level: SafeInt!, $input: BookOrderInput!) {
  order: changeHold(orderId: $orderId, serviceLevelId: $level, input: $input) { order { ${CLASHES} } } }`;

type Finding = { kind: string; severity: string; personId: number; text: string };
type Rebooking = { rebooking: { effects: string[]; outcome: string; quote: { clashes: Finding[] } } };

let database: TestDatabase;
let make: Factories;
let staff: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;
let guideId: number;
let driverId: number;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  staff = await make.userWith(['products.book', 'orders.view-all', 'console.access', 'administration']);
  context = await contextFor(database.db, staff.id);
});
afterAll(() => database.drop());

/** A guided order on 10 June, and a guided departure of another product in another city on 12 June. */
async function scene() {
  guideId = (await make.userWith(['tours.guide'])).id;
  driverId = (await make.userWith(['transfers.drive'])).id;
  const guided = { level: { hasTourGuide: true, hasPickup: true } };
  const [from, target] = [await make.offer([staff.role.id], guided), await make.offer([staff.role.id], guided)];
  const later = await make.departure(target.level, { date: day('2026-06-12'), startTime: clock('14:00') });
  const more = {
    tourGuide: { id: guideId },
    pickup: { date: '2026-06-10', time: '08:00', driverId },
  };
  const order = await book(context, {
    role: staff.role,
    level: from.level,
    input: {
      leader: { firstName: 'Ann' },
      details: { availabilityId: from.departure.id },
      additionalInformation: more,
    },
  });
  const details = { availabilityId: later.id };
  return { from, target, later, order, more, to: { orderId: order.id, level: target.level.id, input: { details } } };
}

/** Another tour of the guide, in a third city at the same time. */
const otherTour = (time = '14:30') =>
  make.order({
    offer: null,
    tourGuideId: guideId,
    startsAtLocal: new Date(`2026-06-12T${time}:00Z`),
    startsAt: new Date(`2026-06-12T${time}:00Z`),
    endsAtLocal: new Date('2026-06-12T16:00:00Z'),
    endsAt: new Date('2026-06-12T16:00:00Z'),
  });
const absent = (userId: number) =>
  database.db.absence.create({
    data: {
      userId,
      organizationId: staff.role.organizationId,
      startsAtLocal: day('2026-06-12'),
      endsAtLocal: day('2026-06-13'),
      reason: 'ill',
    },
  });

describe('a quote of a rebooking', () => {
  it('has the findings that the order has after it', async () => {
    const { to } = await scene();
    const quiet = (await answer<Rebooking>(QUOTE, to, context)).rebooking;
    expect(quiet.quote.clashes).toEqual([]);
    await otherTour();
    await absent(guideId);
    const { rebooking } = await answer<Rebooking>(QUOTE, to, context);
    expect(rebooking.quote.clashes.map(({ kind }) => kind).sort()).toContain('absence');
    expect(rebooking.quote.clashes.length).toBeGreaterThan(1);
    expect(rebooking.quote.clashes.every(({ personId }) => personId === guideId)).toBe(true);
    expect(rebooking.outcome).not.toBe(quiet.outcome);
    const { order } = await answer<{ order: { clashes: Finding[] } }>(REBOOK, { ...to, ...rebooking }, context);
    expect(order.clashes).toEqual(rebooking.quote.clashes);
  });

  it('is refused as a rebooking once its findings or its price are others', async () => {
    const { to, target } = await scene();
    const { outcome } = (await answer<Rebooking>(QUOTE, to, context)).rebooking;
    await otherTour();
    expect((await refusal(REBOOK, { ...to, outcome }, context)).code).toBe('PRECONDITION_FAILED');
    const again = (await answer<Rebooking>(QUOTE, to, context)).rebooking;
    await database.db.ratePrice.updateMany({
      where: { rate: { serviceLevelId: target.level.id } },
      data: { sold: 77 },
    });
    expect((await refusal(REBOOK, { ...to, outcome: again.outcome }, context)).code).toBe('PRECONDITION_FAILED');
    const last = (await answer<Rebooking>(QUOTE, to, context)).rebooking;
    await answer(REBOOK, { ...to, outcome: last.outcome }, context);
  });

  it('looks at the moved transfers, and at nothing for the partner who sold it', async () => {
    const { from, order } = await scene();
    const same = await make.departure(from.level, { date: day('2026-06-12'), startTime: clock('14:00') });
    await absent(driverId);
    const to = { orderId: order.id, level: from.level.id, input: { details: { availabilityId: same.id } } };
    const { rebooking } = await answer<Rebooking>(QUOTE, to, context);
    expect(rebooking.effects).toEqual(['pickupMoved']);
    expect(rebooking.quote.clashes).toMatchObject([{ kind: 'absence', personId: driverId }]);
    const partner = await make.userWith(['products.book']);
    await database.db.order.update({
      where: { id: order.id },
      data: { issuerId: partner.id, roleId: partner.role.id },
    });
    await database.db.roleProduct.createMany({ data: [{ roleId: partner.role.id, productId: from.product.id }] });
    const sold = await answer<Rebooking>(QUOTE, to, await contextFor(database.db, partner.id));
    expect(sold.rebooking.quote.clashes).toEqual([]);
  });
});

it('a quote of an order in the cart has the findings that it has when it is booked', async () => {
  const { target, later, more } = await scene();
  await otherTour();
  const details = { availabilityId: later.id };
  const of = { role: staff.role, level: target.level };
  const { id: orderId } = await book(context, { ...of, input: { passengers: [{}], details, pendingBooking: true } });
  const input = { leader: { firstName: 'Ann' }, details, additionalInformation: more };
  const request = { role: String(staff.role.id), level: target.level.id, input };
  expect((await answer<{ quote: object }>(HELD, request, context)).quote).toEqual({ clashes: [] });
  const { quote } = await answer<{ quote: { clashes: Finding[] } }>(HELD, { ...request, orderId }, context);
  expect(quote.clashes.length).toBeGreaterThan(0);
  const { order } = await answer<{ order: object }>(BOOK, { orderId, level: target.level.id, input }, context);
  expect(order).toEqual(quote);
});
