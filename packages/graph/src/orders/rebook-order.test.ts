import { clock, day, type Offer, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { triple } from '../testing/book.ts';
import { contextFor } from '../testing/context.ts';
import { expectPlacesAddUp } from '../testing/places.ts';
import { answer, refusal, run } from '../testing/run.ts';
import { type Answer, HOLD, MOVE, REBOOK, type SellingScene, sellingScene } from '../testing/selling.ts';

const QUOTE = `query ($orderId: SafeInt!, $level: SafeInt!, $input: RebookingInput!) {
  rebookingQuote(orderId: $orderId, serviceLevelId: $level, input: $input) { effects
    quote { placesLeft total { sold { amount } } }
    before { sold { amount } } difference { original { amount } agent { amount } sold { amount } } } }`;

let database: TestDatabase;
let make: SellingScene['make'];
let seller: SellingScene['seller'];
let context: SellingScene['context'];
let emitted: SellingScene['emitted'];
let offer: SellingScene['offer'];
let input: SellingScene['input'];
let booked: SellingScene['booked'];
let to: SellingScene['to'];
let takenOf: SellingScene['takenOf'];
let rowOf: SellingScene['rowOf'];

beforeAll(async () => {
  database = await testDatabase();
  ({ make, seller, context, emitted, offer, input, booked, to, takenOf, rowOf } = await sellingScene(database));
  await database.db.$executeRawUnsafe(`
    CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken on purpose'; END $$`);
});
afterEach(() => expectPlacesAddUp(database.db));
afterAll(() => database.drop());

describe('a rebooking', () => {
  it('releases the former places, takes the new ones, and costs what its quote says', async () => {
    const [from, target] = [await offer(), await offer({ level: { pricingType: 'per_item' } })];
    const order = await booked(from);
    const tag = { organizationId: seller.role.organizationId, key: 'seat', value: 'window' };
    await database.db.tag.createMany({ data: order.bookings.map(({ id: bookingId }) => ({ ...tag, bookingId })) });
    const quoted = await answer<{ rebookingQuote: object }>(QUOTE, to(order, target), context);
    expect(quoted.rebookingQuote).toMatchObject({
      before: { sold: { amount: 200 } },
      difference: { original: { amount: 180 }, agent: { amount: 240 }, sold: { amount: 300 } },
      quote: { placesLeft: 20, total: { sold: { amount: 500 } } },
    });
    emitted.length = 0;
    const { order: rebooked } = await answer<Answer>(REBOOK, { ...to(order, target), versions: [1] }, context);
    expect(rebooked).toMatchObject({ status: 'Booked', version: 2, totalPrices: { sold: { amount: 500 } } });
    expect(emitted).toMatchObject([{ operation: 'update', version: 2 }]);
    expect(await takenOf(from, target)).toEqual([0, 1]);
    const row = await rowOf(order.id);
    expect(row).toMatchObject({
      productId: target.product.id,
      bookedDetails: { product: { title: target.product.title } },
    });
    expect(row.bookings.map(({ id }) => id)).toEqual(order.bookings.map(({ id }) => id));
    expect(row.bookings.map(({ tags }) => tags.map(({ key, value }) => [key, value]))).toEqual(
      order.bookings.map(() => [['seat', 'window']]),
    );
    expect(row.passengers.map(({ id, firstName }) => [id, firstName])).toEqual(
      order.passengers.map(({ id, firstName }) => [id, firstName]),
    );
    const [line] = await database.db.auditEntry.findMany({ where: { entityId: order.id, action: 'order.rebook' } });
    expect(line).toMatchObject({
      version: 2,
      before: { product: from.product.title, total: '200 EUR' },
      after: { product: target.product.title, total: '500 EUR' },
    });
  });

  it('can be undone by rebooking back, with the same prices', async () => {
    const [from, target] = [await offer(), await offer()];
    const order = await booked(from);
    await answer(REBOOK, to(order, target), context);
    await answer(REBOOK, to(order, from), context);
    expect(await takenOf(from, target)).toEqual([2, 0]);
    expect(await rowOf(order.id)).toMatchObject({ version: 3, productId: from.product.id });
    expect(order.totalPrices).toEqual(triple(120, 160, 200));
  });

  it('to another date moves the transfers with the start, and removes what the new level lacks', async () => {
    const parts = { level: { hasPickup: true, hasDropOff: true, hasTourGuide: true } };
    const from = await offer({ ...parts, product: { ticketTitle: 'Ticket' } });
    const later = await make.departure(from.level, {
      date: day('2026-06-12'),
      startTime: new Date('1970-01-01T11:30:00Z'),
    });
    const start = (await database.db.availability.findUniqueOrThrow({ where: { id: from.departure.id } })).startTime;
    const order = await booked(from, {
      additionalInformation: {
        pickup: { date: '2026-06-10', time: '08:00', driverId: seller.id },
        tourGuide: { id: seller.id },
      },
    });
    const moved = { ...from, departure: later };
    const { rebookingQuote } = await answer<{ rebookingQuote: { effects: string[] } }>(
      QUOTE,
      to(order, moved),
      context,
    );
    expect(rebookingQuote.effects).toEqual(['pickupMoved']);
    await answer(REBOOK, to(order, moved), context);
    const minutes = 11.5 * 60 - (start ? start.getTime() / 60_000 : 0);
    const row = await rowOf(order.id);
    expect(row.pickup).toMatchObject({
      date: day('2026-06-12'),
      time: new Date(Date.UTC(1970, 0, 1, 8, minutes)),
      driverId: seller.id,
    });
    expect(row.tickets.map(({ id }) => id)).toEqual(order.tickets.map(({ id }) => id));
    // A transfer without a day is on that of the order.
    await database.db.transfer.update({ where: { id: row.pickup?.id ?? 0 }, data: { date: null } });
    await answer(REBOOK, to(order, from), context);
    expect((await rowOf(order.id)).pickup).toMatchObject({ date: null, time: new Date('1970-01-01T08:00:00Z') });
    const bare = await offer();
    const effects = (await answer<{ rebookingQuote: { effects: string[] } }>(QUOTE, to(order, bare), context))
      .rebookingQuote;
    expect(effects.effects).toEqual(['pickupRemoved', 'guideRemoved', 'ticketsRemoved']);
    await answer(REBOOK, to(order, bare), context);
    expect(await rowOf(order.id)).toMatchObject({
      tourGuideId: null,
      tickets: [],
      pickup: { date: null, time: null, driverId: null, pointId: null },
    });
  });

  it('keeps price categories by name, and takes those that are given', async () => {
    const [from, target] = [await offer(), await offer()];
    const order = await booked(from, { passengers: [{ firstName: 'Kid', priceCategoryId: from.childId }] });
    await answer(REBOOK, to(order, target), context);
    expect(String((await rowOf(order.id)).totalSold)).toBe('150');
    const passengers = order.passengers.map(({ id }) => ({ passengerId: id, priceCategoryId: from.childId }));
    await answer(REBOOK, to(order, from, { passengers }), context);
    expect(String((await rowOf(order.id)).totalSold)).toBe('100');
    const { fields } = await refusal(REBOOK, to(order, target, { passengers }), context);
    expect(fields?.map(({ path }) => path.join('.'))).toEqual([
      'passengers.0.priceCategoryId',
      'passengers.1.priceCategoryId',
    ]);
  });

  it('is refused for another version, for sold-out places, for a cancelled order, and for who may not change it', async () => {
    const [from, target] = [await offer(), await offer({ departure: { capacity: 1 } })];
    const order = await booked(from);
    expect(await refusal(REBOOK, { ...to(order, target), versions: [7] }, context)).toMatchObject({
      code: 'PRECONDITION_FAILED',
    });
    expect(await refusal(REBOOK, to(order, target), context)).toMatchObject({ code: 'CONFLICT' });
    const guide = await contextFor(database.db, (await make.userWith(['tours.guide'])).id);
    expect((await refusal(REBOOK, to(order, target), guide)).code).toBe('NOT_FOUND');
    await database.db.order.update({ where: { id: order.id }, data: { tourGuideId: guide.actor?.userId ?? 0 } });
    expect((await refusal(REBOOK, to(order, target), guide)).code).toBe('FORBIDDEN');
    await answer(MOVE, { id: order.id, status: 'Cancelled' }, context);
    expect((await refusal(REBOOK, to(order, from), context)).code).toBe('CONFLICT');
  });

  it('of items keeps their number, or takes the given one, by either of its names', async () => {
    const items = { level: { pricingType: 'per_item' } };
    const [from, target] = [await offer(items), await offer(items)];
    const order = await booked(from, { details: { availabilityId: from.departure.id, quantity: 3 } });
    const takes = async (more: object) => {
      await answer(REBOOK, to(order, target, { details: { availabilityId: target.departure.id, ...more } }), context);
      return (await takenOf(target))[0];
    };
    expect(await takes({ numberOfBookings: 2 })).toBe(2);
    expect(await takes({})).toBe(2);
    expect(await takes({ quantity: 4 })).toBe(4);
    expect(await takes({ quantity: 5, numberOfBookings: 5 })).toBe(5);
    const details = { availabilityId: target.departure.id, quantity: 2, numberOfBookings: 3 };
    const { fields } = await refusal(REBOOK, to(order, target, { details }), context);
    expect(fields?.map(({ path }) => path.join('.'))).toEqual(['details.numberOfBookings']);
  });

  it('moves a drop-off with the end, and to the day that it then has', async () => {
    const at = (endTime: string) => ({ startTime: clock('08:00'), endTime: clock(endTime) });
    const short = await offer({ level: { hasDropOff: true }, departure: at('10:00') });
    const product = { cityId: short.product.cityId };
    const long = await offer({ product, level: { hasDropOff: true }, departure: at('22:00') });
    const order = await booked(short, { additionalInformation: { dropoff: { time: '23:00' } } });
    const { endsAtLocal: before } = await database.db.order.findUniqueOrThrow({ where: { id: order.id } });
    await answer(REBOOK, to(order, long), context);
    const row = await database.db.order.findUniqueOrThrow({ where: { id: order.id }, include: { dropoff: true } });
    const moved = new Date(
      Date.parse('2026-06-10T23:00:00Z') + (row.endsAtLocal?.getTime() ?? 0) - (before?.getTime() ?? 0),
    );
    expect(row.endsAtLocal).not.toEqual(before);
    expect(row.dropoff).toMatchObject({
      date: day(moved.toISOString().slice(0, 10)),
      time: new Date(`1970-01-01T${moved.toISOString().slice(11, 19)}Z`),
    });
  });

  it.each([
    // [start, end, pickup or drop-off without a day] before; [start, end] after; [its day and time] after
    ['a drop-off after midnight', 'dropoff', ['20:00', '01:00', '01:15'], ['10:00', '12:00'], [null, '12:15']],
    ['a drop-off after a long day', 'dropoff', ['08:00', '23:30', '00:30'], ['10:00', '12:00'], [null, '13:00']],
    ['a drop-off before the end', 'dropoff', ['08:00', '10:00', '09:50'], ['12:00', '14:00'], [null, '13:50']],
    ['a drop-off long after it', 'dropoff', ['08:00', '10:00', '23:00'], ['08:00', '22:00'], ['2026-06-11', '11:00']],
    [
      'a drop-off to after midnight',
      'dropoff',
      ['10:00', '12:00', '12:30'],
      ['20:00', '23:45'],
      ['2026-06-11', '00:15'],
    ],
    [
      'a drop-off, by the start, that is late',
      'dropoff',
      ['05:00', null, '23:30'],
      ['06:00', null],
      ['2026-06-11', '00:30'],
    ],
    ['a drop-off, by the start, after midnight', 'dropoff', ['20:00', null, '01:00'], ['10:00', null], [null, '15:00']],
    [
      'a drop-off after midnight at the same time',
      'dropoff',
      ['20:00', '01:00', '01:15'],
      ['20:00', '01:00'],
      [null, '01:15'],
    ],
    ['a pickup before midnight', 'pickup', ['00:30', '02:00', '23:45'], ['10:00', '12:00'], [null, '09:15']],
    ['a pickup to before midnight', 'pickup', ['10:00', '12:00', '09:00'], ['00:30', '02:00'], ['2026-06-09', '23:30']],
  ] as const)(
    'keeps the distance of %s',
    async (_what, side, [start, end, time], [nextStart, nextEnd], [date, then]) => {
      const level = { hasPickup: true, hasDropOff: true };
      const at = (startTime: string, endTime: string | null) => ({
        startTime: clock(startTime),
        endTime: endTime && clock(endTime),
      });
      const from = await offer({ level, departure: at(start, end) });
      const target = await offer({
        product: { cityId: from.product.cityId },
        level,
        departure: at(nextStart, nextEnd),
      });
      const order = await booked(from, { additionalInformation: { [side]: { time } } });
      await answer(REBOOK, to(order, target), context);
      const row = await rowOf(order.id);
      expect(row[side]).toMatchObject({ date: date && day(date), time: clock(then) });
    },
  );

  it('says whether the order has the departure at its rate already', async () => {
    const UNMOVED = `query ($orderId: SafeInt!, $level: SafeInt!, $input: RebookingInput!) {
      rebookingQuote(orderId: $orderId, serviceLevelId: $level, input: $input) { isUnmoved } }`;
    const from = await offer();
    const later = { ...from, departure: await make.departure(from.level, { date: day('2026-06-12') }) };
    const order = await booked(from);
    const isUnmoved = async (target: Offer) =>
      (await answer<{ rebookingQuote: { isUnmoved: boolean } }>(UNMOVED, to(order, target), context)).rebookingQuote
        .isUnmoved;
    expect([await isUnmoved(from), await isUnmoved(later), await isUnmoved(await offer())]).toEqual([
      true,
      false,
      false,
    ]);
    await answer(REBOOK, to(order, later), context);
    expect([await isUnmoved(from), await isUnmoved(later)]).toEqual([false, true]);
  });

  it('of an order with bookings of several service levels is refused, and names them', async () => {
    const [one, other, target] = [await offer(), await offer(), await offer()];
    for (const status of ['Booked', 'InCart'] as const) {
      const order = await make.order({ offer: one, roleId: seller.role.id, issuerId: seller.id, status });
      await make.book(order, other, [], { quantity: 1 });
      const before = await rowOf(order.id);
      const hold = { orderId: order.id, level: target.level.id, input: { ...input(target), passengers: [{}] } };
      const refusals = [await refusal(REBOOK, to(order, target), context)];
      refusals.push(await refusal(QUOTE, to(order, target), context));
      if (status === 'InCart')
        refusals.push(await refusal(HOLD, { ...hold, input: { ...hold.input, pendingBooking: true } }, context));
      const titles = [one, other].map(({ product, level }) => `${product.title} ${level.title}`).join(', ');
      for (const { code, message } of refusals)
        expect([code, message]).toEqual([
          'CONFLICT',
          `An order with bookings of several service levels cannot be rebooked: ${titles}.`,
        ]);
      expect(await rowOf(order.id)).toEqual(before);
    }
  });

  it.each([
    ['UPDATE', 'orders'],
    ['UPDATE', 'passenger'],
    ['DELETE', 'booking_passenger'],
    ['UPDATE', 'booking'],
    ['INSERT', 'booking_passenger'],
    ['UPDATE', 'availability'],
    ['DELETE', 'ticket'],
    ['INSERT', 'audit_entry'],
  ])('that fails at its %s of %s leaves the order and all places as they were', async (when, table) => {
    const [from, target] = [await offer({ product: { ticketTitle: 'Ticket' } }), await offer()];
    const order = await booked(from);
    const before = await rowOf(order.id);
    await database.db.$executeRawUnsafe(
      `CREATE TRIGGER break AFTER ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION break()`,
    );
    await expect(run(REBOOK, to(order, target), context))
      .rejects.toThrow('broken on purpose')
      .finally(() => database.db.$executeRawUnsafe(`DROP TRIGGER break ON ${table}`));
    expect(await rowOf(order.id)).toEqual(before);
    expect(await takenOf(from, target)).toEqual([2, 0]);
  });

  it('gets the last place once, also when two orders change places with each other', async () => {
    const [one, other] = [await offer(), await offer({ departure: { capacity: 2 } })];
    const orders = [await booked(one), await booked(one), await booked(one)];
    const results = await Promise.all(orders.map((order) => run(REBOOK, to(order, other), context)));
    expect(results.map(({ errors }) => errors[0]?.code ?? 'ok').sort()).toEqual(['CONFLICT', 'CONFLICT', 'ok']);
    expect(await takenOf(one, other)).toEqual([4, 2]);
    const [left, right] = [await offer(), await offer()];
    const pair = [await booked(left), await booked(right)] as const;
    const swapped = await Promise.all([
      run(REBOOK, to(pair[0], right), context),
      run(REBOOK, to(pair[1], left), context),
    ]);
    expect(swapped.flatMap(({ errors }) => errors)).toEqual([]);
    expect(await takenOf(left, right)).toEqual([2, 2]);
  });
});
