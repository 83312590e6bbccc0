import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { book, refusedBooking } from '../testing/book.ts';
import { contextFor } from '../testing/context.ts';
import { expectPlacesAddUp } from '../testing/places.ts';
import { rowCounts } from '../testing/rows.ts';

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

describe('a refused booking', () => {
  it('reports all field errors together', async () => {
    const { level } = await offer();
    const foreign = await make.level();
    const refused = await refusedBooking(context, {
      role: seller.role,
      level,
      input: {
        leader: { ...ann, priceCategoryId: foreign.priceCategories[0]?.id },
        passengers: [{ firstName: 'Bo' }, { priceCategoryId: 999_999 }],
        details: { availabilityId: 999_999 },
        tags: [
          { key: '', value: 'x' },
          { key: 'a', value: 1 },
          { key: 'a', value: 2 },
        ],
        additionalInformation: {
          contactPerson: { id: 999_999 },
          tourGuide: { tags: [{ text: 'nobody' }] },
          pickup: { date: '2026-02-30', driverId: 999_999, location: { point: { id: 999_999 } } },
          dropoff: { location: { point: { latitude: 91, longitude: -181 } } },
        },
      },
    });
    expect(refused.code).toBe('VALIDATION');
    expect(refused.fields?.map(({ path }) => path.join('.'))).toEqual([
      'leader.priceCategoryId',
      'passengers.1.priceCategoryId',
      'tags.0.key',
      'tags.2.key',
      'additionalInformation.contactPerson.id',
      'additionalInformation.tourGuide.tags',
      'additionalInformation.pickup.date',
      'additionalInformation.pickup.driverId',
      'additionalInformation.pickup.location.point.id',
      'additionalInformation.dropoff.location.point.latitude',
      'additionalInformation.dropoff.location.point.longitude',
      'details.availabilityId',
    ]);
    const ids = refused.fields?.filter(({ path }) => /id$/i.test(String(path.at(-1)))).map(({ message }) => message);
    expect(new Set(ids)).toEqual(new Set(['does not exist or is not available to you.']));
  });

  it('has no passenger', async () => {
    const persons = await offer();
    expect(
      await refusedBooking(context, {
        role: seller.role,
        level: persons.level,
        input: { details: { availabilityId: persons.departure.id } },
      }),
    ).toMatchObject({ code: 'VALIDATION', fields: [{ path: ['leader'] }] });
  });

  it('has numbers below 1, or numbers that differ from the passengers, or from each other where prices are per item', async () => {
    const ways = {
      per_person: await offer({ level: { pricingType: 'per_person' } }),
      per_item: await offer({ level: { pricingType: 'per_item' } }),
    };
    const [quantity, numberOfBookings] = ['details.quantity', 'details.numberOfBookings'];
    const table: [keyof typeof ways, object, string[]][] = [
      ['per_item', { quantity: 0 }, [quantity]],
      ['per_item', { numberOfBookings: -1 }, [numberOfBookings]],
      ['per_item', { quantity: 3, numberOfBookings: 0 }, [numberOfBookings]],
      ['per_item', { quantity: 3, numberOfBookings: 4 }, [numberOfBookings]],
      ['per_person', { quantity: 0 }, [quantity]],
      ['per_person', { quantity: -5, numberOfBookings: 0 }, [quantity, numberOfBookings]],
      ['per_person', { quantity: 3 }, [quantity]],
      ['per_person', { numberOfBookings: 3 }, [numberOfBookings]],
      ['per_person', { quantity: 2, numberOfBookings: 3 }, [numberOfBookings]],
      ['per_person', { quantity: 3, numberOfBookings: 4 }, [quantity, numberOfBookings]],
    ];
    for (const [pricing, numbers, paths] of table) {
      const { level, departure } = ways[pricing];
      const details = { availabilityId: departure.id, ...numbers };
      const input = { leader: ann, passengers: [{ firstName: 'Bo' }], details };
      const refused = await refusedBooking(context, { role: seller.role, level, input });
      expect([refused.code, refused.fields?.map(({ path }) => path.join('.'))], JSON.stringify(numbers)).toEqual([
        'VALIDATION',
        paths,
      ]);
    }
    for (const numbers of [{ quantity: 2, numberOfBookings: 2 }, { quantity: 1, numberOfBookings: 2 }, {}]) {
      const { level, departure } = ways.per_person;
      const details = { availabilityId: departure.id, ...numbers };
      const input = { leader: ann, passengers: [{ firstName: 'Bo' }], details };
      expect((await book(context, { role: seller.role, level, input })).bookings[0]?.quantity).toBe(2);
    }
  });

  it('has a total above the maximum of an order', async () => {
    const dear = (sold: string) => ({ original: 1, agent: 1, sold });
    const ofItems = (sold: string) =>
      offer({
        level: { pricingType: 'per_item' },
        rate: { prices: [dear(sold)] },
        departure: { capacity: 2 ** 31 - 1 },
      });
    const refusedPath = async (to: Awaited<ReturnType<typeof offer>>, more: object, details: object) => {
      const input = { leader: ann, ...more, details: { availabilityId: to.departure.id, ...details } };
      const { code, fields } = await refusedBooking(context, { role: seller.role, level: to.level, input });
      expect([code, fields?.length]).toEqual(['VALIDATION', 1]);
      return fields?.[0]?.path.join('.');
    };
    expect(await refusedPath(await ofItems('99999999999'), {}, { quantity: 2 })).toBe('details.quantity');
    expect(await refusedPath(await ofItems('99999999999'), {}, { numberOfBookings: 2 })).toBe(
      'details.numberOfBookings',
    );
    expect(await refusedPath(await ofItems('100'), {}, { quantity: 2 ** 31 - 1 })).toBe('details.quantity');
    const persons = await offer();
    await database.db.ratePrice.updateMany({
      where: { rateId: persons.rate.id },
      data: { original: '50000000000', agent: 1, sold: 1 },
    });
    expect(await refusedPath(persons, { passengers: [{ firstName: 'Bo' }] }, {})).toBe('passengers');
    const max = await ofItems('99999999999.999');
    const exact = await book(context, {
      role: seller.role,
      level: max.level,
      input: { leader: ann, details: { availabilityId: max.departure.id } },
    });
    expect(exact.totalPrices.sold?.amount).toBe(99_999_999_999.999);
  });

  it('has a leader without a name', async () => {
    const { level, departure } = await offer();
    const leaders = [{}, { email: 'ann@example.com' }, { firstName: ' ', lastName: '\t\u00a0' }, { firstName: null }];
    for (const leader of leaders) {
      const input = { leader, passengers: [{ firstName: 'Bo' }], details: { availabilityId: departure.id } };
      expect(await refusedBooking(context, { role: seller.role, level, input })).toMatchObject({
        code: 'VALIDATION',
        fields: [{ path: ['leader', 'firstName'] }],
      });
    }
    for (const people of [{ leader: { lastName: 'Leader' } }, { passengers: [{}] }]) {
      const input = { ...people, details: { availabilityId: departure.id } };
      expect((await book(context, { role: seller.role, level, input })).passengers).toMatchObject([{ isLeader: true }]);
    }
  });

  it('has a service level that the role does not sell, whether it exists or not', async () => {
    const input = { leader: ann };
    const unpublished = await offer({ product: { isPublished: false } });
    const foreign = await make.offer([]);
    const other = await make.userWith(['products.book']);
    const others = await make.offer([other.role.id]);
    for (const id of [unpublished.level.id, foreign.level.id, others.level.id, 999_999]) {
      expect(await refusedBooking(context, { role: seller.role, level: { id }, input })).toEqual({
        code: 'NOT_FOUND',
        message: 'Service level not found.',
      });
    }
    for (const id of [other.role.id, 999_999]) {
      expect(await refusedBooking(context, { role: { id }, level: others.level, input })).toEqual({
        code: 'NOT_FOUND',
        message: 'Role not found.',
      });
    }
    const undecided = await offer({ product: { isPublished: null } });
    const request = {
      role: seller.role,
      level: undecided.level,
      input: { ...input, details: { availabilityId: undecided.departure.id } },
    };
    expect((await book(context, request)).status).toBe('Booked');
  });

  it('is forbidden to a role without the right, whatever the rights of other roles of the user', async () => {
    const weak = await make.role();
    await database.db.userRole.create({ data: { userId: seller.id, roleId: weak.id } });
    const both = await contextFor(database.db, seller.id);
    const { level, departure } = await make.offer([weak.id, seller.role.id]);
    const input = { leader: ann, details: { availabilityId: departure.id } };
    expect((await refusedBooking(both, { role: weak, level, input })).code).toBe('FORBIDDEN');
    expect((await book(both, { role: seller.role, level, input })).status).toBe('Booked');
    await database.db.userRole.delete({ where: { userId_roleId: { userId: seller.id, roleId: weak.id } } });
  });

  it('is unauthenticated for an anonymous client', async () => {
    const { level } = await offer();
    const anonymous = await contextFor(database.db, null);
    expect((await refusedBooking(anonymous, { role: seller.role, level, input: { leader: ann } })).code).toBe(
      'UNAUTHENTICATED',
    );
  });

  it('is a conflict where the places are sold out, where a role has no client, and where the departure is over', async () => {
    const full = await offer({ departure: { capacity: 2 } });
    await make.order({ offer: full });
    const input = (id: number) => ({ leader: ann, passengers: [{ firstName: 'Bo' }], details: { availabilityId: id } });
    const request = { role: seller.role, level: full.level, input: input(full.departure.id) };
    expect(await refusedBooking(context, request)).toEqual({
      code: 'CONFLICT',
      message: 'There are not enough places left.',
    });
    const clientless = await make.userWith(['products.book'], { clientId: null });
    const sold = await make.offer([clientless.role.id]);
    expect(
      await refusedBooking(await contextFor(database.db, clientless.id), {
        role: clientless.role,
        level: sold.level,
        input: input(sold.departure.id),
      }),
    ).toMatchObject({ code: 'CONFLICT' });
    const past = await offer();
    const later = await contextFor(database.db, seller.id, { now: new Date('2026-06-10T07:00:00Z') });
    expect(
      await refusedBooking(later, { role: seller.role, level: past.level, input: input(past.departure.id) }),
    ).toMatchObject({ code: 'CONFLICT', message: 'This departure is over.' });
  });

  it('leaves no trace, also where it fails at its very last step', async () => {
    const { level, departure } = await offer({ product: { ticketTitle: 'Ticket' }, departure: { capacity: 5 } });
    // Sold out between the check and the write: the condition in the update of the departure refuses it.
    await database.db.$executeRawUnsafe(`
      CREATE FUNCTION sell_out() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN UPDATE availability SET booked = capacity WHERE id = ${departure.id}; RETURN NULL; END $$`);
    await database.db.$executeRawUnsafe(
      'CREATE TRIGGER sell_out AFTER INSERT ON ticket FOR EACH STATEMENT EXECUTE FUNCTION sell_out()',
    );
    const before = await rowCounts(database.db);
    const refused = await refusedBooking(context, {
      role: seller.role,
      level,
      input: {
        leader: ann,
        tags: [{ key: 'a', value: 'b' }],
        details: { availabilityId: departure.id },
        additionalInformation: { pickup: { location: { point: { latitude: 52, longitude: 5 } } } },
      },
    });
    await database.db.$executeRawUnsafe('DROP TRIGGER sell_out ON ticket');
    expect(refused).toEqual({ code: 'CONFLICT', message: 'There are not enough places left.' });
    expect(await rowCounts(database.db)).toEqual(before);
    expect(await departureNow(departure.id)).toMatchObject({ booked: 0 });
  });
});
