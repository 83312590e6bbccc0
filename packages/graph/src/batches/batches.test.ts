import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { BATCHES_BY_NAME, batchBy, batchHost, runToEnd, type ShownBatch } from '../testing/batches.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import { carryOutBatch } from './carry-out.ts';

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
/** As somebody else who changes an order meanwhile. */
const touch = (id: number, as = context) =>
  answer(
    'mutation ($reference: String!) { updateOrder(reference: $reference, input: { referenceCode: "meanwhile" }) { id } }',
    { reference: String(id) },
    as,
  );

describe('the plan of a batch', () => {
  it('says what is added, changed and removed in each order, and changes nothing', async () => {
    const one = await order({ tags: { keep: 'a', old: 1, other: 'x' } });
    const two = await order({ tags: { keep: 'b' } });
    const same = await order({ tags: { keep: 'b', fresh: 2 } });
    const tags = [
      { key: 'keep', value: 'b' },
      { key: 'fresh', value: 2 },
    ];
    const change = (action: string) => ({ tags: { on: 'order', action, tags } });
    const ids = [one.id, two.id, same.id];
    const synchronised = await plan(ids, change('synchronise'));
    expect(synchronised).toMatchObject({
      status: 'planned',
      kind: 'change',
      counts: { total: 3, planned: 2, unchanged: 1 },
    });
    expect(synchronised.change).toMatchObject({ tags: { on: 'order', action: 'synchronise', tags } });
    const member = 'orders.tags';
    expect(rowOf(synchronised, one)?.changes).toEqual([
      { member, key: 'old', before: '1', after: null },
      { member, key: 'other', before: 'x', after: null },
      { member, key: 'keep', before: 'a', after: 'b' },
      { member, key: 'fresh', before: null, after: '2' },
    ]);
    expect(rowOf(synchronised, two)?.changes).toEqual([{ member, key: 'fresh', before: null, after: '2' }]);
    const assigned = await plan(ids, change('assign'));
    expect(rowOf(assigned, one)?.changes.map(({ key }) => key)).toEqual(['keep', 'fresh']);
    const removed = await plan(ids, {
      tags: {
        on: 'order',
        action: 'remove',
        tags: [{ key: 'keep', value: 'b' }, { key: 'old', value: '1' }, { key: 'other' }],
      },
    });
    expect(removed.rows.map(({ changes }) => changes.map(({ key, after }) => [key, after]))).toEqual([
      [
        ['old', null],
        ['other', null],
      ],
      [['keep', null]],
      [['keep', null]],
    ]);
    expect(await tagsOf(one)).toEqual({ keep: 'a', old: 1, other: 'x' });
    expect((await stored(one)).version).toBe(1);
  });

  it('shows people by name', async () => {
    const former = await make.userWith(['transfers.drive']);
    const one = await order({ pickup: { driverId: former.id } });
    const batch = await plan([one.id], { driver: { of: ['pickup', 'dropoff'], id: staff.id } });
    expect(batch.change).toMatchObject({
      assignments: [
        { of: 'pickup', person: { id: staff.id } },
        { of: 'dropoff', person: { id: staff.id } },
      ],
    });
    expect(rowOf(batch, one)?.changes).toEqual([
      { member: 'pickup.driver', key: null, before: former.name, after: staff.name },
      { member: 'dropoff.driver', key: null, before: null, after: staff.name },
    ]);
    const away = await plan([one.id], { driver: { of: ['pickup'], id: null } });
    expect(rowOf(away, one)?.changes).toEqual([
      { member: 'pickup.driver', key: null, before: former.name, after: null },
    ]);
  });

  it('tells which orders would find no places any more', async () => {
    const offer = await make.offer([], { departure: { capacity: 3 } });
    await make.order({ offer });
    const [one, two] = [
      await make.order({ offer, status: 'Cancelled', passengers: [{}, {}] }),
      await make.order({ offer, status: 'Cancelled' }),
    ];
    const batch = await plan([one.id, two.id], { status: 'Booked' });
    expect(batch.rows.map(({ status, reason }) => [status, reason])).toEqual([
      ['planned', null],
      ['refused', 'There are not enough places left.'],
    ]);
  });

  it('says what the operator does not allow', async () => {
    const settings = { ...context.settings, orderStatusMoves: ['Booked>Cancelled'] };
    const [booked, deleted] = [await order(), await order({ status: 'Deleted' })];
    const batch = await plan([booked.id, deleted.id], { status: 'Cancelled' }, { ...context, settings });
    expect(batch.rows.map(({ status, reason }) => [status, reason])).toEqual([
      ['planned', null],
      ['refused', 'An order cannot move from Deleted to Cancelled.'],
    ]);
  });

  it('holds what a filter means at that moment, and no later order', async () => {
    const [one, two] = [await order({ tags: { group: 'frozen' } }), await order({ tags: { group: 'frozen' } })];
    const filter = { tags: [{ key: 'group', value: 'frozen' }] };
    const batch = await batchBy('plan', { orders: { filter }, change: { status: 'Cancelled' } }, context);
    const late = await order({ tags: { group: 'frozen' } });
    const ended = await runToEnd(database.db, batch.id, context);
    expect(ended.rows.map(({ orderId, status }) => [orderId, status])).toEqual([
      [one.id, 'done'],
      [two.id, 'done'],
    ]);
    expect((await stored(late)).status).toBe('Booked');
  });

  it('counts the webhooks that would leave', async () => {
    const endpoint = { organizationId: staff.role.organizationId, secret: Buffer.from('x'), createdAt: new Date() };
    const outsider = await make.userWith([]);
    const made = [];
    for (const more of [
      {},
      { disabledAt: new Date(), disabledReason: 'x' },
      { ownerId: outsider.id },
      { ownerId: staff.id },
    ])
      made.push(await database.db.webhookEndpoint.create({ data: { ...endpoint, url: 'https://a.example', ...more } }));
    const [one, two] = [await order(), await order({ status: 'Cancelled' })];
    expect((await plan([one.id, two.id], { status: 'Cancelled' })).expectedWebhooks).toBe(2);
    await database.db.webhookEndpoint.deleteMany({ where: { id: { in: made.map(({ id }) => id) } } });
  });

  it('is refused for what makes no sense', async () => {
    const one = await order();
    const stranger = await make.userWith(['transfers.drive'], { organizationId: (await make.organization()).id });
    const refused = (orders: object, change: object, as = context) =>
      refusal(BATCHES_BY_NAME.plan, { orders, change }, as);
    const ids = [one.id];
    const status = { status: 'Booked' };
    expect(await refused({}, status)).toMatchObject({ code: 'VALIDATION', fields: [{ path: ['orders'] }] });
    expect(await refused({ ids, filter: {} }, status)).toMatchObject({ fields: [{ path: ['orders'] }] });
    expect(await refused({ ids: [] }, status)).toMatchObject({ fields: [{ path: ['orders'] }] });
    expect(await refused({ ids: [one.id, 999_999] }, status)).toMatchObject({
      fields: [{ path: ['orders', 'ids', 1] }],
    });
    expect(await refused({ ids }, {})).toMatchObject({ fields: [{ path: ['change'] }] });
    expect(await refused({ ids }, { ...status, tourGuide: { id: null } })).toMatchObject({
      fields: [{ path: ['change'] }],
    });
    expect(await refused({ ids }, { driver: { of: ['pickup'], id: stranger.id } })).toMatchObject({
      fields: [{ path: ['change', 'driver', 'id'] }],
    });
    expect(await refused({ ids }, { driver: { of: [], id: null } })).toMatchObject({
      fields: [{ path: ['change', 'driver', 'of'] }],
    });
    const tags = (action: string, given: object[]) => ({ tags: { on: 'order', action, tags: given } });
    expect(await refused({ ids }, tags('assign', []))).toMatchObject({
      fields: [{ path: ['change', 'tags', 'tags'] }],
    });
    expect(await refused({ ids }, tags('assign', [{ key: 'a' }]))).toMatchObject({
      fields: [{ path: ['change', 'tags', 'tags', 0, 'value'] }],
    });
    expect(await refused({ ids }, tags('remove', [{ key: '' }]))).toMatchObject({
      fields: [{ path: ['change', 'tags', 'tags', 0, 'key'] }],
    });
    const small = { ...context, settings: { ...context.settings, batchMaxOrders: 1 } };
    expect(await refused({ filter: {} }, status, small)).toMatchObject({
      fields: [{ path: ['orders'], message: expect.stringMatching(/^are \d+ orders; a batch takes at most 1\.$/) }],
    });
  });
});

describe('carrying a batch out', () => {
  it('changes each order once, with version, audit log and event, and links them to the batch', async () => {
    const ids = [];
    for (let count = 0; count < 60; count += 1) ids.push((await order()).id);
    const batch = await plan(ids, { tourGuide: { id: staff.id } });
    await batchBy('run', { id: batch.id }, context);
    const told: number[] = [];
    const emit: Context['emit'] = async (_tx, _context, changes) => {
      told.push(...changes.map(({ orderId }) => orderId));
    };
    expect(await carryOutBatch(batchHost(database.db, { context: { emit } }), batch.id)).toBe(false);
    const ended = await batchBy('read', { id: batch.id }, context);
    expect(ended).toMatchObject({ status: 'ended', endedAt: expect.any(String), counts: { total: 60, done: 60 } });
    expect(ended.rows.every(({ version, versionAfter }) => version === 1 && versionAfter === 2)).toBe(true);
    expect(told.sort((one, other) => one - other)).toEqual(ids);
    const lines = await database.db.auditEntry.findMany({ where: { batchId: batch.id }, orderBy: { id: 'asc' } });
    const [first, ...others] = lines;
    expect(first).toMatchObject({
      action: 'batch.run',
      entity: 'batch',
      entityId: batch.id,
      actorId: staff.id,
      door: 'api',
    });
    expect(first?.after).toMatchObject({ orders: 60, kind: 'change' });
    expect(others.map(({ entityId }) => entityId)).toEqual(ids);
    expect(new Set(others.map(({ door, actorId, action }) => `${door} ${actorId} ${action}`))).toEqual(
      new Set([`batch ${staff.id} order.update`]),
    );
  });

  it('leaves alone what somebody changed since, and says who', async () => {
    const colleague = await make.userWith(['orders.view-all', 'console.access']);
    const [one, two] = [await order(), await order()];
    const batch = await plan([one.id, two.id], { status: 'Cancelled' });
    await touch(one.id, await contextFor(database.db, colleague.id));
    const ended = await runToEnd(database.db, batch.id, context);
    expect(ended.rows.map(({ status, reason }) => [status, reason])).toEqual([
      ['stale', `Changed since by ${colleague.name}, 2026-06-01 10:00 UTC.`],
      ['done', null],
    ]);
    expect(await stored(one)).toMatchObject({ status: 'Booked', referenceCode: 'meanwhile', version: 2 });
    const again = await refusal(BATCHES_BY_NAME.retry, { id: batch.id }, context);
    expect(again).toMatchObject({ code: 'CONFLICT' });
    await batchBy('retry', { id: batch.id, evenIfChanged: true }, context);
    await carryOutBatch(batchHost(database.db), batch.id);
    expect(await stored(one)).toMatchObject({ status: 'Cancelled', referenceCode: 'meanwhile', version: 3 });
  });

  it('goes on where some orders are refused, and tries those again', async () => {
    const offer = await make.offer([], { departure: { capacity: 1 } });
    const [one, two] = [await make.order({ offer, status: 'Cancelled' }), await order({ status: 'Cancelled' })];
    const batch = await plan([one.id, two.id], { status: 'Booked' });
    const rival = await make.order({ offer });
    const ended = await runToEnd(database.db, batch.id, context);
    expect(ended).toMatchObject({ status: 'ended', counts: { done: 1, refused: 1, failed: 0 } });
    expect(rowOf(ended, one)).toMatchObject({ status: 'refused', reason: 'There are not enough places left.' });
    expect(await stored(one)).toMatchObject({ status: 'Cancelled', version: 1 });
    await answer(
      'mutation ($id: String!) { updateOrder(reference: $id, input: { status: Cancelled }) { id } }',
      { id: String(rival.id) },
      context,
    );
    const retried = await batchBy('retry', { id: batch.id }, context);
    expect(retried).toMatchObject({ status: 'running', counts: { planned: 1, done: 1 } });
    await carryOutBatch(batchHost(database.db), batch.id);
    expect(await stored(one)).toMatchObject({ status: 'Booked', version: 2 });
    expect((await stored(two)).version).toBe(2);
  });

  it('is in the name of who ran it, as long as that person may', async () => {
    const gone = await make.userWith(['orders.view-all', 'console.access']);
    const as = await contextFor(database.db, gone.id);
    const one = await order();
    const batch = await plan([one.id], { status: 'Cancelled' }, as);
    await batchBy('run', { id: batch.id }, as);
    await database.db.user.update({ where: { id: gone.id }, data: { disabledAt: new Date() } });
    await carryOutBatch(batchHost(database.db, { contextOf: async () => null }), batch.id);
    const ended = await batchBy('read', { id: batch.id }, context);
    expect(ended).toMatchObject({ status: 'ended', counts: { refused: 1 } });
    expect(rowOf(ended, one)?.reason).toBe('Who ran the batch may not do this any more.');
    expect((await stored(one)).version).toBe(1);
  });

  it('stops when it is cancelled, and what is done stays done', async () => {
    const ids = [];
    for (let count = 0; count < 40; count += 1) ids.push((await order()).id);
    const batch = await plan(ids, { status: 'Cancelled' });
    await batchBy('run', { id: batch.id }, context);
    const turns = [true, false];
    const host = batchHost(database.db, { hasTime: () => turns.shift() ?? false });
    expect(await carryOutBatch(host, batch.id)).toBe(true);
    await batchBy('cancel', { id: batch.id }, context);
    expect(await carryOutBatch(batchHost(database.db), batch.id)).toBe(false);
    const ended = await batchBy('read', { id: batch.id }, context);
    expect(ended).toMatchObject({
      status: 'ended',
      cancelledAt: expect.any(String),
      counts: { done: 25, cancelled: 15 },
    });
    expect(await refusal(BATCHES_BY_NAME.cancel, { id: batch.id }, context)).toMatchObject({ code: 'CONFLICT' });
    await batchBy('retry', { id: batch.id }, context);
    await carryOutBatch(batchHost(database.db), batch.id);
    expect(await batchBy('read', { id: batch.id }, context)).toMatchObject({ cancelledAt: null, counts: { done: 40 } });
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

  it('changes each order once when two processes are at it', async () => {
    const ids = [];
    for (let count = 0; count < 60; count += 1) ids.push((await order()).id);
    const batch = await plan(ids, { tags: { on: 'order', action: 'assign', tags: [{ key: 'round', value: 1 }] } });
    await batchBy('run', { id: batch.id }, context);
    await Promise.all([1, 2].map(() => carryOutBatch(batchHost(database.db), batch.id)));
    const versions = await database.db.order.findMany({ where: { id: { in: ids } }, select: { version: true } });
    expect(new Set(versions.map(({ version }) => version))).toEqual(new Set([2]));
    expect(await batchBy('read', { id: batch.id }, context)).toMatchObject({ status: 'ended', counts: { done: 60 } });
  });

  it('keeps a fault of ours apart from a refusal', async () => {
    const [one, two] = [await order(), await order()];
    const batch = await plan([one.id, two.id], { status: 'Cancelled' });
    await batchBy('run', { id: batch.id }, context);
    const faults: number[] = [];
    const emit: Context['emit'] = async (_tx, _context, changes) => {
      if (changes.some(({ orderId }) => orderId === one.id)) throw new Error('a bug');
    };
    const host = batchHost(database.db, { context: { emit }, onFault: (_error, orderId) => faults.push(orderId) });
    await carryOutBatch(host, batch.id);
    const ended = await batchBy('read', { id: batch.id }, context);
    expect(ended.rows.map(({ status }) => status)).toEqual(['failed', 'done']);
    expect(rowOf(ended, one)?.reason).not.toContain('a bug');
    expect(faults).toEqual([one.id]);
    expect((await stored(one)).version).toBe(1);
  });
});

describe('taking a batch back', () => {
  it('is a new batch that sets what was before, each order its own', async () => {
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

  it('gives tags back, those of bookings too, with their types', async () => {
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
    // One change of the order for each batch, however many tags.
    expect((await stored(one)).version).toBe(3);
    expect(await database.db.tag.count({ where: { bookingId: booking.id } })).toBe(0);
  });

  it('frees and takes places', async () => {
    const offer = await make.offer([], { departure: { capacity: 2 } });
    const one = await make.order({ offer, passengers: [{}, {}] });
    const batch = await plan([one.id], { status: 'Cancelled' });
    await runToEnd(database.db, batch.id, context);
    const undo = await batchBy('undo', { id: batch.id }, context);
    await runToEnd(database.db, undo.id, context);
    const departure = await database.db.availability.findUniqueOrThrow({ where: { id: offer.departure.id } });
    expect([(await stored(one)).status, departure.booked]).toEqual(['Booked', 2]);
  });

  it('leaves alone what somebody changed since, unless it is chosen', async () => {
    const [one, two] = [await order(), await order()];
    const batch = await plan([one.id, two.id], { tourGuide: { id: staff.id } });
    await runToEnd(database.db, batch.id, context);
    await touch(two.id);
    const undo = await batchBy('undo', { id: batch.id }, context);
    expect(undo.rows.map(({ status, reason }) => [status, reason])).toEqual([
      ['planned', null],
      ['stale', `Changed since by ${staff.name}, 2026-06-01 10:00 UTC.`],
    ]);
    const chosen = await batchBy('retry', { id: undo.id, orderIds: [two.id], evenIfChanged: true }, context);
    expect(chosen).toMatchObject({ status: 'planned', counts: { planned: 2 } });
    await runToEnd(database.db, undo.id, context);
    expect(await stored(two)).toMatchObject({ tourGuideId: null, referenceCode: 'meanwhile' });
    expect((await stored(one)).tourGuideId).toBeNull();
  });

  it('needs a batch that has done something and has ended', async () => {
    const one = await order();
    const batch = await plan([one.id], { status: 'Cancelled' });
    expect(await refusal(BATCHES_BY_NAME.undo, { id: batch.id }, context)).toMatchObject({ code: 'CONFLICT' });
    await batchBy('cancel', { id: batch.id }, context);
    await carryOutBatch(batchHost(database.db), batch.id);
    expect(await refusal(BATCHES_BY_NAME.undo, { id: batch.id }, context)).toMatchObject({ code: 'CONFLICT' });
    expect((await stored(one)).version).toBe(1);
  });
});

describe('who may', () => {
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
    const LIST = '{ batches(perPage: 1000) { id } batchesMeta { total } }';
    type List = { batches: { id: number }[]; batchesMeta: { total: number } };
    for (const who of [as.partner, as.elsewhere, as.clerk])
      expect(await answer<List>(LIST, {}, who)).toEqual({ batches: [], batchesMeta: { total: 0 } });
    const seen = await answer<List>(LIST, {}, as.colleague);
    expect(seen.batches[0]).toEqual({ id: mine.id });
    expect(seen.batchesMeta.total).toBe(seen.batches.length);
    expect((await stored(one)).version).toBe(1);
  });

  it('limits what is planned to orders that the planner sees and may change', async () => {
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
