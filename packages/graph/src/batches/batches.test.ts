import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { BATCHES_BY_NAME, batchBy, runToEnd, type ShownBatch } from '../testing/batches.ts';
import { contextFor } from '../testing/context.ts';
import { expectPlacesAddUp } from '../testing/places.ts';
import { answer, refusal } from '../testing/run.ts';

let database: TestDatabase;
let make: Factories;
let staff: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;
const statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
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

describe('the plan of a batch', () => {
  it('refuses tags that would leave more than 500 on an order', async () => {
    const tags = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 'v']));
    const [full, free] = [await order({ tags }), await order()];
    const added = {
      tags: {
        on: 'order',
        action: 'assign',
        tags: [
          { key: 'k0', value: 'x' },
          { key: 'new', value: 'x' },
        ],
      },
    };
    const batch = await plan([full.id, free.id], added);
    const reason = 'tags must not leave more than 500 tags on a resource.';
    expect([rowOf(batch, full), rowOf(batch, free)]).toMatchObject([
      { status: 'refused', reason },
      { status: 'planned' },
    ]);
  });

  it('reads no changes where none are selected, and only their page from the database', async () => {
    const ids = [(await order()).id, (await order()).id];
    const tags = Array.from({ length: 12 }, (_, index) => ({ key: `key${index}`, value: `value${index}` }));
    const { id } = await plan(ids, { tags: { on: 'order', action: 'assign', tags } });
    const read = async (selection: string) => {
      const viewer = await contextFor(database.db, staff.id);
      statements.length = 0;
      return answer(`query ($id: SafeInt!) { batch(id: $id) { rows { ${selection} } } }`, { id }, viewer);
    };
    const readers = () => statements.filter((sql) => /batch_row.*changes|changes.*batch_row/s.test(sql));
    expect(await read('orderId status reason')).toMatchObject({ batch: { rows: [{ orderId: ids[0] }, {}] } });
    expect([statements.length > 0, readers()]).toEqual([true, []]);
    const rows = [11, 12].map((index) => ({ key: `key${index - 1}`, after: `value${index - 1}` }));
    expect(await read('changeCount changes(page: 6, perPage: 2) { key after }')).toEqual({
      batch: { rows: ids.map(() => ({ changeCount: 12, changes: rows })) },
    });
    expect([...new Set(readers())]).toEqual([expect.stringContaining('jsonb_path_query_array')]);
    expect(await read('changes(page: 7, perPage: 2) { key }')).toEqual({
      batch: { rows: ids.map(() => ({ changes: [] })) },
    });
  });

  it('returns the first ten changes of an order and the first ten tags, shortened, and all changes by page', async () => {
    const one = await order({ tags: { old: 'x'.repeat(900) } });
    const two = await order();
    const tags = Array.from({ length: 100 }, (_, index) => ({
      key: `${'k'.repeat(300)}${index}`,
      value: 'v'.repeat(900),
    }));
    const { id } = await plan([one.id, two.id], { tags: { on: 'order', action: 'synchronise', tags } });
    const inParts = `query ($id: SafeInt!) { batch(id: $id) {
      change { tags { tagCount tags { key(atMost: 20) value(atMost: 20) } } }
      rows { orderId changeCount changes { key(atMost: 20) before(atMost: 20) after(atMost: 20) } } } }`;
    const cutKey = `${'k'.repeat(20)}…`;
    const [x, v] = ['x', 'v'].map((letter) => `${letter.repeat(20)}…`);
    const added = { key: cutKey, before: null, after: v };
    expect(await answer(inParts, { id }, context)).toEqual({
      batch: {
        change: { tags: { tagCount: 100, tags: Array(10).fill({ key: cutKey, value: v }) } },
        rows: [
          {
            orderId: one.id,
            changeCount: 101,
            changes: [{ key: 'old', before: x, after: null }, ...Array(9).fill(added)],
          },
          { orderId: two.id, changeCount: 100, changes: Array(10).fill(added) },
        ],
      },
    });
    const whole = `query ($id: SafeInt!, $orderId: SafeInt!, $page: Int!) { batch(id: $id) {
      rows(orderIds: [$orderId]) { orderId changes(page: $page, perPage: 60) { key before after } } } }`;
    const pages = await Promise.all(
      [1, 2, 3].map((page) => answer<{ batch: ShownBatch }>(whole, { id, orderId: one.id, page }, context)),
    );
    const rows = pages.flatMap(({ batch }) => batch.rows);
    expect(rows.map(({ orderId, changes }) => [orderId, changes.length])).toEqual(
      [60, 41, 0].map((count) => [one.id, count]),
    );
    expect(rows.flatMap(({ changes }) => changes)).toEqual([
      { key: 'old', before: 'x'.repeat(900), after: null },
      ...tags.map(({ key, value }) => ({ key, before: null, after: value })),
    ]);
    for (const page of [0, -1])
      expect((await refusal(whole, { id, orderId: one.id, page }, context)).code).toBe('VALIDATION');
  });

  it('lists the values that it would add, change and remove in each order, and changes nothing', async () => {
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
    expect(synchronised.effects).toEqual([{ member, orders: 2, added: 2, changed: 1, removed: 2, removedFrom: 1 }]);
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

  it('shows users by name', async () => {
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
    const [pickup, dropoff] = ['pickup.driver', 'dropoff.driver'].map((member) => ({
      member,
      orders: 1,
      removed: 0,
      removedFrom: 0,
    }));
    expect(batch.effects).toEqual([
      { ...dropoff, added: 1, changed: 0 },
      { ...pickup, added: 0, changed: 1 },
    ]);
    const away = await plan([one.id], { driver: { of: ['pickup'], id: null } });
    expect(rowOf(away, one)?.changes).toEqual([
      { member: 'pickup.driver', key: null, before: former.name, after: null },
    ]);
  });

  it('refuses orders for which too few places are left', async () => {
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

  it('refuses status changes that the settings do not allow', async () => {
    const settings: Context['settings'] = { ...context.settings, orderStatusMoves: ['Booked>Cancelled'] };
    const [booked, deleted] = [await order(), await order({ status: 'Deleted' })];
    const batch = await plan([booked.id, deleted.id], { status: 'Cancelled' }, { ...context, settings });
    expect(batch.rows.map(({ status, reason }) => [status, reason])).toEqual([
      ['planned', null],
      ['refused', 'An order cannot move from Deleted to Cancelled.'],
    ]);
  });

  it('contains the orders that match the filter when it is planned, and no later order', async () => {
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

  it('counts the webhooks that it would send', async () => {
    const endpoint = { organizationId: staff.role.organizationId, secret: Buffer.from('x'), createdAt: new Date() };
    const outsider = await make.userWith([]);
    const made = [];
    for (const more of [
      { url: 'https://a.example' },
      { url: 'https://b.example', disabledAt: new Date(), disabledReason: 'x' },
      { url: 'https://a.example', ownerId: outsider.id },
      { url: 'https://a.example', ownerId: staff.id },
    ])
      made.push(await database.db.webhookEndpoint.create({ data: { ...endpoint, ...more } }));
    const [one, two] = [await order(), await order({ status: 'Cancelled' })];
    expect((await plan([one.id, two.id], { status: 'Cancelled' })).expectedWebhooks).toBe(2);
    await database.db.webhookEndpoint.deleteMany({ where: { id: { in: made.map(({ id }) => id) } } });
  });

  it('rejects invalid selections and changes', async () => {
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
