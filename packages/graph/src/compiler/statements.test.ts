import { createPrisma, MAX_PREPARED, queryRows } from '@channel/prisma';
import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOperation } from '../execute.ts';
import { matchingOrders } from '../orders/order-filter.ts';
import { contextFor } from '../testing/context.ts';
import { Lru } from './lru.ts';
import { bound, concat, named, raw } from './sql.ts';
import { cachedStatement, cachedStatements, MAX_CHARACTERS, MAX_STATEMENTS } from './statements.ts';
import { aliases, whereSql } from './where.ts';

describe('a map of bounded size', () => {
  it('evicts the least recently used value', () => {
    const map = new Lru<string>({ max: 2 });
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

  it('keeps nothing when making a value fails', () => {
    const map = new Lru<string>({ max: 2 });
    expect(() => map.get('a', () => expect.unreachable())).toThrow();
    expect(map.size).toBe(0);
    expect(map.get('a', () => 'made')).toBe('made');
  });

  it('is also bounded by total weight, and keeps no value that is too heavy', () => {
    const of = (key: string, value: string) => key.length + value.length;
    const map = new Lru<string>({ max: 9, weight: { max: 20, heaviest: 12, of } });
    const get = (key: string, length: number) => map.get(key, () => key.repeat(length)).length;
    expect([get('a', 8), get('b', 8), map.size, map.weight]).toEqual([8, 8, 2, 18]);
    // A known value is not weighed again; the third value evicts the oldest.
    expect([get('a', 0), get('c', 4), map.size, map.weight]).toEqual([8, 4, 2, 14]);
    // An evicted value is rebuilt; a value that is too heavy evicts nothing.
    expect([get('b', 1), get('d', 12), get('d', 13), map.size, map.weight]).toEqual([1, 12, 13, 3, 16]);
  });
});

describe('pieces of SQL', () => {
  it('can be concatenated in any number', () => {
    const many = concat(Array.from({ length: 200_000 }, (_, index) => bound(index, 'int')));
    expect(concat([many, many]).parameters).toHaveLength(400_000);
  });
});

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
const NOTHING = { json: { orders: Buffer.from('[]') } };

describe('statements', () => {
  it('are cached up to a maximum of characters, except statements that are too large', () => {
    const keep = (key: string, characters: number) => cachedStatement(key, () => raw(key.padEnd(characters)), {});
    for (let index = 0; index < 200; index += 1) keep(`large ${index}`, 190_000);
    const { count, characters } = cachedStatements();
    expect([count, characters <= MAX_CHARACTERS, characters > 0.9 * MAX_CHARACTERS]).toEqual([84, true, true]);
    for (let time = 0; time < 3; time += 1)
      expect([keep('huge', 300_000).name, cachedStatements()]).toEqual([undefined, { count, characters }]);
    expect([keep('small', 10).name, keep('small', 10).name]).toEqual([undefined, expect.stringMatching(/^s_/)]);
  });

  it('with conditions on tags, special characters and words are not prepared but planned with their values', async () => {
    const context = await contextFor(database.db, null);
    const wheres = [
      await matchingOrders({ tags: [{ text: 'a' }] }, context),
      { search: { symbols: { hasSome: ['!'] } } },
      await matchingOrders({ search: 'lindner' }, context),
      await matchingOrders({ quickSearch: 'lindner' }, context),
      await matchingOrders({ status: ['Booked'] }, context),
    ];
    const texts: string[] = [];
    for (const [index, where] of wheres.entries()) {
      const condition = whereSql({ model: 'Order', alias: 'q', newAlias: aliases('w') }, where);
      const keep = () => cachedStatement(`where ${index}`, () => named(condition, 'q'), {});
      texts.push([keep(), keep()].map(({ name }) => typeof name).join());
    }
    expect(texts).toEqual([...Array(4).fill('undefined,undefined'), 'undefined,string']);
  });

  it('with more parameters than Postgres supports are refused before they are sent', () => {
    const of = (parameters: number) => {
      const values = concat(Array.from({ length: parameters }, (_, index) => bound(index, 'int')));
      return cachedStatement(`of ${parameters}`, () => named(values, 'q'), {});
    };
    expect(of(65_535).values).toHaveLength(65_535);
    expect(() => of(65_536)).toThrow('The given data was invalid.');
  });

  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('of ever new texts are cached and prepared up to a maximum, and still answer', { timeout: 60_000 }, async () => {
    const make = createFactories(database.db);
    const staff = await make.userWith(['orders.view-all']);
    const order = await make.order();
    const document = parse('query ($filter: OrderFilter) { orders(filter: $filter) { id } }');
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
    expect(await query(0)).toEqual({ json: { orders: Buffer.from(JSON.stringify([{ id: order.id }])) } });
    await db.$disconnect();
  });
});
