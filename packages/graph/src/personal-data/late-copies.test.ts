import { inTransaction, type Tx } from '@channel/prisma';
import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RowChange } from '../batches/row-change.ts';
import { planOrders, storeBatch } from '../batches/store-plan.ts';
import type { Context } from '../context.ts';
import { createLoaders } from '../loaders.ts';
import { contextFor } from '../testing/context.ts';
import { answer } from '../testing/run.ts';
import { executeErasure } from './execute-erasure.ts';
import { erasureHost } from './testing/erasure-host.ts';

/*
 * Transactions that read an order before its erasure and commit a copy after it. Each is stopped between the two, so that
 * the sequence is always the same.
 */

const VALUE = 'XY7788-of-the-guest';

let database: TestDatabase;
let make: Factories;
let organizationId: number;
let userId: number;
let admin: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  const who = await make.userWith(['administration', 'orders.view-all', 'console.access', 'tags.change-shared']);
  userId = who.id;
  ({ organizationId } = who.role);
  admin = await contextFor(database.db, who.id);
});
afterAll(() => database.drop());

const host = () => erasureHost(database.db, admin);

async function guestOrder(): Promise<number> {
  const { id: orderId } = await make.order({ offer: null, status: 'Cancelled', passengers: [{ firstName: 'Zoe' }] });
  await database.db.tag.create({ data: { organizationId, orderId, key: 'passport', value: VALUE } });
  return orderId;
}

async function requested(orderId: number): Promise<number> {
  const { made } = await answer<{ made: { id: number } }>(
    `mutation ($organizationId: SafeInt!, $orderIds: [SafeInt!]!) {
      made: erasePersonalData(organizationId: $organizationId, orderIds: $orderIds) { personalDataErasure { id: erasureId } } }`,
    { organizationId, orderIds: [orderId] },
    admin,
  );
  return made.id;
}

/** Runs an erasure while a transaction is open that has read the order, commits it, and lets the erasure go on. */
async function erasedDuring(orderId: number, write: (tx: Tx, erase: () => Promise<void>) => Promise<void>) {
  const id = await requested(orderId);
  const outcomes: string[] = [];
  await inTransaction(database.db, (tx) =>
    write(tx, async () => {
      outcomes.push(await executeErasure(host(), id));
    }),
  );
  outcomes.push(await executeErasure(host(), id));
  return outcomes;
}

describe('an erasure waits for earlier transactions, and erases', () => {
  it('the tags that a plan of a batch read before', async () => {
    const orderId = await guestOrder();
    let batchId = 0;
    const outcomes = await erasedDuring(orderId, async (tx, erase) => {
      const context = { ...admin, db: tx, loaders: createLoaders(tx) };
      const tags = [{ key: 'passport', value: 'another' }];
      const change: RowChange = { tags: { on: 'order', action: 'assign', tags } };
      const batch = await storeBatch(tx, context, { organizationId, kind: 'change', change, wanted: [{ orderId }] });
      batchId = batch.id;
      await planOrders(tx, context, batch);
      await erase();
    });
    expect(outcomes).toEqual(['busy', 'needs-maintenance']);
    const batch = await database.db.batch.findUniqueOrThrow({ where: { id: batchId }, include: { rows: true } });
    expect(batch).toMatchObject({ status: 'ended', change: {}, rows: [{ status: 'cancelled' }] });
    // The test would prove nothing if the plan held no tag.
    expect(JSON.stringify(batch.rows)).toContain('"key":"passport"');
    expect(JSON.stringify(batch)).not.toContain(VALUE);
  });

  it('the answer that a keyed write stored with it, and no answer about another order', async () => {
    const [orderId, other] = [await guestOrder(), await guestOrder()];
    const stored = (tx: Tx, key: string, orderIds: number[]) =>
      tx.idempotencyRecord.create({
        data: {
          ...{ userId, key, requestHash: new Uint8Array(32), status: 200, orderIds },
          body: '{"data":{"shown":{"leader":{"firstName":"Zoe","gender":"f"}}}}',
          ...{ createdAt: admin.now, expiresAt: new Date(admin.now.getTime() + 3_600_000) },
        },
      });
    const outcomes = await erasedDuring(orderId, async (tx, erase) => {
      await stored(tx, 'of-the-guest', [orderId]);
      await stored(tx, 'of-another', [other]);
      await erase();
    });
    expect(outcomes).toEqual(['busy', 'needs-maintenance']);
    const records = await database.db.idempotencyRecord.findMany({ orderBy: { key: 'asc' } });
    expect(records.map(({ key, body }) => [key, body === ''])).toEqual([
      ['of-another', false],
      ['of-the-guest', true],
    ]);
  });

  it('the body of a test that was sent with it, but not the event of the erasure', async () => {
    const orderId = await guestOrder();
    const event = (tx: Tx, sequence: number, payload: string) =>
      tx.webhookEvent.create({
        data: {
          ...{ id: crypto.randomUUID(), organizationId, orderId, kind: 'order-updated', sequence, payload },
          createdAt: admin.now,
        },
      });
    const { id: endpointId } = await database.db.webhookEndpoint.create({
      data: { organizationId, url: 'https://example.com/', secret: new Uint8Array(1), createdAt: admin.now },
    });
    const outcomes = await erasedDuring(orderId, async (tx, erase) => {
      await tx.$queryRaw`SELECT FROM webhook_endpoint WHERE id = ${endpointId} FOR NO KEY UPDATE`;
      const { version } = await tx.order.findUniqueOrThrow({ where: { id: orderId }, select: { version: true } });
      await erase();
      await event(tx, version, VALUE);
      await event(tx, version + 1, 'erased');
    });
    expect(outcomes).toEqual(['busy', 'needs-maintenance']);
    const events = await database.db.webhookEvent.findMany({ where: { orderId }, orderBy: { sequence: 'asc' } });
    expect(events.map(({ payload }) => payload).filter((payload) => payload !== null)).not.toContain(VALUE);
    expect(events.filter(({ payload }) => payload === 'erased')).toHaveLength(1);
  });
});

it('knows the orders that an answer shows, without their ids', async () => {
  const orderId = await guestOrder();
  const ordersShown = new Set<number>();
  const text = `{ order(reference: "${orderId}") { passengers { firstName } } }`;
  await answer(text, {}, { ...admin, ordersShown });
  expect([...ordersShown]).toEqual([orderId]);
});

it('knows the orders of what is shown without an order', async () => {
  const orderId = await guestOrder();
  const event = await database.db.webhookEvent.create({
    data: {
      ...{ id: crypto.randomUUID(), organizationId, orderId, kind: 'order-updated', sequence: 99, payload: VALUE },
      createdAt: admin.now,
    },
  });
  const note = await database.db.orderNote.create({
    data: { orderId, authorId: userId, text: VALUE, createdAt: admin.now },
  });
  const shownBy = async (text: string) => {
    const ordersShown = new Set<number>();
    expect(JSON.stringify(await answer(text, {}, { ...admin, ordersShown }))).toContain(VALUE);
    return [...ordersShown];
  };
  expect(await shownBy(`{ webhookEvent(id: "${event.id}") { payload } }`)).toEqual([orderId]);
  const change = `changeOrderNote(id: ${note.id}, input: { text: "${VALUE} again" })`;
  expect(await shownBy(`mutation { ${change} { note { text } } }`)).toEqual([orderId]);
});

it('erases a reference code that names the guest so that each order keeps one of its own', async () => {
  const ids: number[] = [];
  for (const referenceCode of ['R-Zuse', 'Zuse 2', 'OTA-20931']) {
    const passengers = [{ firstName: 'Ada', lastName: 'Zuse' }];
    ids.push((await make.order({ offer: null, status: 'Cancelled', referenceCode, passengers })).id);
  }
  for (const id of ids) await executeErasure(host(), await requested(id));
  const orders = await database.db.order.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
  expect(orders.map(({ referenceCode }) => referenceCode)).toEqual([
    `erased-${ids[0]}`,
    `erased-${ids[1]}`,
    'OTA-20931',
  ]);
});

it('keeps the records of all keys, also with a name: their requests must not be executed once more', async () => {
  const passengers = [{ firstName: 'Doris', lastName: 'Day' }];
  const { id } = await make.order({ offer: null, status: 'Cancelled', passengers });
  const [of, to] = [await make.order({ offer: null, status: 'Cancelled' }), admin.now.getTime() + 3_600_000];
  for (const [key, orderIds] of [
    ['plan-today-7', []],
    ['book-day-7', [of.id]],
    ['rebook-day-7', [id]],
  ] as const)
    await database.db.idempotencyRecord.create({
      data: {
        ...{ userId, key, requestHash: new Uint8Array(32), status: 200, body: '{"data":{"id":1}}' },
        ...{ createdAt: admin.now, expiresAt: new Date(to), orderIds: [...orderIds] },
      },
    });
  await executeErasure(host(), await requested(id));
  const records = await database.db.idempotencyRecord.findMany({
    where: { key: { endsWith: '-7' } },
    select: { key: true, body: true },
    orderBy: { key: 'asc' },
  });
  expect(records.map(({ key, body }) => [key, body === ''])).toEqual([
    ['book-day-7', false],
    ['plan-today-7', false],
    ['rebook-day-7', true],
  ]);
});
