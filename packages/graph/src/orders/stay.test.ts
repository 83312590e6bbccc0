import { createFactories, day, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { book, NO_PRICES, refusedBooking, triple } from '../testing/book.ts';
import { contextFor, SETTINGS } from '../testing/context.ts';
import { rowCounts } from '../testing/rows.ts';
import { answer, refusal } from '../testing/run.ts';

const MOVE = /* GraphQL */ `
  mutation ($reference: String!, $status: OrderStatus!) { updateOrder(reference: $reference, input: { status: $status }) { order { id: databaseId } } }`;

const QUOTE = `query ($id: SafeInt!, $level: SafeInt!, $input: RebookingInput!) {
  quote: rebookingQuote(orderId: $id, serviceLevelId: $level, input: $input) { effects quote { days } } }`;
const REBOOK = `mutation ($id: SafeInt!, $level: SafeInt!, $input: RebookingInput!) {
  rebookOrder(orderId: $id, serviceLevelId: $level, input: $input) { order { id: databaseId } } }`;

let database: TestDatabase;
let make: Factories;
let seller: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  seller = await make.userWith(['products.book', 'orders.view-all', 'transfers.drive']);
  context = await contextFor(database.db, seller.id, { settings: { ...SETTINGS, maxStayDays: 4 } });
});
afterAll(() => database.drop());

/** Whole days from 10 to 13 June, each with 5 places. */
async function fourDays(pricingType = 'per_person') {
  const offer = await make.offer([seller.role.id], {
    level: { availabilityType: 'daily', pricingType },
    departure: { capacity: 5 },
  });
  const others = [];
  for (const date of ['2026-06-11', '2026-06-12', '2026-06-13'])
    others.push(await make.departure(offer.level, { date: day(date), capacity: 5 }));
  return { ...offer, ids: [offer.departure.id, ...others.map(({ id }) => id)] };
}

type Days = Awaited<ReturnType<typeof fourDays>>;

const request = ({ level }: Days, details: object, more: object = {}) => ({
  role: seller.role,
  level,
  input: { leader: { firstName: 'Ann' }, passengers: [{ firstName: 'Bo' }], details, ...more },
});
const stay = { checkinDate: '2026-06-10', checkoutDate: '2026-06-14' };
const taken = async ({ ids }: Days) =>
  (await database.db.availability.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } })).map(
    ({ booked }) => booked,
  );

describe('a stay', () => {
  it('per person takes every day up to the check-out, each with its place and price', async () => {
    const days = await fourDays();
    const order = await book(context, request(days, stay));
    expect(order.bookings.map(({ quantity, availability }) => [quantity, availability.date])).toEqual(
      ['2026-06-10', '2026-06-11', '2026-06-12', '2026-06-13'].map((date) => [2, date]),
    );
    const seat = triple(60, 80, 100);
    for (const { prices, passengers } of order.bookings) {
      expect(prices).toEqual(NO_PRICES);
      expect(passengers.map((each) => [each.passengerId, each.prices])).toEqual(
        order.passengers.map(({ id }) => [id, seat]),
      );
    }
    expect(order.totalPrices).toEqual(triple(480, 640, 800));
    expect(order).toMatchObject({ startsAtLocal: '2026-06-10 00:00:00', endsAtLocal: '2026-06-13 23:59:59' });
    expect(await taken(days)).toEqual([2, 2, 2, 2]);
    const row = await database.db.order.findUniqueOrThrow({ where: { id: order.id } });
    expect(row).toMatchObject({ checkoutDate: day('2026-06-14') });
    expect(row.bookedDetails).toMatchObject({ rates: [{ id: days.rate.id }] });
  });

  it('per item multiplies the items of each day, also where an id gives the first day', async () => {
    const days = await fourDays('per_item');
    const first = await database.db.departureRate.findFirstOrThrow({ where: { availabilityId: days.departure.id } });
    const details = { availabilityId: first.id, checkoutDate: '2026-06-12', quantity: 3 };
    const order = await book(context, request(days, details));
    expect(order.bookings.map(({ prices }) => prices)).toEqual([triple(900, 1200, 1500), triple(900, 1200, 1500)]);
    expect(order.totalPrices).toEqual(triple(1800, 2400, 3000));
    expect(await taken(days)).toEqual([3, 3, 0, 0]);
  });

  it('is sold on each day at a rate that is valid, and shows all these rates', async () => {
    const days = await fourDays();
    await database.db.rate.update({ where: { id: days.rate.id }, data: { validTo: day('2026-06-11') } });
    const later = await make.rate({
      serviceLevelId: days.level.id,
      validFrom: day('2026-06-12'),
      prices: [{ original: 1, agent: 2, sold: 3.5, priceCategoryId: days.adultId }],
    });
    const order = await book(context, request(days, stay));
    expect(order.totalPrices).toEqual(triple(244, 328, 414));
    const row = await database.db.order.findUniqueOrThrow({ where: { id: order.id } });
    expect(row.bookedDetails).toMatchObject({ rates: [{ id: days.rate.id }, { id: later.id }] });
  });

  it('holds, cancels and reactivates all its days together', async () => {
    const days = await fourDays();
    const { id } = await book(context, request(days, stay, { pendingBooking: true }));
    expect(await taken(days)).toEqual([2, 2, 2, 2]);
    const move = (status: string) => answer(MOVE, { reference: String(id), status }, context);
    await move('Booked');
    await move('Cancelled');
    expect(await taken(days)).toEqual([0, 0, 0, 0]);
    await move('Booked');
    expect(await taken(days)).toEqual([2, 2, 2, 2]);
  });

  it('is refused as a whole where one of its days is sold out, or has no departure or rate', async () => {
    const full = await fourDays();
    await database.db.availability.update({ where: { id: full.ids[2] ?? 0 }, data: { capacity: 1 } });
    const before = await rowCounts(database.db);
    expect(await refusedBooking(context, request(full, stay))).toMatchObject({ code: 'CONFLICT' });
    expect(await taken(full)).toEqual([0, 0, 0, 0]);
    await database.db.availability.delete({ where: { id: full.ids[2] ?? 0 } });
    const refused = { code: 'VALIDATION', fields: [{ path: ['details', 'checkoutDate'] }] };
    expect(await refusedBooking(context, request(full, stay))).toMatchObject(refused);
    const unpriced = await fourDays();
    await database.db.rate.update({ where: { id: unpriced.rate.id }, data: { validTo: day('2026-06-12') } });
    expect(await refusedBooking(context, request(unpriced, stay))).toMatchObject(refused);
    const { availability: _, departure_rate: __, ...counts } = await rowCounts(database.db);
    expect(counts.orders).toBe(before.orders);
    expect(counts.booking).toBe(before.booking);
  });

  it('is refused where its total is above the maximum of an order', async () => {
    const days = await fourDays('per_item');
    await database.db.ratePrice.updateMany({ where: { rateId: days.rate.id }, data: { sold: '30000000000' } });
    const refused = { code: 'VALIDATION', fields: [{ path: ['details', 'checkoutDate'] }] };
    expect(await refusedBooking(context, request(days, stay))).toMatchObject(refused);
    expect(await taken(days)).toEqual([0, 0, 0, 0]);
    const { totalPrices } = await book(context, request(days, { ...stay, checkoutDate: '2026-06-13' }));
    expect(totalPrices.sold?.amount).toBe(90_000_000_000);
  });

  it('has at most as many days as the setting says, and one by default', async () => {
    const days = await fourDays();
    const refused = { code: 'VALIDATION', fields: [{ path: ['details', 'checkoutDate'] }] };
    expect(await refusedBooking(context, request(days, { ...stay, checkoutDate: '2026-06-15' }))).toMatchObject(
      refused,
    );
    const usual = await contextFor(database.db, seller.id);
    expect(await refusedBooking(usual, request(days, { ...stay, checkoutDate: '2026-06-12' }))).toMatchObject(refused);
    expect((await book(usual, request(days, { ...stay, checkoutDate: '2026-06-11' }))).bookings).toHaveLength(1);
    expect(await taken(days)).toEqual([2, 0, 0, 0]);
  });

  it('is rebooked with all of its days, or with those up to another check-out', async () => {
    const days = await fourDays();
    const order = await book(context, request(days, { ...stay, checkoutDate: '2026-06-12' }));
    const rebooked = async (details: object) => {
      const variables = { id: order.id, level: days.level.id, input: { details } };
      const { quote } = await answer<{ quote: { effects: string[]; quote: { days: number } } }>(
        QUOTE,
        variables,
        context,
      );
      await answer(REBOOK, variables, context);
      const { checkoutDate } = await database.db.order.findUniqueOrThrow({ where: { id: order.id } });
      return { effects: quote.effects, days: quote.quote.days, checkoutDate, taken: await taken(days) };
    };
    const [, , third] = days.ids;
    const later = { effects: [], days: 2, checkoutDate: day('2026-06-14'), taken: [0, 0, 2, 2] };
    expect(await rebooked({ availabilityId: third })).toEqual(later);
    const longer = { effects: ['daysChanged'], days: 3, checkoutDate: day('2026-06-13'), taken: [2, 2, 2, 0] };
    expect(await rebooked({ ...stay, checkoutDate: '2026-06-13' })).toEqual(longer);
    const bare = await make.offer([seller.role.id]);
    const single = { id: order.id, level: bare.level.id, input: { details: { availabilityId: bare.departure.id } } };
    expect(await answer(QUOTE, single, context)).toEqual({ quote: { effects: ['daysChanged'], quote: { days: 1 } } });
    const beyond = refusal(
      REBOOK,
      { id: order.id, level: days.level.id, input: { details: { availabilityId: third } } },
      context,
    );
    expect((await beyond).fields?.map(({ path }) => path.join('.'))).toEqual(['details.checkoutDate']);
    expect(await taken(days)).toEqual([2, 2, 2, 0]);
  });

  it('is not what a check-out makes of a product that is not booked by day', async () => {
    const timed = await make.offer([seller.role.id], { level: { availabilityType: 'per_time' } });
    const details = { availabilityId: timed.departure.id, checkoutDate: '2026-06-13' };
    const order = await book(context, {
      role: seller.role,
      level: timed.level,
      input: { leader: { firstName: 'Ann' }, passengers: [{ firstName: 'Bo' }], details },
    });
    const days = await fourDays();
    const variables = { id: order.id, level: days.level.id, input: { details: { availabilityId: days.ids[0] } } };
    expect(await answer(QUOTE, variables, context)).toEqual({ quote: { effects: [], quote: { days: 1 } } });
    await answer(REBOOK, variables, context);
    expect(await taken(days)).toEqual([2, 0, 0, 0]);
    const { checkoutDate } = await database.db.order.findUniqueOrThrow({ where: { id: order.id } });
    expect(checkoutDate).toBeNull();
  });

  it('with only a place to be brought to keeps it on the day of the order', async () => {
    const days = await make.offer([seller.role.id], {
      level: { availabilityType: 'daily', hasDropOff: true },
      departure: { capacity: 5 },
    });
    for (const date of ['2026-06-11', '2026-06-12']) await make.departure(days.level, { date: day(date), capacity: 5 });
    const order = await book(context, {
      role: seller.role,
      level: days.level,
      input: {
        leader: { firstName: 'Ann' },
        details: { ...stay, checkoutDate: '2026-06-13' },
        additionalInformation: { dropoff: { driverId: seller.id } },
      },
    });
    expect(order.bookings).toHaveLength(3);
    const single = { ...stay, checkoutDate: '2026-06-11' };
    await answer(REBOOK, { id: order.id, level: days.level.id, input: { details: single } }, context);
    const { dropoff } = await database.db.order.findUniqueOrThrow({
      where: { id: order.id },
      include: { dropoff: true },
    });
    expect(dropoff).toMatchObject({ date: null, time: null, driverId: seller.id });
  });

  it('is not what several bookings of one departure are: they are not rebooked', async () => {
    const offer = await make.offer([seller.role.id]);
    const order = await make.order({ offer, roleId: seller.role.id, issuerId: seller.id, status: 'Booked' });
    await make.book(order, offer, [], { quantity: 1 });
    const variables = {
      id: order.id,
      level: offer.level.id,
      input: { details: { availabilityId: offer.departure.id } },
    };
    for (const document of [QUOTE, REBOOK])
      expect(await refusal(document, variables, context)).toMatchObject({
        code: 'CONFLICT',
        message: 'An order with 2 bookings of one service level cannot be rebooked.',
      });
  });
});
