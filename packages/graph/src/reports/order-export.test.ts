import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { answerOperation, compilationOf } from '../execute.ts';
import { contextFor } from '../testing/context.ts';
import { exportedOrders, exportedPage } from './order-export.ts';

const EXPORT = parse(/* GraphQL */ `
  query Export($filter: OrderFilter, $withCity: Boolean!) {
    list: orders(filter: $filter) { ...Exported city @include(if: $withCity) { name } }
  }
  fragment Exported on Order { id: databaseId status }`);

let database: TestDatabase;
let make: Factories;
let context: Context;
const statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  make = createFactories(database.db);
  context = await contextFor(database.db, (await make.userWith(['orders.view-all'])).id);
  for (let number = 0; number < 30; number += 1) await make.order({ offer: null });
});
afterAll(() => database.drop());

type Exported = { id: number; status: string; city?: { name: string } };

async function read(ids: Float64Array, variables = BOOKED): Promise<Exported[]> {
  const page = exportedPage(EXPORT, variables);
  const answered = await answerOperation(page.document, page.variables(ids), context);
  if (!('json' in answered)) throw new Error(JSON.stringify(answered.errors));
  return JSON.parse(String(answered.json.orders));
}

const BOOKED = { filter: { status: ['Booked'] }, withCity: false };
const PAGE = 7;
const pagesOf = (ids: Float64Array) =>
  Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, index) => ids.subarray(index * PAGE, (index + 1) * PAGE));

describe('an export of orders', () => {
  it('finds the orders by one statement and reads each page by one', async () => {
    statements.length = 0;
    const ids = await exportedOrders(EXPORT, BOOKED, context);
    expect([ids.length, statements.length]).toEqual([30, 1]);
    const [order] = await read(ids.subarray(0, 1), { ...BOOKED, withCity: true });
    expect(order).toEqual({ id: ids[0], status: 'Booked', city: { name: 'Amsterdam' } });
    expect(statements).toHaveLength(2);
    expect(compilationOf(exportedPage(EXPORT, BOOKED).document)).toHaveProperty('compiled');
  });

  it('loses and repeats nothing while orders change between its pages; pages of a list do both', async () => {
    const before = (await exportedOrders(EXPORT, BOOKED, context)).slice();
    const exported: number[] = [];
    const listed: number[] = [];
    const list = parse(
      'query ($filter: OrderFilter, $page: Int) { orders(filter: $filter, page: $page, perPage: 7) { id: databaseId } }',
    );
    for (const [index, ids] of pagesOf(before).entries()) {
      exported.push(...(await read(ids)).map(({ id }) => id));
      const answered = await answerOperation(list, { ...BOOKED, page: index + 1 }, context);
      if ('json' in answered) listed.push(...JSON.parse(String(answered.json.orders)).map(({ id }: Exported) => id));
      // A writer adds orders before the position of the reader, and takes others out of the filter.
      await make.order({ offer: null });
      await make.order({ offer: null });
      const gone = before.slice(-1 - index).at(0) ?? 0;
      await database.db.order.update({ where: { id: gone }, data: { status: 'Cancelled' } });
      if (index > 2)
        await database.db.order.update({ where: { id: before[index] ?? 0 }, data: { status: 'Cancelled' } });
    }
    expect(exported).toEqual([...before]);
    expect(new Set(listed).size).toBeLessThan(listed.length);
    expect([...before].filter((id) => !listed.includes(id))).not.toEqual([]);
  });

  it('shows the orders that the viewer may see when their page is read', async () => {
    const ids = await exportedOrders(EXPORT, BOOKED, context);
    const elsewhere = (await make.organization()).id;
    const other = await make.role({ organizationId: elsewhere });
    const moved = ids[0] ?? 0;
    const { id: clientId } = await make.client({ organizationId: elsewhere });
    await database.db.order.update({
      where: { id: moved },
      data: { organizationId: elsewhere, roleId: other.id, clientId },
    });
    expect((await read(ids)).map(({ id }) => id)).toEqual([...ids].filter((id) => id !== moved));
  });

  it.each([
    [
      'a mutation',
      'mutation { cancelBatch(id: 1) { batch { id: databaseId } } }',
      'is a `query`, the only operation of its document',
    ],
    ['no list of orders', '{ clients { id: databaseId } }', 'selects the field `orders` and nothing else beside it'],
    [
      'two fields',
      '{ orders { id: databaseId } viewer { name } }',
      'selects the field `orders` and nothing else beside it',
    ],
    ['a fragment', '{ ... { orders { id: databaseId } } }', 'selects the field `orders` and nothing else beside it'],
    [
      'a directive',
      '{ orders @skip(if: true) { id: databaseId } }',
      'selects the field `orders` and nothing else beside it',
    ],
    [
      'a page',
      '{ orders(perPage: 5) { id: databaseId } }',
      'takes the argument `filter` of `orders` alone: it holds all matches, by id',
    ],
    [
      'two operations',
      'query A { orders { id: databaseId } } query B { orders { id: databaseId } }',
      'is a `query`, the only operation of its document',
    ],
    [
      'its own variable',
      'query ($exportedIds: [SafeInt!]) { orders { id: databaseId tags(ids: $exportedIds) { key } } }',
      'has no variable named `exportedIds`',
    ],
  ])('is refused for %s', (_name, text, message) => {
    expect(() => exportedPage(parse(text), {})).toThrow(`An export ${message}.`);
  });

  it('is refused for one of several operations, and for another name', () => {
    const several = parse('query A { orders { id: databaseId } } query B { orders { status } }');
    for (const name of ['A', 'B', 'C']) expect(() => exportedPage(several, {}, name)).toThrow('the only operation');
    expect(exportedPage(EXPORT, BOOKED, 'Export').document).toBe(exportedPage(EXPORT, BOOKED).document);
    expect(() => exportedPage(EXPORT, BOOKED, 'Other')).toThrow('the only operation');
  });

  it('has ids above 2^31', async () => {
    const wide = 2 ** 31 + 7;
    await database.db.$executeRaw`SELECT setval(pg_get_serial_sequence('orders', 'id'), ${wide - 1}::bigint)`;
    const { id } = await make.order({ offer: null });
    const ids = await exportedOrders(EXPORT, BOOKED, context);
    expect([id, ids.at(-1)]).toEqual([wide, wide]);
    expect(await read(ids.slice(-1))).toEqual([{ id: wide, status: 'Booked' }]);
  });

  it('is refused for variables and filters that do not hold', async () => {
    const refused = (variables: object) => exportedOrders(EXPORT, { ...BOOKED, ...variables }, context);
    await expect(refused({ filter: { status: ['Lost'] } })).rejects.toMatchObject({
      extensions: { code: 'BAD_USER_INPUT' },
    });
    await expect(refused({ filter: { bookDate: { start: '2026-06-02', end: '2026-06-01' } } })).rejects.toMatchObject({
      extensions: { code: 'VALIDATION', fields: [{ path: ['filter', 'bookDate', 'start'] }] },
    });
    await expect(refused({ filter: { city: { ids: Array(2_001).fill(1) } } })).rejects.toMatchObject({
      extensions: { code: 'VALIDATION', fields: [{ path: ['filter', 'city', 'ids'] }] },
    });
  });
});
