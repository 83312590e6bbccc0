import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { type BookingRequest, book } from '../testing/book.ts';
import { contextFor } from '../testing/context.ts';
import { expectPlacesAddUp } from '../testing/places.ts';
import { rowCounts } from '../testing/rows.ts';
import { answer } from '../testing/run.ts';

/* Each step of a mutation fails in turn, as if the database connection broke in the middle of the mutation. */

const UPDATE = /* GraphQL */ `
  mutation ($ids: [SafeInt!]!, $input: OrderUpdateInput!) { updateOrders(orders: { ids: $ids }, input: $input) { orders { id: databaseId } } }
`;
const TAG = /* GraphQL */ `
  mutation ($ids: [SafeInt!]!) { synchroniseTags(target: orders, ids: $ids, tags: [{ key: "new", value: 1 }]) { count } }
`;

let database: TestDatabase;
let make: Factories;
let seller: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  seller = await make.userWith(['products.book', 'orders.view-all']);
  context = await contextFor(database.db, seller.id);
  await database.db.$executeRawUnsafe(`
    CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken on purpose'; END $$`);
});
afterEach(() => expectPlacesAddUp(database.db));
afterAll(() => database.drop());

/** Everything that could have changed: the row counts, and checksums of the tables that mutations change. */
async function snapshot() {
  const { db } = database;
  const tables = ['orders', 'booking', 'booking_passenger', 'passenger', 'transfer', 'availability', 'tag'];
  const sums = [];
  for (const table of tables) {
    const [sum] = await db.$queryRawUnsafe<{ text: string }[]>(
      `SELECT md5(string_agg(t::text, '' ORDER BY t::text)) AS text FROM ${table} t`,
    );
    sums.push([table, sum?.text]);
  }
  return { counts: await rowCounts(db), sums };
}

/** Runs `attempt` while a table refuses a kind of write. */
async function broken(when: string, table: string, attempt: () => Promise<unknown>): Promise<void> {
  const { db } = database;
  await db.$executeRawUnsafe(`CREATE TRIGGER break AFTER ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION break()`);
  try {
    await expect(attempt()).rejects.toThrow('broken on purpose');
  } finally {
    await db.$executeRawUnsafe(`DROP TRIGGER break ON ${table}`);
  }
}

describe('a booking that fails', () => {
  let request: BookingRequest;

  beforeAll(async () => {
    const { level, departure } = await make.offer([seller.role.id], { product: { ticketTitle: 'Ticket' } });
    request = {
      role: seller.role,
      level,
      input: {
        leader: { firstName: 'Ann' },
        tags: [{ key: 'a', value: 1 }],
        details: { availabilityId: departure.id },
        additionalInformation: { pickup: { location: { point: { latitude: 52, longitude: 5 } } } },
      },
    };
  });

  const steps = [
    'point',
    'transfer',
    'orders',
    'booking',
    'passenger',
    'booking_passenger',
    'tag',
    'ticket',
    'audit_entry',
  ];
  it.each([...steps.map((table) => ['INSERT', table] as const), ['UPDATE', 'availability'] as const])(
    'at its %s of %s leaves nothing',
    async (when, table) => {
      const before = await snapshot();
      await broken(when, table, () => book(context, request));
      expect(await snapshot()).toEqual(before);
    },
  );

  it('succeeds where nothing fails', async () => {
    expect((await book(context, request)).status).toBe('Booked');
  });
});

describe('a batch that fails', () => {
  let ids: number[];
  const input = {
    status: 'Booked',
    referenceCode: 'x',
    leader: { firstName: 'New' },
    pickup: { time: '08:00', location: { point: { latitude: 52, longitude: 5 } } },
  };

  beforeAll(async () => {
    const offer = await make.offer([], { product: { ticketTitle: 'Ticket' } });
    const orders = [];
    for (const status of ['Cancelled', 'InCart', 'Deleted'] as const) orders.push(await make.order({ offer, status }));
    orders.push(await make.order({ offer, status: 'Cancelled', passengers: [] }));
    ids = orders.map(({ id }) => id);
  });

  it.each([
    ['INSERT', 'point'],
    ['UPDATE', 'orders'],
    ['UPDATE', 'passenger'],
    ['INSERT', 'passenger'],
    ['UPDATE', 'transfer'],
    ['UPDATE', 'booking'],
    ['UPDATE', 'booking_passenger'],
    ['UPDATE', 'availability'],
    ['INSERT', 'ticket'],
    ['INSERT', 'audit_entry'],
  ])('at its %s of %s leaves nothing', async (when, table) => {
    const before = await snapshot();
    await broken(when, table, () => answer(UPDATE, { ids, input }, context));
    expect(await snapshot()).toEqual(before);
  });

  it('of tags leaves nothing either', async () => {
    await answer(
      'mutation ($ids: [SafeInt!]!) { assignTags(target: orders, ids: $ids, tags: [{ key: "old", value: 1 }]) { count } }',
      { ids },
      context,
    );
    const before = await snapshot();
    for (const [when, table] of [
      ['DELETE', 'tag'],
      ['INSERT', 'tag'],
      ['UPDATE', 'orders'],
      ['INSERT', 'audit_entry'],
    ] as const) {
      await broken(when, table, () => answer(TAG, { ids }, context));
      expect(await snapshot()).toEqual(before);
    }
  });

  it('succeeds where nothing fails', async () => {
    const { updateOrders } = await answer<{ updateOrders: { id: number }[] }>(UPDATE, { ids, input }, context);
    expect(updateOrders.map(({ id }) => id).sort((one, other) => one - other)).toEqual(ids);
  });
});
