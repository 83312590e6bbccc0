import { Prisma, type Tx } from '@channel/prisma';
import { clock, createFactories, day, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/* Constraints that the core relies on without checking: the database itself refuses every violation. */

let database: TestDatabase;
let make: Factories;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
});
afterAll(() => database.drop());

/** The message of the database's refusal; undefined where it accepts. */
async function refusalOf(attempt: Promise<unknown>): Promise<string | undefined> {
  try {
    await attempt;
    return undefined;
  } catch (error) {
    return String(error);
  }
}
const isRefused = async (constraint: string, attempt: Promise<unknown>) =>
  expect([constraint, await refusalOf(attempt)]).toEqual([constraint, expect.stringContaining(constraint)]);

describe('places', () => {
  /** A departure of five places with one booking of all five. */
  async function full() {
    const offer = await make.offer([], { departure: { capacity: 5 } });
    await make.order({ offer, booking: { quantity: 5 } });
    return offer.departure;
  }

  it('are never sold twice nor released twice', async () => {
    const { db } = database;
    const { id } = await full();
    const set = (data: object) => db.availability.update({ where: { id }, data });
    await isRefused('availability_places_check', set({ booked: 6 }));
    await isRefused('availability_places_check', set({ booked: { increment: 1 } }));
    await isRefused('availability_places_check', set({ booked: -1 }));
    await isRefused('availability_places_check', set({ capacity: 4 }));
    expect(await set({ capacity: 7 })).toMatchObject({ booked: 5, remaining: 2 });
  });

  it('belong to one departure of a service level at a time', async () => {
    const level = await make.level();
    for (const times of [{}, { startTime: null, endTime: null }, { date: null, startTime: null, endTime: null }]) {
      await make.availability({ serviceLevelId: level.id, ...times });
      await isRefused('availability_departure_key', make.availability({ serviceLevelId: level.id, ...times }));
    }
  });

  it('must equal the sum that bookings hold, or the commit is refused', async () => {
    const { db } = database;
    const { id } = await full();
    const empty = await make.availability({ capacity: 9 });
    const statements = [
      Prisma.sql`UPDATE availability SET booked = 4 WHERE id = ${id}`,
      Prisma.sql`INSERT INTO availability (service_level_id, date, capacity, booked)
        SELECT service_level_id, date + 1, 9, 1 FROM availability WHERE id = ${id}`,
      Prisma.sql`UPDATE availability SET booked = 0 WHERE id = ${id}`,
      Prisma.sql`UPDATE booking SET places_held = 4 WHERE availability_id = ${id}`,
      Prisma.sql`UPDATE booking SET availability_id = ${empty.id} WHERE availability_id = ${id}`,
      Prisma.sql`INSERT INTO booking (order_id, service_level_id, rate_id, availability_id, date, status, quantity, places_held, currency_code)
        SELECT order_id, service_level_id, rate_id, availability_id, date, status, 1, 1, currency_code
        FROM booking WHERE availability_id = ${id}`,
      Prisma.sql`WITH seats AS (DELETE FROM booking_passenger USING booking WHERE booking_id = booking.id AND availability_id = ${id})
        DELETE FROM booking WHERE availability_id = ${id}`,
      Prisma.sql`TRUNCATE booking CASCADE`,
    ];
    for (const statement of statements) {
      let reachedItsEnd = false;
      const attempt = db.$transaction(async (tx) => {
        await tx.$executeRaw(statement);
        reachedItsEnd = true;
      });
      await isRefused('availability_booked_check', attempt);
      // After a truncation, no rows remain for a check at commit.
      expect([statement.sql, reachedItsEnd]).toEqual([statement.sql, !statement.sql.startsWith('TRUNCATE')]);
      await isRefused('availability_booked_check', db.$executeRaw(statement));
    }
    expect(await db.availability.findUnique({ where: { id } })).toMatchObject({ booked: 5 });
  });

  it('are still checked after an early check of the constraint or a manipulated counter', async () => {
    const { db } = database;
    const { id } = await full();
    const attempts = [
      ['SET CONSTRAINTS ALL IMMEDIATE', `UPDATE availability SET booked = 4 WHERE id = ${id}`],
      ['SET CONSTRAINTS ALL IMMEDIATE', `UPDATE booking SET places_held = 4 WHERE availability_id = ${id}`],
      [`UPDATE availability SET booked = 4 WHERE id = ${id}`, 'RESET ALL'],
      [
        `UPDATE booking SET places_held = 4 WHERE availability_id = ${id}`,
        "SELECT set_config('channel.unsettled_places', '', true)",
      ],
    ];
    for (const statements of attempts) {
      const attempt = db.$transaction(async (tx) => {
        for (const statement of statements) await tx.$executeRawUnsafe(statement);
      });
      await isRefused('availability_booked_check', attempt);
    }
    expect(await db.availability.findUnique({ where: { id } })).toMatchObject({ booked: 5 });
  });

  it('can change in any order of statements, and with savepoints that are released or rolled back', async () => {
    const { db } = database;
    const { id } = await full();
    const other = await make.availability({ capacity: 9 });
    const release = (tx: Tx) => tx.$executeRaw`UPDATE booking SET places_held = 0 WHERE availability_id = ${id}`;
    const count = (tx: Tx, places: number) =>
      tx.$executeRaw`UPDATE availability SET booked = ${places}::int WHERE id = ${id}`;
    const undone = async (tx: Tx, write: () => Promise<unknown>) => {
      await tx.$executeRaw`SAVEPOINT here`;
      await write();
      await tx.$executeRaw`ROLLBACK TO here`;
    };
    await db.$transaction(async (tx) => {
      await undone(tx, () => count(tx, 3));
      await undone(tx, () => release(tx));
      await count(tx, 0);
      await undone(tx, () => count(tx, 2));
      await release(tx);
    });
    expect(await db.availability.findUnique({ where: { id } })).toMatchObject({ booked: 0 });
    const lost = db.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE booking SET places_held = 2 WHERE availability_id = ${id}`;
      await undone(tx, () => count(tx, 2));
    });
    await isRefused('availability_booked_check', lost);
    // One departure has as many places too many as the other has too few.
    const shifted = db.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE booking SET places_held = 2 WHERE availability_id = ${id}`;
      await tx.$executeRaw`UPDATE availability SET booked = 2 WHERE id = ${other.id}`;
    });
    await isRefused('availability_booked_check', shifted);
    // A booking may change its departure if the counts follow.
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE booking SET places_held = 2, availability_id = ${other.id} WHERE availability_id = ${id}`;
      await tx.$executeRaw`UPDATE availability SET booked = 2 WHERE id = ${other.id}`;
    });
    expect(await db.availability.findUnique({ where: { id: other.id } })).toMatchObject({ booked: 2 });
  });

  it('of a booking have an expiring hold only in the cart', async () => {
    const order = await make.order();
    const set = (data: object) => database.db.booking.update({ where: { id: order.bookings[0]?.id ?? 0 }, data });
    await isRefused('booking_hold_check', set({ holdExpiresAt: new Date() }));
    const cart = await make.order({ status: 'InCart' });
    const hold = { placesHeld: 0, holdExpiresAt: new Date() };
    await isRefused(
      'booking_hold_check',
      database.db.booking.update({ where: { id: cart.bookings[0]?.id ?? 0 }, data: hold }),
    );
  });

  it('of a booking are between zero and its quantity', async () => {
    const order = await make.order({ passengers: [{}, {}] });
    const set = (data: object) => database.db.booking.update({ where: { id: order.bookings[0]?.id ?? 0 }, data });
    await isRefused('booking_places_check', set({ placesHeld: 3 }));
    await isRefused('booking_places_check', set({ placesHeld: -1 }));
    await isRefused('booking_places_check', set({ quantity: 0, placesHeld: 0 }));
  });
});

describe('an order', () => {
  it('has one leader at most', async () => {
    const order = await make.order({ offer: null, passengers: [{}, {}] });
    const second = order.passengers[1]?.id ?? 0;
    await isRefused(
      'passenger_leader_key',
      database.db.passenger.update({ where: { id: second }, data: { isLeader: true } }),
    );
  });

  it('has two transfers, of its own', async () => {
    const { db } = database;
    const [one, other] = [await make.order({ offer: null }), await make.order({ offer: null })];
    const set = (data: object) => db.order.update({ where: { id: one.id }, data });
    await isRefused('orders_transfers_check', set({ dropoffId: one.pickupId }));
    expect(await refusalOf(set({ pickupId: other.pickupId }))).toContain('pickup_id');
    expect(await refusalOf(db.transfer.delete({ where: { id: one.pickupId } }))).toContain('orders_pickup_id_fkey');
  });

  it('has all of its times or none, all of its totals or none, and bookedAt once booked', async () => {
    const order = await make.order({ status: 'InCart' });
    const set = (data: object) => database.db.order.update({ where: { id: order.id }, data });
    await isRefused('orders_times_check', set({ startsAt: null }));
    await isRefused('orders_times_check', set({ endsAtLocal: null }));
    await isRefused('orders_totals_check', set({ totalSold: null }));
    await isRefused('orders_booked_check', set({ status: 'Booked' }));
    await isRefused('orders_version_check', set({ version: 0 }));
    const [booking] = order.bookings;
    const triple = { original: 1, agent: 1, sold: null };
    await isRefused(
      'booking_prices_check',
      database.db.booking.update({ where: { id: booking?.id ?? 0 }, data: triple }),
    );
    await isRefused(
      'booking_passenger_prices_check',
      database.db.bookingPassenger.updateMany({ where: { bookingId: booking?.id ?? 0 }, data: triple }),
    );
  });

  it('has computed viewers, whatever a write sets', async () => {
    const guide = await make.user();
    const order = await make.order({ offer: null, viewers: ['u1', 'o999'] });
    const expected = [`c${order.clientId}`, `o${order.organizationId}`, `r${order.roleId}`, `u${order.issuerId}`];
    expect(order.viewers.toSorted()).toEqual(expected);
    const set = (data: object) => database.db.order.update({ where: { id: order.id }, data });
    expect((await set({ viewers: [] })).viewers.toSorted()).toEqual(expected);
    expect((await set({ tourGuideId: guide.id })).viewers.toSorted()).toEqual([...expected, `u${guide.id}`].toSorted());
    expect((await set({ tourGuideId: order.issuerId })).viewers.toSorted()).toEqual(expected);
  });
});

describe('a tag', () => {
  it('belongs to exactly one resource, with a string or a number', async () => {
    const [product, city] = [await make.product(), await make.amsterdam()];
    await isRefused('tag_target_check', make.tag('a', 'x', {}));
    await isRefused('tag_target_check', make.tag('a', 'x', { productId: product.id, cityId: city.id }));
    const { organizationId } = product;
    const insert = (value: string) => database.db.$executeRaw`
      INSERT INTO tag (organization_id, product_id, key, value) VALUES (${organizationId}, ${product.id}, 'b', ${value}::jsonb)`;
    for (const value of ['true', '[]', '{}']) await isRefused('tag_value_check', insert(value));
    await isRefused('value_text', insert('null'));
    expect(await make.tag('n', 7, { productId: product.id })).toMatchObject({ value: 7, valueText: '7' });
  });

  it('is unique by key and organization, on each kind of resource', async () => {
    const { db } = database;
    const order = await make.order();
    const elsewhere = await make.organization();
    const things = {
      bookingId: order.bookings[0]?.id ?? 0,
      categoryId: (await make.category()).id,
      cityId: order.cityId,
      clientId: order.clientId,
      orderId: order.id,
      productId: order.productId ?? 0,
      roleId: order.roleId,
      supplierId: order.supplierId ?? 0,
      transferId: order.pickupId,
      userId: order.issuerId,
    };
    for (const [column, id] of Object.entries(things)) {
      await make.tag('once', 1, { [column]: id });
      await isRefused(`tag_${column.slice(0, -2)}_key`, make.tag('once', 2, { [column]: id }));
      await make.tag('once', 2, { [column]: id, organizationId: elsewhere.id });
    }
    expect(await db.tag.count({ where: { key: 'once' } })).toBe(20);
  });
});

describe('the audit log', () => {
  it('is append-only', async () => {
    const { db } = database;
    const { id } = await db.auditEntry.create({
      data: { at: new Date(), channel: 'system', action: 'x', entity: 'y' },
    });
    const refused = 'audit entries are never changed';
    await isRefused(refused, db.auditEntry.update({ where: { id }, data: { action: 'z' } }));
    await isRefused(refused, db.auditEntry.delete({ where: { id } }));
    await isRefused(refused, db.auditEntry.deleteMany({}));
    expect(await db.auditEntry.count({ where: { id, action: 'x' } })).toBe(1);
    await isRefused(refused, db.$executeRaw`TRUNCATE audit_entry`);
  });
});

describe('the catalogue', () => {
  it('has valid ranges, one default, and one price for each currency', async () => {
    const { db } = database;
    const level = await make.level();
    const rate = await make.rate({ serviceLevelId: level.id, prices: [{ original: 1, agent: 1, sold: 1 }] });
    const [adult, child] = level.priceCategories;
    const category = (id: number | undefined, data: object) =>
      db.priceCategory.update({ where: { id: id ?? 0 }, data });
    await isRefused('price_category_default_key', category(child?.id, { isDefault: true }));
    await isRefused('price_category_bounds_check', category(adult?.id, { minimum: -1 }));
    await isRefused('price_category_bounds_check', category(adult?.id, { maximum: -1 }));
    await isRefused('price_category_bounds_check', category(adult?.id, { ageMin: 121 }));
    await isRefused('service_level_offer_check', make.level({ offerTimeStart: day('2028-01-01') }));
    await isRefused('service_level_capacity_check', make.level({ capacity: -1 }));
    await isRefused('rate_validity_check', make.rate({ validFrom: day('2026-02-01'), validTo: day('2026-01-01') }));
    await isRefused('rate_weekdays_check', make.rate({ weekdays: [0] }));
    await isRefused('rate_weekdays_check', make.rate({ weekdays: [8] }));
    await isRefused('rate_price_amounts_check', make.rate({ prices: [{ original: -1, agent: 1, sold: 1 }] }));
    await isRefused(
      'rate_price_key',
      db.ratePrice.create({ data: { rateId: rate.id, currencyCode: 'EUR', original: 1, agent: 1, sold: 1 } }),
    );
    await isRefused('cancellation_penalty_percentage_check', make.rate({ penalties: [{ time: 1, percentage: 101 }] }));
    const schedule = { serviceLevelId: level.id, capacity: 1, startTime: clock('09:00') };
    await isRefused('schedule_weekdays_check', db.schedule.create({ data: { ...schedule, weekdays: [9] } }));
    await isRefused('schedule_capacity_check', db.schedule.create({ data: { ...schedule, capacity: -1 } }));
    expect(await db.rate.create({ data: { serviceLevelId: level.id, title: 'Plain' } })).toMatchObject({
      weekdays: [],
    });
  });

  it('has valid media, countries and points', async () => {
    await isRefused('media_filename_check', make.media({ filename: '../secret' }));
    await isRefused('country_code_check', make.country({ code: 'nl' }));
    await isRefused('point_on_earth_check', make.point({ latitude: 90.5 }));
    await isRefused('point_on_earth_check', make.point({ longitude: -181 }));
    await isRefused('organization_vat_check', make.organization({ vatPercentage: 101 }));
  });
});

describe('people', () => {
  it('have unique addresses and names, case-insensitively', async () => {
    await make.user({ email: 'One@example.com', username: 'One' });
    await isRefused('user_email_key', make.user({ email: 'one@EXAMPLE.com' }));
    await isRefused('user_username_key', make.user({ username: 'oNE' }));
  });

  it('belong to organizations with one default language', async () => {
    const { id } = await make.organization();
    const second = { organizationId_languageCode: { organizationId: id, languageCode: 'nl' } };
    await isRefused(
      'organization_language_default_key',
      database.db.organizationLanguage.update({ where: second, data: { isDefault: true } }),
    );
  });
});
