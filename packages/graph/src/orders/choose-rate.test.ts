import { createFactories, day, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { book, refusedBooking, triple } from '../testing/book.ts';
import { contextFor, SETTINGS } from '../testing/context.ts';
import { answer } from '../testing/run.ts';

let database: TestDatabase;
let make: Factories;
let seller: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;
/** A context in which a booking without an id is sold at the cheapest rate. */
let thrifty: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  seller = await make.userWith(['products.book']);
  context = await contextFor(database.db, seller.id);
  thrifty = await contextFor(database.db, seller.id, { settings: { ...SETTINGS, rateWithoutId: 'cheapest' } });
});
afterAll(() => database.drop());

type Parts = NonNullable<Parameters<Factories['offer']>[1]>;
type Level = { id: number };

const ON_THE_DAY = { selectedDate: '2026-06-10', startTime: '09:00' };
const request = (level: Level, details: object, passengers: object[] = []) => ({
  role: seller.role,
  level,
  input: { leader: { firstName: 'Ann' }, passengers, details },
});
const placesTaken = async ({ id }: { id: number }) =>
  (await database.db.availability.findUniqueOrThrow({ where: { id } })).booked;

/** A departure with a saver and a flexible rate, and its id at each rate. */
async function twoRates(parts: Parts = {}) {
  const offered = await make.offer([seller.role.id], {
    ...parts,
    rate: { title: 'Saver', penalties: [{ time: 0, percentage: 100 }], ...parts.rate },
  });
  const { level, adultId, childId, departure } = offered;
  const flexible = await make.rate({
    serviceLevelId: level.id,
    title: 'Flexible',
    position: 1,
    penalties: [],
    prices: [
      { priceCategoryId: adultId, original: 70, agent: 90, sold: 120 },
      { priceCategoryId: childId, original: 20, agent: 30, sold: 40 },
    ],
  });
  const idAt = async (rate: { id: number }) =>
    (
      await database.db.departureRate.findUniqueOrThrow({
        where: { availabilityId_rateId: { availabilityId: departure.id, rateId: rate.id } },
      })
    ).id;
  return { ...offered, flexible, saverId: await idAt(offered.rate), flexibleId: await idAt(flexible), idAt };
}

const fieldOf = (path: string, message: unknown = expect.any(String)) => ({
  code: 'VALIDATION',
  message: expect.any(String),
  fields: [{ path: path.split('.'), message }],
});

describe('a booking by availability id', () => {
  it('is sold at the rate of that id: the order has its price, its policies and its id', async () => {
    const { level, rate, flexible, saverId, flexibleId, departure } = await twoRates();
    expect(new Set([saverId, flexibleId]).size).toBe(2);
    for (const [id, sold, total] of [
      [saverId, rate, triple(60, 80, 100)],
      [flexibleId, flexible, triple(70, 90, 120)],
    ] as const) {
      const order = await book(context, request(level, { availabilityId: id }));
      expect(order.totalPrices).toEqual(total);
      expect(order.bookings[0]?.availability).toMatchObject({ id, date: '2026-06-10' });
      const row = await database.db.order.findUniqueOrThrow({ where: { id: order.id }, include: { bookings: true } });
      expect(row.bookings).toMatchObject([
        { rateId: sold.id, availabilityId: departure.id, departureRateId: id, placesHeld: 1 },
      ]);
      const penalties = sold === rate ? [expect.objectContaining({ time: 0, percentage: 100 })] : [];
      expect(row.bookedDetails).toMatchObject({ rates: [{ id: sold.id, title: sold.title, penalties }] });
    }
    expect(await placesTaken(departure)).toBe(2);
  });

  it('takes the places that all rates of the departure share', async () => {
    const { level, saverId, flexibleId, departure } = await twoRates({ departure: { capacity: 2 } });
    await book(context, request(level, { availabilityId: saverId }));
    await book(context, request(level, { availabilityId: flexibleId }));
    for (const id of [saverId, flexibleId])
      expect(await refusedBooking(context, request(level, { availabilityId: id }))).toMatchObject({ code: 'CONFLICT' });
    expect(await placesTaken(departure)).toBe(2);
  });

  it('never oversells when many clients book the last places at both rates concurrently', async () => {
    const { level, saverId, flexibleId, departure } = await twoRates({ departure: { capacity: 3 } });
    const bookings = Array.from({ length: 12 }, (_nothing, index) =>
      book(context, request(level, { availabilityId: index % 2 === 0 ? saverId : flexibleId })),
    );
    const outcomes = await Promise.allSettled(bookings);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await placesTaken(departure)).toBe(3);
  });

  it('is refused for an id of another service level, of a deleted rate or of a rate that is not valid that day', async () => {
    const { level, saverId, flexible, flexibleId } = await twoRates();
    const other = await twoRates();
    const refused = (id: number, details = {}) =>
      refusedBooking(context, request(level, { availabilityId: id, ...details }));
    expect(await refused(other.flexibleId)).toEqual(fieldOf('details.availabilityId'));
    await database.db.rate.update({ where: { id: flexible.id }, data: { validFrom: day('2026-06-11') } });
    expect(await refused(flexibleId)).toEqual(
      fieldOf('details.availabilityId', 'must name a rate that is sold on that day.'),
    );
    await database.db.rate.update({ where: { id: flexible.id }, data: { validFrom: null } });
    expect((await book(context, request(level, { availabilityId: flexibleId }))).totalPrices).toEqual(
      triple(70, 90, 120),
    );
    const dropped = await make.rate({ serviceLevelId: level.id, prices: [{ original: 1, agent: 1, sold: 1 }] });
    const { id: droppedId } = await database.db.departureRate.findFirstOrThrow({ where: { rateId: dropped.id } });
    await database.db.rate.delete({ where: { id: dropped.id } });
    expect(await refused(droppedId)).toEqual(fieldOf('details.availabilityId'));
    await database.db.rate.update({ where: { id: flexible.id }, data: { serviceLevelId: other.level.id } });
    expect(await refused(flexibleId)).toEqual(fieldOf('details.availabilityId'));
    expect((await book(context, request(level, { availabilityId: saverId }))).totalPrices).toEqual(triple(60, 80, 100));
  });

  it('of a pass is sold at its rate on any day on which the rate is valid', async () => {
    const { level, flexible, saverId, flexibleId } = await twoRates({
      level: { availabilityType: 'pass' },
      rate: { weekdays: [1, 2, 3] },
    });
    const on = (id: number, selectedDate: string) => request(level, { availabilityId: id, selectedDate });
    expect((await book(context, on(flexibleId, '2026-06-11'))).bookings[0]?.availability.id).toBe(flexibleId);
    expect((await book(context, on(saverId, '2026-06-10'))).bookings[0]?.availability.id).toBe(saverId);
    expect(await refusedBooking(context, on(saverId, '2026-06-11'))).toEqual(fieldOf('details.availabilityId'));
    const order = await book(context, request(level, { selectedDate: '2026-06-11' }));
    expect(order.bookings[0]?.availability.id).toBe(flexibleId);
    expect(flexible.id).not.toBe(flexibleId);
  });

  it('of a pass without a day is sold from the first day on which its rate is valid', async () => {
    const { level, saverId } = await twoRates({
      level: { availabilityType: 'pass' },
      rate: { validFrom: day('2026-08-01') },
    });
    const { bookings } = await book(context, request(level, { availabilityId: saverId }));
    expect(bookings[0]?.availability).toMatchObject({ id: saverId, date: '2026-08-01' });
  });
});

describe('a booking by date and time of a departure with several rates', () => {
  it('is refused at the path of the missing id, with the rates and their ids in the message', async () => {
    const { level, saverId, flexibleId, departure } = await twoRates();
    expect(await refusedBooking(context, request(level, ON_THE_DAY))).toEqual(
      fieldOf(
        'details.availabilityId',
        `is required, for this departure is sold at several rates: ${saverId} (Saver), ${flexibleId} (Flexible).`,
      ),
    );
    expect(await placesTaken(departure)).toBe(0);
  });

  it('is sold at the only rate that is valid and has prices', async () => {
    const { level, saverId, flexible } = await twoRates();
    await make.rate({ serviceLevelId: level.id, title: 'Unpriced' });
    await database.db.rate.update({ where: { id: flexible.id }, data: { validTo: day('2026-06-09') } });
    expect((await book(context, request(level, ON_THE_DAY))).bookings[0]?.availability.id).toBe(saverId);
  });

  it('is sold at the lowest total of the booking, where the setting says so', async () => {
    const { level, childId, saverId, flexibleId } = await twoRates();
    const child = { firstName: 'Bo', priceCategoryId: childId };
    const booked = async (children: number) => {
      const order = await book(thrifty, request(level, ON_THE_DAY, Array(children).fill(child)));
      return [order.bookings[0]?.availability.id, order.totalPrices.sold?.amount];
    };
    expect(await booked(1)).toEqual([saverId, 150]);
    // At 200 both: the first in the order of the catalogue.
    expect(await booked(2)).toEqual([saverId, 200]);
    expect(await booked(3)).toEqual([flexibleId, 240]);
  });

  it('is sold at the first rate of the catalogue where totals are equal', async () => {
    const { level, saverId, flexible, flexibleId } = await twoRates();
    await database.db.ratePrice.updateMany({ where: { rateId: flexible.id }, data: { sold: 100 } });
    expect((await book(thrifty, request(level, ON_THE_DAY))).bookings[0]?.availability.id).toBe(saverId);
    await database.db.rate.update({ where: { id: flexible.id }, data: { position: -1 } });
    expect((await book(thrifty, request(level, ON_THE_DAY))).bookings[0]?.availability.id).toBe(flexibleId);
  });

  it('compares totals in the currency of the organization, among rates with all prices', async () => {
    const { level, adultId, childId, saverId } = await twoRates();
    const only = (priceCategoryId: number, currencyCode: string) =>
      make.rate({
        serviceLevelId: level.id,
        prices: [{ priceCategoryId, currencyCode, original: 1, agent: 1, sold: 1 }],
      });
    await only(adultId, 'USD');
    await only(childId, 'EUR');
    const order = await book(thrifty, request(level, ON_THE_DAY));
    expect(order.bookings[0]?.availability.id).toBe(saverId);
    expect(order.totalPrices).toEqual(triple(60, 80, 100));
  });

  it('compares totals of all items where prices are per item', async () => {
    const { level, rate, departure } = await make.offer([seller.role.id], { level: { pricingType: 'per_item' } });
    const cheap = await make.rate({
      serviceLevelId: level.id,
      prices: [{ original: 1, agent: 1, sold: '499.99' }],
    });
    const order = await book(thrifty, request(level, { ...ON_THE_DAY, quantity: 2 }));
    expect(order.totalPrices.sold?.amount).toBe(999.98);
    expect(await database.db.booking.findFirst({ where: { orderId: order.id } })).toMatchObject({ rateId: cheap.id });
    expect(rate.id).not.toBe(cheap.id);
    expect(await placesTaken(departure)).toBe(2);
  });
});

describe('an order that was sold', () => {
  const PRINTED =
    'query ($reference: String!) { order(reference: $reference) { bookings { availability { id: availabilityId date } } bookedDetails { rates { title } } } }';

  it('shows the same availability and rate after every edit of the catalogue', async () => {
    const { level, rate, flexible, flexibleId } = await twoRates();
    const { id } = await book(context, request(level, { availabilityId: flexibleId }));
    const { db } = database;
    const printed = () => answer(PRINTED, { reference: String(id) }, context);
    const before = await printed();
    expect(before).toMatchObject({ order: { bookings: [{ availability: { id: flexibleId } }] } });
    await db.rate.update({
      where: { id: flexible.id },
      data: { title: 'Flex', position: -9, validTo: day('2026-06-01') },
    });
    await db.ratePrice.deleteMany({ where: { rateId: flexible.id } });
    await db.rate.delete({ where: { id: rate.id } });
    expect(await printed()).toEqual(before);
  });

  it('shows the id of its departure where it was sold before rates had ids', async () => {
    const offer = await make.offer([]);
    const order = await make.order({ offer, issuerId: seller.id });
    expect(await answer(PRINTED, { reference: String(order.id) }, context)).toMatchObject({
      order: { bookings: [{ availability: { id: offer.departure.id } }] },
    });
  });
});
