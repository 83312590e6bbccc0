import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { BATCHES_BY_NAME, batchBy, batchHost, runToEnd, type ShownBatch } from '../testing/batches.ts';
import { contextFor } from '../testing/context.ts';
import { expectPlacesAddUp } from '../testing/places.ts';
import { answer, refusal } from '../testing/run.ts';
import { executeBatch } from './execute-batch.ts';

let database: TestDatabase;
let make: Factories;
let staff: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  staff = await make.userWith(['orders.view-all', 'console.access', 'transfers.drive', 'tours.guide']);
  context = await contextFor(database.db, staff.id);
});
afterEach(() => expectPlacesAddUp(database.db));
afterAll(() => database.drop());

const order = (parts: Parameters<Factories['order']>[0] = {}) => make.order({ offer: null, ...parts });
const plan = (ids: number[], change: object, as = context) => batchBy('plan', { orders: { ids }, change }, as);
const rowOf = (batch: ShownBatch, { id }: { id: number }) => batch.rows.find(({ orderId }) => orderId === id);
const stored = ({ id }: { id: number }) =>
  database.db.order.findUniqueOrThrow({ where: { id }, include: { pickup: true, dropoff: true } });
/** Changes an order meanwhile, as another user. */
const touch = (id: number, as = context) =>
  answer(
    'mutation ($reference: String!) { updateOrder(reference: $reference, input: { referenceCode: "meanwhile" }) { order { id: databaseId } } }',
    { reference: String(id) },
    as,
  );

describe('running a batch', () => {
  it('changes each order once, with version, audit log and event, and links them to the batch', async () => {
    const ids = [];
    for (let count = 0; count < 60; count += 1) ids.push((await order()).id);
    const batch = await plan(ids, { tourGuide: { id: staff.id } });
    await batchBy('run', { id: batch.id }, context);
    const notified: number[] = [];
    const emit: Context['emit'] = async (_tx, _context, changes) => {
      notified.push(...changes.map(({ orderId }) => orderId));
    };
    expect(await executeBatch(batchHost(database.db, { context: { emit } }), batch.id)).toBe(false);
    const ended = await batchBy('read', { id: batch.id }, context);
    expect(ended).toMatchObject({ status: 'ended', endedAt: expect.any(String), counts: { total: 60, done: 60 } });
    expect(ended.rows.every(({ version, versionAfter }) => version === 1 && versionAfter === 2)).toBe(true);
    expect(notified.sort((one, other) => one - other)).toEqual(ids);
    const lines = await database.db.auditEntry.findMany({ where: { batchId: batch.id }, orderBy: { id: 'asc' } });
    const [first, ...others] = lines;
    expect(first).toMatchObject({
      action: 'batch.run',
      entity: 'batch',
      entityId: batch.id,
      actorId: staff.id,
      channel: 'api',
    });
    expect(first?.after).toMatchObject({ orders: 60, kind: 'change' });
    expect(others.map(({ entityId }) => entityId)).toEqual(ids);
    expect(new Set(others.map(({ channel, actorId, action }) => `${channel} ${actorId} ${action}`))).toEqual(
      new Set([`batch ${staff.id} order.update`]),
    );
  });

  it('skips orders that were changed since the plan, and names who changed them', async () => {
    const colleague = await make.userWith(['orders.view-all', 'console.access']);
    const [one, two] = [await order(), await order()];
    const batch = await plan([one.id, two.id], { status: 'Cancelled' });
    await touch(one.id, await contextFor(database.db, colleague.id));
    const ended = await runToEnd(database.db, batch.id, context);
    expect(ended.rows.map(({ status, reason }) => [status, reason])).toEqual([
      ['stale', `Changed since by ${colleague.name}, 2026-06-01 12:00 (Europe/Amsterdam).`],
      ['done', null],
    ]);
    expect(await stored(one)).toMatchObject({ status: 'Booked', referenceCode: 'meanwhile', version: 2 });
    const again = await refusal(BATCHES_BY_NAME.retry, { id: batch.id }, context);
    expect(again).toMatchObject({ code: 'CONFLICT' });
    await batchBy('retry', { id: batch.id, evenIfChanged: true }, context);
    await executeBatch(batchHost(database.db), batch.id);
    expect(await stored(one)).toMatchObject({ status: 'Cancelled', referenceCode: 'meanwhile', version: 3 });
  });

  it('continues when some orders are refused, and retries those', async () => {
    const offer = await make.offer([], { departure: { capacity: 1 } });
    const [one, two] = [await make.order({ offer, status: 'Cancelled' }), await order({ status: 'Cancelled' })];
    const batch = await plan([one.id, two.id], { status: 'Booked' });
    const rival = await make.order({ offer });
    const ended = await runToEnd(database.db, batch.id, context);
    expect(ended).toMatchObject({ status: 'ended', counts: { done: 1, refused: 1, failed: 0 } });
    expect(rowOf(ended, one)).toMatchObject({ status: 'refused', reason: 'There are not enough places left.' });
    expect(await stored(one)).toMatchObject({ status: 'Cancelled', version: 1 });
    await answer(
      'mutation ($id: String!) { updateOrder(reference: $id, input: { status: Cancelled }) { order { id: databaseId } } }',
      { id: String(rival.id) },
      context,
    );
    const retried = await batchBy('retry', { id: batch.id }, context);
    expect(retried).toMatchObject({ status: 'running', counts: { planned: 1, done: 1 } });
    await executeBatch(batchHost(database.db), batch.id);
    expect(await stored(one)).toMatchObject({ status: 'Booked', version: 2 });
    expect((await stored(two)).version).toBe(2);
  });

  it('acts as the user who ran it, while that user is allowed to', async () => {
    const gone = await make.userWith(['orders.view-all', 'console.access']);
    const as = await contextFor(database.db, gone.id);
    const one = await order();
    const batch = await plan([one.id], { status: 'Cancelled' }, as);
    await batchBy('run', { id: batch.id }, as);
    await database.db.user.update({ where: { id: gone.id }, data: { disabledAt: new Date() } });
    await executeBatch(batchHost(database.db, { contextOf: async () => null }), batch.id);
    const ended = await batchBy('read', { id: batch.id }, context);
    expect(ended).toMatchObject({ status: 'ended', counts: { refused: 1 } });
    expect(rowOf(ended, one)?.reason).toBe('The user who ran the batch is no longer allowed to do this.');
    expect((await stored(one)).version).toBe(1);
  });

  it('stops when it is cancelled, and keeps the changes made so far', async () => {
    const ids = [];
    for (let count = 0; count < 40; count += 1) ids.push((await order()).id);
    const batch = await plan(ids, { status: 'Cancelled' });
    await batchBy('run', { id: batch.id }, context);
    const turns = [true, false];
    const host = batchHost(database.db, { hasTime: () => turns.shift() ?? false });
    expect(await executeBatch(host, batch.id)).toBe(true);
    await batchBy('cancel', { id: batch.id }, context);
    expect(await executeBatch(batchHost(database.db), batch.id)).toBe(false);
    const ended = await batchBy('read', { id: batch.id }, context);
    expect(ended).toMatchObject({
      status: 'ended',
      cancelledAt: expect.any(String),
      counts: { done: 25, cancelled: 15 },
    });
    expect(await refusal(BATCHES_BY_NAME.cancel, { id: batch.id }, context)).toMatchObject({ code: 'CONFLICT' });
    await batchBy('retry', { id: batch.id }, context);
    await executeBatch(batchHost(database.db), batch.id);
    expect(await batchBy('read', { id: batch.id }, context)).toMatchObject({ cancelledAt: null, counts: { done: 40 } });
  });

  it('is retried once by concurrent requests, whether or not it has run', async () => {
    const ids = [(await order()).id, (await order()).id];
    const planned = await plan(ids, { status: 'Cancelled' });
    await database.db.batchRow.updateMany({ where: { batchId: planned.id }, data: { status: 'stale' } });
    const cancelled = await plan(ids, { status: 'Cancelled' });
    await batchBy('cancel', { id: cancelled.id }, context);
    await executeBatch(batchHost(database.db), cancelled.id);
    for (const { id } of [planned, cancelled]) {
      const retry = () => batchBy('retry', { id, evenIfChanged: true }, context);
      const both = await Promise.allSettled([retry(), retry()]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await batchBy('read', { id }, context)).toMatchObject({ counts: { planned: 2 } });
    }
  });

  it('never runs twice', async () => {
    const one = await order();
    const batch = await plan([one.id], { status: 'Cancelled' });
    await runToEnd(database.db, batch.id, context);
    expect(await refusal(BATCHES_BY_NAME.run, { id: batch.id }, context)).toMatchObject({ code: 'CONFLICT' });
    const nothing = await plan([one.id], { status: 'Cancelled' });
    expect(await refusal(BATCHES_BY_NAME.run, { id: nothing.id }, context)).toMatchObject({ code: 'CONFLICT' });
    expect((await stored(one)).version).toBe(2);
  });

  it('changes each order once when two processes run it concurrently', async () => {
    const ids = [];
    for (let count = 0; count < 60; count += 1) ids.push((await order()).id);
    const batch = await plan(ids, { tags: { on: 'order', action: 'assign', tags: [{ key: 'round', value: 1 }] } });
    await batchBy('run', { id: batch.id }, context);
    await Promise.all([1, 2].map(() => executeBatch(batchHost(database.db), batch.id)));
    const versions = await database.db.order.findMany({ where: { id: { in: ids } }, select: { version: true } });
    expect(new Set(versions.map(({ version }) => version))).toEqual(new Set([2]));
    expect(await batchBy('read', { id: batch.id }, context)).toMatchObject({ status: 'ended', counts: { done: 60 } });
  });

  it('distinguishes an internal error from a refusal', async () => {
    const [one, two] = [await order(), await order()];
    const batch = await plan([one.id, two.id], { status: 'Cancelled' });
    await batchBy('run', { id: batch.id }, context);
    const fieldErrors: number[] = [];
    const emit: Context['emit'] = async (_tx, _context, changes) => {
      if (changes.some(({ orderId }) => orderId === one.id)) throw new Error('a bug');
    };
    const host = batchHost(database.db, {
      context: { emit },
      onFailure: (_error, orderId) => fieldErrors.push(orderId),
    });
    await executeBatch(host, batch.id);
    const ended = await batchBy('read', { id: batch.id }, context);
    expect(ended.rows.map(({ status }) => status)).toEqual(['failed', 'done']);
    expect(rowOf(ended, one)?.reason).not.toContain('a bug');
    expect(fieldErrors).toEqual([one.id]);
    expect((await stored(one)).version).toBe(1);
  });
});
