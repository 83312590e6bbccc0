import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { answerOperation, executeOperation } from '../execute.ts';
import { contextFor } from '../testing/context.ts';
import { oncePerRequest } from './once-per-request.ts';

let database: TestDatabase;
let role: string;
let userId: number;
let statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  const make = createFactories(database.db);
  const seller = await make.userWith(['products.book']);
  await make.offer([seller.role.id], { product: { labels: ['Family'] } });
  await make.order();
  [role, userId] = [String(seller.role.id), seller.id];
});
afterAll(() => database.drop());

describe('a query', () => {
  it('runs once for the same arguments in a request, and again for the next request', async () => {
    const requested: unknown[] = [];
    const query = oncePerRequest(async (_context, part: string, more: object) => {
      requested.push([part, more]);
      return requested.length;
    });
    const [one, other] = [{} as Context, {} as Context];
    const found = [
      query(one, 'a', { b: 1 }),
      query(one, 'a', { b: 1 }),
      query(one, 'a', { b: 2 }),
      query(other, 'a', { b: 1 }),
    ];
    expect(await Promise.all(found)).toEqual([1, 1, 2, 3]);
    expect(requested).toHaveLength(3);
  });

  it('is shared by a list and the position of its page', async () => {
    const pages = {
      [`posProducts(role: "${role}", filter: { numberOfBooks: 1 }) { id }
        posProductsMeta(role: "${role}", filter: { numberOfBooks: 1 }) { total }`]: { shared: 1, compiled: 1 },
      'products(filter: { label: ["fam"] }) { id: databaseId } productsMeta(filter: { label: ["fam"] }) { total }': {
        shared: 1,
        compiled: 1,
      },
      [`orders(filter: { todayOrders: true, city: { tags: [{ text: "a" }] } }) { id: databaseId }
        ordersMeta(filter: { todayOrders: true, city: { tags: [{ text: "a" }] } }) { total }`]: {
        shared: 2,
        compiled: 2,
      },
    };
    for (const [fields, { shared, compiled }] of Object.entries(pages))
      for (const [run, others] of [
        [answerOperation, compiled],
        [executeOperation, 2],
      ] as const) {
        const context = await contextFor(database.db, userId);
        statements = [];
        expect(await run(parse(`{ ${fields} }`), {}, context)).not.toHaveProperty('errors');
        expect([fields, statements.length]).toEqual([fields, shared + others]);
      }
  });
});
