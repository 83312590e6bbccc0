import { createPrisma, MAX_PREPARED, queryRows } from '@channel/prisma';
import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { parse } from 'graphql';
import { cachedStatements, MAX_STATEMENTS } from 'graphql-sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOperation } from './execute.ts';
import { contextFor } from './testing/context.ts';

const none = { ids: [0] };
const LONG_AGO = { end: '1999-12-31' };
/** Filters that each match nothing; their combinations make 512 different statements. */
const MEMBERS = [
  { product: none },
  { supplier: none },
  { client: none },
  { city: none },
  { orderDate: LONG_AGO },
  { bookDate: LONG_AGO },
  { activityDate: LONG_AGO },
  { search: 'carried by none' },
  { status: ['Deleted'] },
];
const NOTHING = { json: { orders: Buffer.from('[]') }, isKnown: false };

describe('statements', () => {
  let database: TestDatabase;
  let make: Factories;
  beforeAll(async () => {
    database = await testDatabase();
    make = createFactories(database.db);
  });
  afterAll(() => database.drop());

  it('that find orders by tags, special characters or words are planned with their values', async () => {
    const staff = await make.userWith(['orders.view-all']);
    const db = createPrisma({ connectionString: database.connectionString, poolSize: 1 });
    const context = await contextFor(db, staff.id);
    const document = parse('query ($filter: OrderFilter) { orders(filter: $filter) { id: databaseId } }');
    for (const filter of [
      { tags: [{ text: 'a' }] },
      { search: '!' },
      { search: 'lindner' },
      { quickSearch: 'lindner' },
    ])
      for (let time = 0; time < 3; time += 1) await answerOperation(document, { filter }, context);
    const rows = await queryRows(db, { text: 'SELECT statement FROM pg_prepared_statements', values: [] });
    // The statement that reads the found orders is one for all of these filters.
    expect(rows.filter(([text]) => String(text).includes('json_populate_recordset'))).toHaveLength(1);
    expect(rows.filter(([text]) => /"(?:names|symbols)" && |"document" LIKE /.test(String(text)))).toEqual([]);
    await db.$disconnect();
  });

  it('of ever new texts are cached and prepared up to a maximum, and still answer', { timeout: 60_000 }, async () => {
    const staff = await make.userWith(['orders.view-all']);
    const order = await make.order();
    const document = parse('query ($filter: OrderFilter) { orders(filter: $filter) { id: databaseId } }');
    // A single connection receives all statements.
    const db = createPrisma({ connectionString: database.connectionString, poolSize: 1 });
    const context = await contextFor(db, staff.id);
    const query = (shape: number) => {
      const requested = MEMBERS.filter((_, index) => (shape >> index) % 2 === 1);
      return answerOperation(document, { filter: Object.assign({}, ...requested) }, context);
    };
    const shapes = MAX_STATEMENTS + 20;
    for (let shape = 1; shape <= shapes; shape += 1) {
      expect([shape, await query(shape)]).toEqual([shape, NOTHING]);
      // A statement that is used once is not prepared, nor is every second one, which has a search condition.
      if (shape > shapes - 3 * MAX_PREPARED) expect([shape, await query(shape)]).toEqual([shape, NOTHING]);
      expect(cachedStatements().count).toBeLessThanOrEqual(MAX_STATEMENTS);
    }
    expect(cachedStatements().count).toBe(MAX_STATEMENTS);
    const [[prepared] = []] = await queryRows(db, {
      text: "SELECT count(*)::int FROM pg_prepared_statements WHERE name LIKE 's\\_%'",
      values: [],
    });
    expect(prepared).toBe(MAX_PREPARED);
    // The cache and the connection evicted the first statement; it still answers.
    expect([await query(1), await query(1)]).toEqual([NOTHING, NOTHING]);
    expect(await query(0)).toEqual({
      json: { orders: Buffer.from(JSON.stringify([{ id: order.id }])) },
      isKnown: false,
    });
    await db.$disconnect();
  });
});
