import { createFactories, day, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { book, refusedBooking } from '../testing/book.ts';
import { contextFor, SETTINGS } from '../testing/context.ts';
import { rowCounts } from '../testing/rows.ts';
import { answer, refusal } from '../testing/run.ts';

const PRICES =
  'original { amount currency { code } } agent { amount currency { code } } sold { amount currency { code } }';
const QUOTE = `query ($role: String!, $level: SafeInt!, $input: BookOrderInput!, $orderId: SafeInt) {
  quote: bookingQuote(role: $role, serviceLevelId: $level, input: $input, orderId: $orderId) {
    total { ${PRICES} } lines { title quantity prices { sold { amount } } } quantity days placesLeft startsAtLocal endsAtLocal } }`;

type Quote = { quote: { total: object; lines: { title: string; quantity: number }[]; quantity: number; days: number } };

let database: TestDatabase;
let make: Factories;
let seller: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  seller = await make.userWith(['products.book', 'orders.view-all']);
  context = await contextFor(database.db, seller.id, { settings: { ...SETTINGS, maxStayDays: 4 } });
});
afterAll(() => database.drop());

const BASES = ['per_person', 'per_item', 'something else'];
const TYPES = ['per_slot', 'per_time', 'daily', 'pass'];

describe('a quote', () => {
  it.each(BASES.flatMap((pricingType) => TYPES.map((type) => [pricingType, type] as const)))(
    'of %s places of a %s is what is booked, and changes nothing',
    async (pricingType, availabilityType) => {
      const offer = await make.offer([seller.role.id], { level: { pricingType, availabilityType, hasPickup: true } });
      if (availabilityType === 'daily') await make.departure(offer.level, { date: day('2026-06-11') });
      const input = {
        leader: { firstName: 'Ann' },
        passengers: [{ firstName: 'Bo', priceCategoryId: offer.childId }, { firstName: 'Cas' }],
        details: {
          availabilityId: offer.departure.id,
          ...(pricingType === 'per_item' ? { quantity: 4 } : {}),
          ...(availabilityType === 'daily' ? { checkoutDate: '2026-06-12' } : {}),
        },
        additionalInformation: { pickup: { location: { point: { latitude: 52, longitude: 5 } } } },
      };
      const request = { role: String(seller.role.id), level: offer.level.id, input };
      const before = await rowCounts(database.db);
      const { quote } = await answer<Quote>(QUOTE, request, context);
      expect(await rowCounts(database.db)).toEqual(before);
      const order = await book(context, { role: seller.role, level: offer.level, input });
      const { total, quantity, days, ...when } = quote;
      expect(total).toEqual(order.totalPrices);
      expect(order.bookings.map((booking) => booking.quantity)).toEqual(Array(days).fill(quantity));
      expect(when).toMatchObject({
        startsAtLocal: order.startsAtLocal,
        endsAtLocal: order.endsAtLocal,
        placesLeft: 20,
      });
      const titles = quote.lines.map((line) => [line.title, line.quantity]);
      expect(titles).toEqual(
        pricingType === 'per_item'
          ? [[offer.level.title, 4]]
          : [
              ['Adult', 2],
              ['Child', 1],
            ],
      );
    },
  );

  it('is refused as the booking is, with the same paths', async () => {
    const offer = await make.offer([seller.role.id]);
    for (const input of [
      {},
      { passengers: [{ priceCategoryId: 999_999 }], details: { availabilityId: offer.departure.id } },
      { passengers: [{}], details: { selectedDate: '2026-12-24' } },
      { passengers: Array(25).fill({}), details: { availabilityId: offer.departure.id, selectedDate: '2026-06-11' } },
    ]) {
      const request = { role: String(seller.role.id), level: offer.level.id, input };
      const { code, fields } = await refusal(QUOTE, request, context);
      expect({ code, fields }).toEqual(
        await refusedBooking(context, { role: seller.role, level: offer.level, input }).then((booked) => ({
          code: booked.code,
          fields: booked.fields,
        })),
      );
    }
  });

  it('says how many places are left, of which the own hold is one', async () => {
    const offer = await make.offer([seller.role.id], { departure: { capacity: 3 } });
    const details = { availabilityId: offer.departure.id };
    const of = { role: seller.role, level: offer.level };
    const own = await book(context, { ...of, input: { passengers: [{}], details, pendingBooking: true } });
    await book(context, { ...of, input: { passengers: [{}], details } });
    const request = { role: String(seller.role.id), level: offer.level.id, input: { passengers: [{}], details } };
    expect((await answer<Quote>(QUOTE, request, context)).quote).toMatchObject({ placesLeft: 1 });
    expect((await answer<Quote>(QUOTE, { ...request, orderId: own.id }, context)).quote).toMatchObject({
      placesLeft: 2,
    });
  });
});
