import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { book, NO_PRICES, refusedBooking, triple } from '../testing/book.ts';
import { contextFor, NOW } from '../testing/context.ts';
import { expectPlacesAddUp } from '../testing/places.ts';
import { answer } from '../testing/run.ts';

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
afterEach(() => expectPlacesAddUp(database.db));
afterAll(() => database.drop());

type Parts = NonNullable<Parameters<Factories['offer']>[1]>;

/** An offer that the seller may book: by default a slot priced per person. */
const offer = (parts: Parts = {}) => make.offer([seller.role.id], parts);
const departureNow = (id: number) => database.db.availability.findUniqueOrThrow({ where: { id } });

const ann = { firstName: 'Ann', lastName: 'Leader', email: 'ann@example.com' };

describe('the key of a booking', () => {
  it('answers a repeated request, and refuses another one', async () => {
    const [one, other] = [await offer(), await offer()];
    const of = (from: typeof one, key: string, more: object = {}) => ({
      role: seller.role,
      level: from.level,
      input: { leader: ann, details: { availabilityId: from.departure.id }, key, ...more },
    });
    const first = await book(context, of(one, 'bound'));
    expect((await book(context, of(one, 'bound'))).id).toBe(first.id);
    for (const another of [of(other, 'bound'), of(one, 'bound', { leader: { firstName: 'Bo' } })]) {
      const { code, fields } = await refusedBooking(context, another);
      expect([code, fields]).toEqual(['VALIDATION', [{ path: ['key'], message: 'was used for another request.' }]]);
    }
    expect((await departureNow(other.departure.id)).booked).toBe(0);
    // An order from before requests were stored with their keys.
    await database.db.order.update({ where: { id: first.id }, data: { requestHash: null } });
    expect((await book(context, of(one, 'bound', { referenceCode: 'X' }))).id).toBe(first.id);
  });
});

describe('a booking', () => {
  it('writes the row of its order once, with the name that orders are sorted by', async () => {
    await database.db.$executeRaw`CREATE FUNCTION written_again() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'the order was written again'; END $$`;
    await database.db
      .$executeRaw`CREATE TRIGGER written_again AFTER UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION written_again()`;
    const { level, departure } = await offer();
    const short = { leader: { firstName: 'Ann' }, passengers: [{ firstName: 'Bo' }], name: 'Ann ' };
    const long = { leader: { ...ann, lastName: 'L'.repeat(120) }, name: `Ann ${'L'.repeat(96)}` };
    for (const { name, ...people } of [short, long]) {
      const input = { ...people, details: { availabilityId: departure.id } };
      const { id } = await book(context, { role: seller.role, level, input });
      expect(await database.db.order.findUniqueOrThrow({ where: { id } })).toMatchObject({ leaderSort: name });
    }
    await database.db.$executeRaw`DROP FUNCTION written_again CASCADE`;
  });

  const starts = {
    per_slot: { startsAtLocal: '2026-06-10 09:00:00', endsAtLocal: '2026-06-10 11:00:00' },
    per_time: { startsAtLocal: '2026-06-10 09:00:00', endsAtLocal: '2026-06-10 09:00:00' },
    daily: { startsAtLocal: '2026-06-10 00:00:00', endsAtLocal: '2026-06-10 23:59:59' },
    pass: { startsAtLocal: null, endsAtLocal: null, startsAt: null, endsAt: null },
    'something else': { startsAtLocal: '2026-06-10 09:00:00', endsAtLocal: '2026-06-10 11:00:00' },
  };

  for (const [availabilityType, times] of Object.entries(starts)) {
    it(`of a ${availabilityType} per person has prices for each seat`, async () => {
      const { level, departure, childId, adultId } = await offer({ level: { availabilityType } });
      const input = {
        leader: ann,
        passengers: [{ firstName: 'Bo' }, { firstName: 'Cy', priceCategoryId: childId }],
        details: { availabilityId: departure.id, selectedDate: '2026-06-10', quantity: 3, numberOfBookings: 1 },
      };
      const order = await book(context, { role: seller.role, level, input });
      expect(order).toMatchObject({ status: 'Booked', version: 1, bookedAt: NOW.toISOString(), ...times });
      expect(order.totalPrices).toEqual(triple(150, 200, 250));
      const [booking] = order.bookings;
      expect(booking).toMatchObject({ status: 'Booked', quantity: 3, prices: NO_PRICES });
      expect(booking?.availability).toEqual({
        id: departure.id,
        date: '2026-06-10',
        startTime: departure.startTime ? '09:00:00' : null,
      });
      expect(booking?.passengers.map((seat) => seat.prices)).toEqual([
        triple(60, 80, 100),
        triple(60, 80, 100),
        triple(30, 40, 50),
      ]);
      expect(booking?.passengers.map((seat) => seat.passengerId)).toEqual(order.passengers.map(({ id }) => id));
      expect(order.passengers.map(({ priceCategory }) => priceCategory?.id)).toEqual([adultId, adultId, childId]);
      expect(await departureNow(departure.id)).toMatchObject({ booked: 3, remaining: 17 });
    });

    it(`of a ${availabilityType} per item has one price for the booking`, async () => {
      const { level, departure, adultId } = await offer({ level: { availabilityType, pricingType: 'per_item' } });
      const input = {
        leader: ann,
        passengers: [{ firstName: 'Bo' }],
        details: { availabilityId: departure.id, selectedDate: '2026-06-10', quantity: 3 },
      };
      const order = await book(context, { role: seller.role, level, input });
      expect(order).toMatchObject({ status: 'Booked', ...times });
      expect(order.totalPrices).toEqual(triple(900, 1200, 1500));
      const [booking] = order.bookings;
      expect(booking).toMatchObject({ quantity: 3, prices: triple(900, 1200, 1500) });
      expect(booking?.passengers.map((seat) => seat.prices)).toEqual([NO_PRICES, NO_PRICES]);
      expect(order.passengers.map(({ priceCategory }) => priceCategory?.id)).toEqual([adultId, adultId]);
      expect(await departureNow(departure.id)).toMatchObject({ booked: 3 });
    });
  }

  it('of an unlisted pricing type is priced per item where there are prices of items', async () => {
    const prices = [{ original: 3, agent: 4, sold: 5 }];
    const { level, departure } = await offer({ level: { pricingType: 'per_boat' }, rate: { prices } });
    const input = {
      leader: ann,
      passengers: [{ firstName: 'Bo' }],
      details: { availabilityId: departure.id, quantity: 3 },
    };
    const order = await book(context, { role: seller.role, level, input });
    expect(order.totalPrices).toEqual(triple(9, 12, 15));
    expect(order.bookings[0]).toMatchObject({ quantity: 3, prices: triple(9, 12, 15) });
    expect(order.bookings[0]?.passengers.map((seat) => seat.prices)).toEqual([NO_PRICES, NO_PRICES]);
    expect(await departureNow(departure.id)).toMatchObject({ booked: 3 });
  });

  it('of an unlisted pricing type is priced per person where there are prices of persons', async () => {
    const { level, departure } = await offer({ level: { pricingType: 'by weight' } });
    const order = await book(context, {
      role: seller.role,
      level,
      input: { leader: ann, details: { availabilityId: departure.id } },
    });
    expect(order.totalPrices).toEqual(triple(60, 80, 100));
    expect(order.bookings[0]?.prices).toEqual(NO_PRICES);
  });

  it('takes the number of items from quantity, else from number_of_bookings, else one', async () => {
    const { level, departure } = await offer({ level: { pricingType: 'per_item' } });
    const quantityOf = async (details: object) => {
      const input = { leader: ann, details: { availabilityId: departure.id, ...details } };
      return (await book(context, { role: seller.role, level, input })).bookings[0]?.quantity;
    };
    expect(await quantityOf({ quantity: 2, numberOfBookings: 2 })).toBe(2);
    expect(await quantityOf({ quantity: 2, numberOfBookings: 1 })).toBe(2);
    expect(await quantityOf({ quantity: 1, numberOfBookings: 2 })).toBe(1);
    expect(await quantityOf({ numberOfBookings: 4 })).toBe(4);
    expect(await quantityOf({ quantity: null, numberOfBookings: 3 })).toBe(3);
    expect(await quantityOf({})).toBe(1);
  });

  it('belongs to the role that sold it, with client, supplier, city and tax frozen', async () => {
    const { level, departure, product } = await offer();
    const input = { leader: ann, details: { availabilityId: departure.id } };
    const order = await book(context, { role: seller.role, level, input });
    expect(order).toMatchObject({
      referenceCode: null,
      issuer: { id: seller.id },
      client: { id: seller.role.clientId },
      city: { id: product.cityId },
      supplier: { id: product.supplierId },
      vat: { percentage: 21, type: 'included' },
      contactPerson: null,
      tourGuide: null,
      timeZone: 'Europe/Amsterdam',
      createdAt: NOW.toISOString(),
    });
    expect(order.pickup).toMatchObject({ date: null, time: null, driver: null, location: { point: null } });
    expect(order.dropoff).toMatchObject({ date: null, time: null, driver: null, location: { point: null } });
    expect(order.pickup.id).not.toBe(order.dropoff.id);
    expect(await database.db.order.findUnique({ where: { id: order.id } })).toMatchObject({
      organizationId: seller.role.organizationId,
      roleId: seller.role.id,
      startsAt: new Date('2026-06-10T07:00:00Z'),
      endsAt: new Date('2026-06-10T09:00:00Z'),
    });
  });

  it('stores the texts of its passengers unchanged', async () => {
    const { level, departure } = await offer();
    const leader = {
      firstName: ' Ann ',
      lastName: "O'Neill",
      gender: 'fEMALE',
      phoneNumber: '020 123',
      phoneCountryCode: '+31',
      whatsappNumber: '0031',
      email: 'Ann@Example.com',
    };
    const order = await book(context, {
      role: seller.role,
      level,
      input: { leader, details: { availabilityId: departure.id } },
    });
    expect(order.passengers).toMatchObject([{ ...leader, isLeader: true }]);
  });

  it('accepts the name of its role instead of the id', async () => {
    const { level, departure } = await offer();
    const document = `mutation ($role: String!, $level: SafeInt!, $input: BookOrderInput!) {
      bookOrder(role: $role, serviceLevelId: $level, input: $input) { order { issuer { id: databaseId } } }
    }`;
    const input = { leader: ann, details: { availabilityId: departure.id } };
    const variables = { role: seller.role.name, level: level.id, input };
    expect(await answer(document, variables, context)).toEqual({ bookOrder: { issuer: { id: seller.id } } });
  });
});

describe('the price', () => {
  it("is in the organization's currency where the rate has it, else in the rate's first", async () => {
    const only = (code: string) => (price: { currencyCode?: string }) => (price.currencyCode ?? 'EUR') === code;
    const { level, departure, rate } = await offer({ level: { pricingType: 'per_item' } });
    const input = { leader: ann, details: { availabilityId: departure.id } };
    expect((await book(context, { role: seller.role, level, input })).totalPrices).toEqual(triple(300, 400, 500));
    await database.db.ratePrice.deleteMany({
      where: { id: { in: rate.prices.filter(only('EUR')).map(({ id }) => id) } },
    });
    const order = await book(context, { role: seller.role, level, input });
    expect(order.totalPrices).toEqual(triple(330, 440, 550, 'USD'));
    expect(order.bookings[0]?.prices).toEqual(triple(330, 440, 550, 'USD'));
  });

  it('is exact where floating point is not', async () => {
    const { level, adultId } = await offer({ rate: { prices: [] } });
    await make.rate({
      serviceLevelId: level.id,
      position: -1,
      prices: [{ priceCategoryId: adultId, original: '0.1', agent: '0.2', sold: '1.005' }],
    });
    const passengers = Array.from({ length: 2 }, (_, index) => ({ firstName: `P${index}` }));
    const order = await book(context, {
      role: seller.role,
      level,
      input: { leader: ann, passengers, details: { selectedDate: '2026-06-10' } },
    });
    expect(order.totalPrices).toEqual(triple(0.3, 0.6, 3.015));
  });

  it('comes from the rate that is valid on the day', async () => {
    const { level } = await offer({
      level: { pricingType: 'per_item' },
      rate: { validFrom: new Date('2026-06-11') },
    });
    const add = (sold: number, columns: object) =>
      make.rate({ serviceLevelId: level.id, prices: [{ original: 1, agent: 2, sold }], ...columns });
    await add(11, { position: -3, validTo: new Date('2026-06-09') });
    await add(12, { position: -2, weekdays: [1, 2, 4, 5, 6, 7] });
    await add(13, { position: -1, validFrom: new Date('2026-06-10'), validTo: new Date('2026-06-10'), weekdays: [3] });
    const order = await book(context, {
      role: seller.role,
      level,
      input: { leader: ann, details: { selectedDate: '2026-06-10' } },
    });
    expect(order.totalPrices).toEqual(triple(1, 2, 13));
  });

  it('is a conflict where an item has none, and a field error of the passenger where a category has none', async () => {
    const items = await offer({ level: { pricingType: 'per_item' }, rate: { prices: [] } });
    await make.rate({ serviceLevelId: items.level.id, prices: [] });
    const input = (id: number) => ({ leader: ann, details: { availabilityId: id } });
    expect(
      await refusedBooking(context, { role: seller.role, level: items.level, input: input(items.departure.id) }),
    ).toMatchObject({ code: 'VALIDATION', fields: [{ path: ['details', 'availabilityId'] }] });
    const persons = await offer({ rate: { prices: [] } });
    await make.rate({
      serviceLevelId: persons.level.id,
      prices: [{ priceCategoryId: persons.childId, original: 1, agent: 1, sold: 1 }],
    });
    expect(
      await refusedBooking(context, {
        role: seller.role,
        level: persons.level,
        input: { leader: ann, details: { selectedDate: '2026-06-10' } },
      }),
    ).toMatchObject({ code: 'VALIDATION', fields: [{ path: ['leader', 'priceCategoryId'] }] });
  });
});

describe('the passengers', () => {
  it('include the leader once, also where the input repeats the leader', async () => {
    const { level, departure } = await offer();
    const details = { availabilityId: departure.id };
    const input = {
      leader: ann,
      passengers: [{ firstName: 'Bo' }, { ...ann, gender: null }, { ...ann, email: 'other@guest.example' }],
      details,
    };
    const order = await book(context, { role: seller.role, level, input });
    expect(order.passengers.map(({ firstName, isLeader }) => [firstName, isLeader])).toEqual([
      ['Ann', true],
      ['Bo', false],
      ['Ann', false],
    ]);
    expect(order.bookings[0]?.quantity).toBe(3);
    const sameNamed = { leader: ann, passengers: [ann, ann], details };
    expect((await book(context, { role: seller.role, level, input: sameNamed })).passengers).toHaveLength(2);
  });

  it('are led by the first passenger where there is no leader', async () => {
    const { level, departure } = await offer();
    const input = { passengers: [{ firstName: 'Bo' }, { firstName: 'Cy' }], details: { availabilityId: departure.id } };
    const order = await book(context, { role: seller.role, level, input });
    expect(order.passengers.map(({ firstName, isLeader }) => [firstName, isLeader])).toEqual([
      ['Bo', true],
      ['Cy', false],
    ]);
  });

  it('have the default price category, or none where prices are per item and there is no default', async () => {
    const parts = { priceCategories: [{ title: 'Group' }] };
    const items = await offer({ level: { ...parts, pricingType: 'per_item' } });
    const order = await book(context, {
      role: seller.role,
      level: items.level,
      input: { leader: ann, details: { availabilityId: items.departure.id } },
    });
    expect(order.passengers[0]?.priceCategory).toBeNull();
    const persons = await offer({ level: parts });
    const refused = await refusedBooking(context, {
      role: seller.role,
      level: persons.level,
      input: { leader: ann, passengers: [{ firstName: 'Bo' }], details: { availabilityId: persons.departure.id } },
    });
    expect(refused.fields?.map(({ path }) => path)).toEqual([
      ['leader', 'priceCategoryId'],
      ['passengers', 0, 'priceCategoryId'],
    ]);
  });
});
