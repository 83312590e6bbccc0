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
const tagsOf = async ({ id }: { id: number }) =>
  Object.fromEntries(
    (await database.db.tag.findMany({ where: { orderId: id }, orderBy: { id: 'asc' } })).map(({ key, value }) => [
      key,
      value,
    ]),
  );
const stored = ({ id }: { id: number }) =>
  database.db.order.findUniqueOrThrow({ where: { id }, include: { pickup: true, dropoff: true } });
/** Changes an order meanwhile, as another user. */
const touch = (id: number, as = context) =>
  answer(
    'mutation ($reference: String!) { updateOrder(reference: $reference, input: { referenceCode: "meanwhile" }) { order { id: databaseId } } }',
    { reference: String(id) },
    as,
  );

describe('undoing a batch', () => {
  it('is a new batch that restores the former values of each order', async () => {
    const [former, other] = [await make.userWith(['transfers.drive']), await make.userWith(['transfers.drive'])];
    const orders = [
      await order({ pickup: { driverId: former.id } }),
      await order({ pickup: { driverId: other.id } }),
      await order(),
    ];
    const ids = orders.map(({ id }) => id);
    const batch = await plan(ids, { driver: { of: ['pickup'], id: staff.id } });
    await runToEnd(database.db, batch.id, context);
    const undo = await batchBy('undo', { id: batch.id }, context);
    expect(undo).toMatchObject({
      kind: 'undo',
      status: 'planned',
      change: null,
      undoOf: { id: batch.id },
      counts: { planned: 3 },
    });
    await runToEnd(database.db, undo.id, context);
    const drivers = [];
    for (const one of orders) drivers.push((await stored(one)).pickup.driverId);
    expect(drivers).toEqual([former.id, other.id, null]);
    expect((await batchBy('read', { id: batch.id }, context)).undoneBy).toEqual([{ id: undo.id }]);
    const lines = await database.db.auditEntry.findMany({ where: { entity: 'batch', entityId: undo.id } });
    expect(lines.map(({ action, after }) => [action, after])).toEqual([
      ['batch.run', expect.objectContaining({ kind: 'undo', undoOf: batch.id })],
    ]);
  });

  it('restores tags, also those of bookings, with their types', async () => {
    const one = await make.order({ tags: { number: 7, text: '7', gone: 'x' } });
    const booking = await database.db.booking.findFirstOrThrow({ where: { orderId: one.id } });
    const batch = await plan([one.id], {
      tags: {
        on: 'order',
        action: 'synchronise',
        tags: [
          { key: 'number', value: '7' },
          { key: 'new', value: 1 },
        ],
      },
    });
    const seat = await plan([one.id], {
      tags: { on: 'booking', action: 'assign', tags: [{ key: 'seat', value: 'window' }] },
    });
    expect(rowOf(seat, one)?.changes).toEqual([
      { member: 'bookings.tags', key: 'seat', before: null, after: 'window' },
    ]);
    await runToEnd(database.db, batch.id, context);
    expect(await tagsOf(one)).toEqual({ number: '7', new: 1 });
    const undo = await batchBy('undo', { id: batch.id }, context);
    await runToEnd(database.db, undo.id, context);
    expect(await tagsOf(one)).toEqual({ number: 7, text: '7', gone: 'x' });
    // One new version of the order for each batch, however many tags change.
    expect((await stored(one)).version).toBe(3);
    expect(await database.db.tag.count({ where: { bookingId: booking.id } })).toBe(0);
  });

  it('releases and takes places', async () => {
    const offer = await make.offer([], { departure: { capacity: 2 } });
    const one = await make.order({ offer, passengers: [{}, {}] });
    const batch = await plan([one.id], { status: 'Cancelled' });
    await runToEnd(database.db, batch.id, context);
    const undo = await batchBy('undo', { id: batch.id }, context);
    await runToEnd(database.db, undo.id, context);
    const departure = await database.db.availability.findUniqueOrThrow({ where: { id: offer.departure.id } });
    expect([(await stored(one)).status, departure.booked]).toEqual(['Booked', 2]);
  });

  it('skips orders that were changed since, unless the retry selects them', async () => {
    const [one, two] = [await order(), await order()];
    const batch = await plan([one.id, two.id], { tourGuide: { id: staff.id } });
    await runToEnd(database.db, batch.id, context);
    await touch(two.id);
    const undo = await batchBy('undo', { id: batch.id }, context);
    expect(undo.rows.map(({ status, reason }) => [status, reason])).toEqual([
      ['planned', null],
      ['stale', `Changed since by ${staff.name}, 2026-06-01 12:00 (Europe/Amsterdam).`],
    ]);
    const chosen = await batchBy('retry', { id: undo.id, orderIds: [two.id], evenIfChanged: true }, context);
    expect(chosen).toMatchObject({ status: 'planned', counts: { planned: 2 } });
    await runToEnd(database.db, undo.id, context);
    expect(await stored(two)).toMatchObject({ tourGuideId: null, referenceCode: 'meanwhile' });
    expect((await stored(one)).tourGuideId).toBeNull();
  });

  it('requires a batch that has ended and has changed an order', async () => {
    const one = await order();
    const batch = await plan([one.id], { status: 'Cancelled' });
    expect(await refusal(BATCHES_BY_NAME.undo, { id: batch.id }, context)).toMatchObject({ code: 'CONFLICT' });
    await batchBy('cancel', { id: batch.id }, context);
    await executeBatch(batchHost(database.db), batch.id);
    expect(await refusal(BATCHES_BY_NAME.undo, { id: batch.id }, context)).toMatchObject({ code: 'CONFLICT' });
    expect((await stored(one)).version).toBe(1);
  });
});

describe('access', () => {
  it('is decided for every operation', async () => {
    const one = await order();
    const people = {
      colleague: await make.userWith(['orders.view-all', 'console.access']),
      partner: await make.userWith(['products.book']),
      elsewhere: await make.userWith(['orders.view-all', 'console.access'], {
        organizationId: (await make.organization()).id,
      }),
      clerk: await make.userWith(['console.access']),
    };
    const as = Object.fromEntries(
      await Promise.all(
        Object.entries(people).map(async ([name, { id }]) => [name, await contextFor(database.db, id)] as const),
      ),
    ) as Record<keyof typeof people, Context>;
    const mine = await plan([one.id], { status: 'Cancelled' });
    const planned = { orders: { ids: [one.id] }, change: { status: 'Cancelled' } };
    const code = async (
      name: keyof typeof BATCHES_BY_NAME,
      who: Context,
      variables: Record<string, unknown> = { id: mine.id },
    ) => (await refusal(BATCHES_BY_NAME[name], variables, who)).code;
    const names = ['read', 'run', 'cancel', 'undo', 'retry'] as const;
    for (const who of [as.partner, as.elsewhere, as.clerk])
      for (const name of names) expect(await code(name, who), name).toBe('NOT_FOUND');
    for (const name of ['run', 'retry'] as const) expect(await code(name, as.colleague), name).toBe('FORBIDDEN');
    expect(await code('plan', as.partner, planned)).toBe('FORBIDDEN');
    for (const who of [as.elsewhere, as.clerk]) expect(await code('plan', who, planned)).toBe('VALIDATION');
    for (const name of names) expect(await code(name, { ...context, actor: null }), name).toBe('UNAUTHENTICATED');
    const LIST = '{ batches(perPage: 1000) { id: databaseId } batchesMeta { total } }';
    type List = { batches: { id: number }[]; batchesMeta: { total: number } };
    for (const who of [as.partner, as.elsewhere, as.clerk])
      expect(await answer<List>(LIST, {}, who)).toEqual({ batches: [], batchesMeta: { total: 0 } });
    const seen = await answer<List>(LIST, {}, as.colleague);
    expect(seen.batches[0]).toEqual({ id: mine.id });
    expect(seen.batchesMeta.total).toBe(seen.batches.length);
    expect((await stored(one)).version).toBe(1);
  });

  it('plans only orders that the actor sees and may change', async () => {
    const clerk = await make.userWith(['console.access', 'tours.guide']);
    const [guided, hidden] = [await order({ tourGuideId: clerk.id }), await order()];
    const as = await contextFor(database.db, clerk.id);
    const batch = await batchBy('plan', { orders: { filter: {} }, change: { status: 'Cancelled' } }, as);
    expect(batch.rows.map(({ orderId, status, reason }) => [orderId, status, reason])).toEqual([
      [guided.id, 'refused', 'You may not change status of this order.'],
    ]);
    expect(
      await refusal(BATCHES_BY_NAME.plan, { orders: { ids: [hidden.id] }, change: { status: 'Cancelled' } }, as),
    ).toMatchObject({
      fields: [{ path: ['orders', 'ids', 0] }],
    });
  });
});
