import { createPrisma, type PrismaClient } from '@channel/prisma';
import {
  createFactories,
  type DatabaseProxy,
  startProxy,
  type TestDatabase,
  testDatabase,
} from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { batchHost } from '../testing/batches.ts';
import { contextFor } from '../testing/context.ts';
import { answer } from '../testing/run.ts';
import { executeBatch } from './execute-batch.ts';

const COUNTS = '{ id: databaseId counts { planned done stale cancelled } }';
const PLAN = `mutation ($ids: [SafeInt!]!, $change: BatchChangeInput!) { batch: planBatch(orders: { ids: $ids }, change: $change) { batch ${COUNTS} } }`;
const RUN = `mutation ($id: SafeInt!) { batch: runBatch(id: $id) { batch ${COUNTS} } }`;
const CANCEL = `mutation ($id: SafeInt!) { batch: cancelBatch(id: $id) { batch ${COUNTS} } }`;
const UNDO = `mutation ($id: SafeInt!) { batch: undoBatch(id: $id) { batch ${COUNTS} } }`;
const RETRY = `mutation ($id: SafeInt!) { batch: retryBatch(id: $id, evenIfChanged: true) { batch ${COUNTS} } }`;

const ORDERS = 12;
const TAGS = 200;
/** The changes of each batch have 3,500,000 characters. */
const FEW_BYTES = 100_000;

let database: TestDatabase;
let proxy: DatabaseProxy;
let db: PrismaClient;
let context: Context;
const ids: number[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const make = createFactories(database.db);
  const staff = await make.userWith(['orders.view-all', 'console.access']);
  for (let count = 0; count < ORDERS; count += 1) ids.push((await make.order({ offer: null })).id);
  await database.db.$executeRaw`
    INSERT INTO tag (organization_id, order_id, key, value)
    SELECT ${staff.role.organizationId}, order_id, rpad('k' || n, 480, 'k'), to_jsonb(rpad('v', 1000, 'v'))
    FROM unnest(${ids}::bigint[]) AS o (order_id), generate_series(1, ${TAGS}) AS n`;
  proxy = await startProxy(database.connectionString);
  db = createPrisma({ connectionString: proxy.connectionString });
  context = await contextFor(db, staff.id);
});
afterAll(async () => {
  await db.$disconnect();
  await proxy.close();
  await database.drop();
});

/** The batch after an operation that transfers few bytes between the process and the database. */
async function batchOf(document: string, variables: object): Promise<{ id: number; counts: Record<string, number> }> {
  const before = proxy.passed();
  const { batch } = await answer<{ batch: { id: number; counts: Record<string, number> } }>(
    document,
    { ...variables },
    context,
  );
  expect.soft(proxy.passed() - before, document).toBeLessThan(FEW_BYTES);
  return batch;
}

const runToEnd = async (id: number) => {
  await batchOf(RUN, { id });
  await executeBatch(batchHost(database.db), id);
};

it('does not transfer the changes of a batch that is planned, retried or undone', { timeout: 90_000 }, async () => {
  const change = { tags: { on: 'order', action: 'synchronise', tags: [{ key: 'only', value: 1 }] } };
  const plan = await batchOf(PLAN, { ids, change });
  expect(plan.counts).toMatchObject({ planned: ORDERS });
  await batchOf(CANCEL, plan);
  await executeBatch(batchHost(database.db), plan.id);
  expect((await batchOf(RETRY, plan)).counts).toMatchObject({ planned: ORDERS, cancelled: 0 });
  await executeBatch(batchHost(database.db), plan.id);
  expect(await database.db.tag.count()).toBe(ORDERS);

  await database.db.order.updateMany({ where: { id: { in: ids.slice(1) } }, data: { version: { increment: 1 } } });
  const undo = await batchOf(UNDO, plan);
  expect(undo.counts).toMatchObject({ planned: 1, stale: ORDERS - 1 });
  expect((await batchOf(RETRY, undo)).counts).toMatchObject({ planned: ORDERS, stale: 0 });
  await runToEnd(undo.id);
  expect(await database.db.tag.count({ where: { key: { not: 'only' } } })).toBe(ORDERS * TAGS);
});
