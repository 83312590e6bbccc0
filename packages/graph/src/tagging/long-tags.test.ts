import { createPrisma, type PrismaClient } from '@channel/prisma';
import { type DatabaseProxy, startProxy, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import { ASSIGN, pairs, REMOVE, SYNCHRONISE, type TagScene, tagScene } from '../testing/tags.ts';

const EDIT = /* GraphQL */ `
  mutation ($id: SafeInt!, $version: Int!, $assign: [TagInput!]!, $remove: [String!]!) {
    editOrderTags(id: $id, version: $version, assign: $assign, remove: $remove) { order { id: databaseId } }
  }
`;
const UNDO = 'mutation ($id: String!) { done: undoTagChange(id: $id) { count } }';

let database: TestDatabase;
let proxy: DatabaseProxy;
let db: PrismaClient;
let scene: TagScene;
let context: Context;
let orders: number[];
let products: number[];

const ORDERS = 10;
const TAGS = 260;
/** All tags of the orders have 4,000,000 characters. */
const FEW_BYTES = 100_000;

beforeAll(async () => {
  database = await testDatabase();
  scene = await tagScene(database);
  proxy = await startProxy(database.connectionString);
  db = createPrisma({ connectionString: proxy.connectionString });
  const { organizationId, staff } = scene.ours;
  const admins = await scene.make.role({ organizationId, permissions: ['administration'] });
  await database.db.userRole.create({ data: { userId: staff.id, roleId: admins.id } });
  context = await contextFor(db, staff.id);
  orders = [];
  for (let count = 0; count < ORDERS; count += 1) orders.push((await scene.make.order({ offer: null })).id);
  products = [(await scene.thingsOf(scene.ours)).products.id];
});
beforeEach(async () => {
  await database.db.tag.deleteMany();
  await database.db.$executeRaw`
    INSERT INTO tag (organization_id, order_id, product_id, key, value)
    SELECT ${scene.ours.organizationId}, order_id, product_id, rpad('k' || n, 480, 'k'), to_jsonb(rpad('v', 1000, 'v'))
    FROM (SELECT order_id, NULL::bigint AS product_id FROM unnest(${orders}::bigint[]) AS o (order_id)
      UNION ALL SELECT NULL, product_id FROM unnest(${products}::bigint[]) AS p (product_id)) AS target, generate_series(1, ${TAGS}) AS n`;
});
afterAll(async () => {
  await db.$disconnect();
  await proxy.close();
  await database.drop();
});

/** The bytes between the process and the database during the work. */
async function bytesOf(work: () => Promise<unknown>): Promise<number> {
  const before = proxy.passed();
  await work();
  return proxy.passed() - before;
}

const change = (document: string, tags: object[], target = 'orders', ids = orders) =>
  answer<{ changed: number }>(document, { target, ids, tags }, context);
const countOf = (orderId: number) => database.db.tag.count({ where: { orderId } });
const lastLine = async (entity: string, entityId: number) => {
  const line = await database.db.auditEntry.findFirstOrThrow({ where: { entity, entityId }, orderBy: { id: 'desc' } });
  return { ...line, size: JSON.stringify([line.before, line.after]).length };
};

describe('a change of some of many long tags', () => {
  const orderId = () => orders[0] ?? 0;

  it('transfers only what is requested, and the audit log has only what changed', async () => {
    for (const [document, tags, count] of [
      [ASSIGN, pairs({ a: 1 }), TAGS + 1],
      [REMOVE, [{ key: 'a' }], TAGS],
      [ASSIGN, pairs({ a: 2, b: 'x' }), TAGS + 2],
    ] as const) {
      const bytes = await bytesOf(async () => expect(await change(document, [...tags])).toEqual({ changed: ORDERS }));
      expect(bytes).toBeLessThan(FEW_BYTES);
      expect(await countOf(orderId())).toBe(count);
      expect((await lastLine('order', orderId())).size).toBeLessThan(100);
    }
  });

  it('transfers few bytes where it removes all others, and the audit log has all of them', async () => {
    expect(await bytesOf(() => change(SYNCHRONISE, pairs({ a: 1 })))).toBeLessThan(FEW_BYTES);
    expect(await countOf(orderId())).toBe(1);
    expect((await lastLine('order', orderId())).size).toBeGreaterThan(TAGS * 1_480);
  });

  it('transfers few bytes where the console edits the tags of an order', async () => {
    const { version } = await database.db.order.findUniqueOrThrow({ where: { id: orderId() } });
    const edit = { id: orderId(), version, assign: pairs({ c: 1 }), remove: ['a', 'a', 'b'] };
    expect(await bytesOf(() => answer(EDIT, edit, context))).toBeLessThan(FEW_BYTES);
    expect(await countOf(orderId())).toBe(TAGS + 1);
  });

  it('is undone without a transfer of its tags, and the difference is reported', async () => {
    const [id = 0] = products;
    await change(SYNCHRONISE, [], 'products', products);
    const line = String((await lastLine('products', id)).id);
    expect(await bytesOf(() => answer(UNDO, { id: line }, context))).toBeLessThan(FEW_BYTES);
    expect(await database.db.tag.count({ where: { productId: id } })).toBe(TAGS);
    expect((await lastLine('products', id)).size).toBeGreaterThan(TAGS * 1_480);
    const bytes = await bytesOf(async () =>
      expect((await refusal(UNDO, { id: line }, context)).message).toContain(`; ${TAGS - 5} more.`),
    );
    expect(bytes).toBeLessThan(FEW_BYTES);
  });
});
