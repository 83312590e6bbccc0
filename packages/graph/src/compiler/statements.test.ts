import { createPrisma, MAX_PREPARED, queryRows } from '@channel/prisma';
import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOperation } from '../execute.ts';
import { contextFor } from '../testing/context.ts';
import { Lru } from './lru.ts';
import { keptStatements, MAX_STATEMENTS } from './statements.ts';

describe('a map of bounded size', () => {
  it('gives up what was not used for longest', () => {
    const map = new Lru<string>(2);
    const made: string[] = [];
    const get = (key: string) =>
      map.get(key, () => {
        made.push(key);
        return key.toUpperCase();
      });
    expect([get('a'), get('b'), get('a'), get('c'), get('a'), get('b')]).toEqual(['A', 'B', 'A', 'C', 'A', 'B']);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
    expect(map.size).toBe(2);
  });

  it('keeps nothing of a value that could not be made', () => {
    const map = new Lru<string>(2);
    expect(() => map.get('a', () => expect.unreachable())).toThrow();
    expect(map.size).toBe(0);
    expect(map.get('a', () => 'made')).toBe('made');
  });
});

const none = { ids: [0] };
const LONG_AGO = { end: '1999-12-31' };
/** Each of them finds nothing, and together they make 512 shapes of a statement. */
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
const NOTHING = { json: { orders: Buffer.from('[]') } };

describe('statements', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('of ever new shapes are kept and prepared up to a bound, and go on answering', async () => {
    const make = createFactories(database.db);
    const staff = await make.userWith(['orders.view-all']);
    const order = await make.order();
    const document = parse('query ($filter: OrderFilter) { orders(filter: $filter) { id } }');
    // One connection, so that it sees all of them.
    const db = createPrisma({ connectionString: database.connectionString, poolSize: 1 });
    const context = await contextFor(db, staff.id);
    const ask = (shape: number) => {
      const asked = MEMBERS.filter((_, index) => (shape >> index) % 2 === 1);
      return answerOperation(document, { filter: Object.assign({}, ...asked) }, context);
    };
    for (let shape = 1; shape <= 400; shape += 1) {
      // Twice, for what is asked once is not prepared.
      const answers = [await ask(shape), await ask(shape)];
      expect([shape, ...answers]).toEqual([shape, NOTHING, NOTHING]);
      expect(keptStatements()).toBeLessThanOrEqual(MAX_STATEMENTS);
    }
    expect(keptStatements()).toBe(MAX_STATEMENTS);
    const [[prepared] = []] = await queryRows(db, {
      text: "SELECT count(*)::int FROM pg_prepared_statements WHERE name LIKE 's\\_%'",
      values: [],
    });
    expect(prepared).toBe(MAX_PREPARED);
    // The first shape was given up by the cache and by the connection; it is as good as new.
    expect([await ask(1), await ask(1)]).toEqual([NOTHING, NOTHING]);
    expect(await ask(0)).toEqual({ json: { orders: Buffer.from(JSON.stringify([{ id: order.id }])) } });
    await db.$disconnect();
  });
});
