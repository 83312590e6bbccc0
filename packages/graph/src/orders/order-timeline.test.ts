import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor, NOW } from '../testing/context.ts';
import { answer, type Refusal, run } from '../testing/run.ts';

const CHANGE = 'fragment Change on OrderFieldChange { path from to fromLabel toLabel }';
const TIMELINE = /* GraphQL */ `
  query ($id: SafeInt!, $page: Int! = 1, $perPage: Int! = 50, $oldestFirst: Boolean! = true) {
    orderTimeline(orderId: $id, page: $page, perPage: $perPage, oldestFirst: $oldestFirst) {
      id: entryId at action channel actor { id: databaseId name } requestId version changes { ...Change }
    }
    orderTimelineMeta(orderId: $id, page: $page, perPage: $perPage) { total lastPage }
  } ${CHANGE}`;
const CHANGES = `query ($id: SafeInt!, $since: Int!) {
  orderChanges(orderId: $id, sinceVersion: $since) { at channel actor { name } change { ...Change } } } ${CHANGE}`;
const UPDATE = /* GraphQL */ `
  mutation ($id: String!, $input: OrderUpdateInput!, $versions: [Int!]) {
    updateOrder(reference: $id, input: $input, versions: $versions) { order { version } }
  }`;
const ASSIGN =
  'mutation ($target: TagTarget!, $ids: [SafeInt!]!, $tags: [TagInput!]!) { assignTags(target: $target, ids: $ids, tags: $tags) { count } }';
const BOOK = /* GraphQL */ `
  mutation ($role: String!, $level: SafeInt!, $input: BookOrderInput!) {
    bookOrder(role: $role, serviceLevelId: $level, input: $input) { order { id: databaseId pickup { id: databaseId } bookings { id: databaseId } tickets { filename } } }
  }`;

type Change = {
  path: string[];
  from: string | number | null;
  to: string | number | null;
  fromLabel: string | null;
  toLabel: string | null;
};
type Entry = {
  id: string;
  at: string;
  action: string;
  channel: string | null;
  actor: { id: number; name: string } | null;
  version: number | null;
  changes: Change[];
};
type Timeline = { orderTimeline: Entry[]; orderTimelineMeta: { total: number; lastPage: number } };
type Booked = { id: number; pickup: { id: number }; bookings: { id: number }[]; tickets: { filename: string }[] };

let database: TestDatabase;
let make: Factories;
let staff: Context;
let staffId: number;
let seller: Awaited<ReturnType<Factories['userWith']>>;
let level: number;
let departure: number;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  staffId = (await make.userWith(['orders.view-all', 'console.access'])).id;
  staff = { ...(await contextFor(database.db, staffId)), channel: 'console' };
  seller = await make.userWith(['products.book']);
  const offer = await make.offer([seller.role.id], {
    product: { ticketTitle: 'Ticket' },
    departure: { capacity: 100 },
  });
  level = offer.level.id;
  departure = offer.departure.id;
});
afterAll(() => database.drop());

/** An order that a partner books and staff change, minute by minute. */
async function story() {
  const at = (minutes: number) => ({ ...staff, now: new Date(NOW.getTime() + minutes * 60_000) });
  const driver = await make.userWith(['transfers.drive']);
  const guide = await make.userWith(['tours.guide']);
  const input = {
    leader: { firstName: 'Ann', lastName: 'Lee' },
    tags: [{ key: 'room', value: 7 }],
    pendingBooking: true,
    details: { availabilityId: departure },
  };
  const partner = await contextFor(database.db, seller.id);
  const { bookOrder: order } = await answer<{ bookOrder: Booked }>(
    BOOK,
    { role: String(seller.role.id), level, input },
    partner,
  );
  const id = String(order.id);
  await answer(
    UPDATE,
    { id, input: { pickup: { driverId: driver.id, date: '2026-06-02', time: '08:30' }, tourGuide: { id: guide.id } } },
    at(1),
  );
  await answer(
    ASSIGN,
    {
      target: 'orders',
      ids: [order.id],
      tags: [
        { key: 'room', value: '7b' },
        { key: 'a.b', value: 1 },
      ],
    },
    at(2),
  );
  await answer(ASSIGN, { target: 'transfers', ids: [order.pickup.id], tags: [{ key: 'bus', value: 3 }] }, at(3));
  await answer(
    ASSIGN,
    { target: 'bookings', ids: [order.bookings[0]?.id ?? 0], tags: [{ key: 'seat', value: 'A' }] },
    at(4),
  );
  await answer(
    UPDATE,
    { id, input: { status: 'Booked', leader: { lastName: 'Low' }, pickup: { driverId: null } } },
    at(5),
  );
  return { order, driver, guide };
}

const timeline = (id: number, more = {}) => answer<Timeline>(TIMELINE, { id, ...more }, staff);
const change = (path: string, from: Change['from'], to: Change['to'], labels: Partial<Change> = {}) => ({
  path: path.split('/'),
  from,
  to,
  fromLabel: null,
  toLabel: null,
  ...labels,
});

describe('the timeline of an order', () => {
  it('has the user, the fields, the time and the channel of each change, with names instead of ids', async () => {
    const { order, driver, guide } = await story();
    const { orderTimeline: entries, orderTimelineMeta } = await timeline(order.id);
    expect(orderTimelineMeta.total).toBe(6);
    expect(entries.map(({ action, channel, version, actor }) => [action, channel, version, actor?.id])).toEqual([
      ['order.book', 'api', 1, seller.id],
      ['order.update', 'console', 2, staffId],
      ['tags.assign', 'console', 3, staffId],
      ['tags.assign', 'console', 4, staffId],
      ['tags.assign', 'console', 5, staffId],
      ['order.update', 'console', 6, staffId],
    ]);
    expect(entries[0]?.at).toBe(NOW.toISOString());
    const changes = entries.map((entry) => entry.changes);
    expect(changes[0]).toContainEqual(change('status', null, 'InCart'));
    expect(changes[1]).toEqual(
      expect.arrayContaining([
        change('pickup/driver', null, driver.id, { toLabel: driver.name }),
        change('pickup/date', null, '2026-06-02'),
        change('pickup/time', null, '08:30:00'),
        change('tourGuide', null, guide.id, { toLabel: guide.name }),
      ]),
    );
    expect(changes[1]).toHaveLength(4);
    expect(changes[2]).toEqual(expect.arrayContaining([change('tags/room', 7, '7b'), change('tags/a.b', null, 1)]));
    expect(changes[2]).toHaveLength(2);
    expect(changes[3]).toEqual([change('pickup/tags/bus', null, 3)]);
    expect(changes[4]).toEqual([change(`bookings/${order.bookings[0]?.id}/tags/seat`, null, 'A')]);
    const tickets = await database.db.ticket.findMany({ where: { orderId: order.id } });
    expect(tickets).toHaveLength(1);
    expect(changes[5]).toEqual(
      expect.arrayContaining([
        change('status', 'InCart', 'Booked'),
        change('leader/lastName', 'Lee', 'Low'),
        change('pickup/driver', driver.id, null, { fromLabel: driver.name }),
        change('tickets', null, tickets[0]?.filename ?? ''),
      ]),
    );
    expect(changes[5]).toHaveLength(4);
  });

  it('has the batch of a change', async () => {
    const { id, organizationId } = await make.order({ offer: null });
    const { id: batchId } = await database.db.batch.create({
      data: { organizationId, makerId: staffId, kind: 'change', createdAt: NOW, requestId: 'a request' },
    });
    await answer(UPDATE, { id: String(id), input: { referenceCode: 'x' } }, { ...staff, channel: 'batch', batchId });
    await answer(UPDATE, { id: String(id), input: { referenceCode: 'y' } }, staff);
    const document = 'query ($id: SafeInt!) { orderTimeline(orderId: $id) { channel batchId } }';
    expect(await answer(document, { id }, staff)).toEqual({
      orderTimeline: [
        { channel: 'console', batchId: null },
        { channel: 'batch', batchId },
        { channel: null, batchId: null },
      ],
    });
  });

  it('comes in pages, newest first or oldest first', async () => {
    const { order } = await story();
    const all = (await timeline(order.id)).orderTimeline.map(({ id }) => id);
    const newest = await timeline(order.id, { oldestFirst: false, perPage: 4 });
    expect(newest.orderTimeline.map(({ id }) => id)).toEqual(all.toReversed().slice(0, 4));
    expect(newest.orderTimelineMeta).toEqual({ total: 6, lastPage: 2 });
    expect((await timeline(order.id, { page: 2, perPage: 4 })).orderTimeline.map(({ id }) => id)).toEqual(all.slice(4));
  });

  it("begins with the order's own columns where the log does not have its creation", async () => {
    const order = await make.order({ offer: null });
    for (const lastName of ['A', 'B'])
      await answer(UPDATE, { id: String(order.id), input: { leader: { lastName } } }, staff);
    const { orderTimeline: entries, orderTimelineMeta } = await timeline(order.id);
    expect(orderTimelineMeta.total).toBe(3);
    expect(entries.map(({ action }) => action)).toEqual(['order.made', 'order.update', 'order.update']);
    expect(entries[0]).toMatchObject({
      at: order.createdAt.toISOString(),
      channel: null,
      actor: { id: order.issuerId },
      changes: [],
    });
    for (const oldestFirst of [true, false]) {
      const pages = [];
      for (const page of [1, 2, 3, 4])
        pages.push(...(await timeline(order.id, { page, perPage: 1, oldestFirst })).orderTimeline);
      const ids = pages.map(({ id }) => id);
      expect(oldestFirst ? ids : ids.toReversed()).toEqual(entries.map(({ id }) => id));
    }
  });

  it('is for staff of the organization only', async () => {
    const order = await make.order({ offer: null, issuerId: seller.id });
    const elsewhere = (await make.organization()).id;
    const users = [
      seller,
      await make.userWith(['orders.view-all']),
      await make.userWith(['console.access']),
      await make.userWith(['orders.view-all', 'console.access'], { organizationId: elsewhere }),
    ];
    for (const { id } of users) {
      const context = await contextFor(database.db, id);
      for (const [document, variables] of [
        [TIMELINE, {}],
        [CHANGES, { since: 1 }],
      ] as const) {
        const { errors } = await run(document, { id: order.id, ...variables }, context);
        expect(errors.length).toBeGreaterThan(0);
        for (const error of errors) expect(error).toMatchObject({ code: 'NOT_FOUND', message: 'Order not found.' });
      }
    }
  });
});

type Changes = { orderChanges: { at: string; channel: string; actor: { name: string }; change: Change }[] };
const changesSince = async (id: number, since: number) =>
  (await answer<Changes>(CHANGES, { id, since }, staff)).orderChanges;

describe('an edit of an order that was changed since it was read', () => {
  it('is refused with the changed fields, their users, times and values', async () => {
    const order = await make.order({ offer: null, referenceCode: 'one' });
    const other = await make.userWith(['orders.view-all', 'console.access']);
    const theirs = { ...(await contextFor(database.db, other.id)), now: new Date(NOW.getTime() + 60_000) };
    const driver = await make.userWith(['transfers.drive']);
    const id = String(order.id);
    for (const referenceCode of ['two', 'three']) await answer(UPDATE, { id, input: { referenceCode } }, staff);
    await answer(UPDATE, { id, input: { pickup: { driverId: driver.id }, referenceCode: 'four' } }, theirs);
    const { data, errors } = await run(
      UPDATE,
      { id, input: { referenceCode: 'mine' }, versions: [order.version] },
      staff,
    );
    expect(data).toBeNull();
    const by = { at: theirs.now.toISOString(), by: other.name, channel: 'api' };
    expect(errors).toMatchObject([{ code: 'PRECONDITION_FAILED' }] satisfies Partial<Refusal>[]);
    expect(errors[0]).toMatchObject({
      version: order.version + 3,
      changes: [
        { path: ['referenceCode'], from: 'one', to: 'four', fromLabel: null, toLabel: null, ...by },
        { path: ['pickup', 'driver'], from: null, to: driver.id, toLabel: driver.name, ...by },
      ],
    });
    expect(await database.db.order.findUniqueOrThrow({ where: { id: order.id } })).toMatchObject({
      referenceCode: 'four',
    });
    await answer(UPDATE, { id, input: { referenceCode: 'mine' }, versions: [order.version + 3] }, staff);
    expect(await changesSince(order.id, order.version)).toMatchObject([
      {
        channel: 'console',
        actor: { name: staff.actor?.name },
        change: { path: ['referenceCode'], from: 'one', to: 'mine' },
      },
      { actor: { name: other.name }, change: { path: ['pickup', 'driver'] } },
    ]);
    expect(await changesSince(order.id, order.version + 4)).toEqual([]);
  });

  it('leaves out a field that has its earlier value again', async () => {
    const order = await make.order({ offer: null, referenceCode: 'one' });
    for (const referenceCode of ['two', 'one'])
      await answer(UPDATE, { id: String(order.id), input: { referenceCode } }, staff);
    expect(await changesSince(order.id, order.version)).toEqual([]);
  });

  it('with an empty list of versions is also refused, without changes', async () => {
    const order = await make.order({ offer: null });
    const { errors } = await run(UPDATE, { id: String(order.id), input: { referenceCode: 'x' }, versions: [] }, staff);
    expect(errors).toMatchObject([{ code: 'PRECONDITION_FAILED' }]);
    expect(errors[0]).not.toHaveProperty('changes');
  });

  it('shows no changes to a service account that may not read the audit log', async () => {
    const order = await make.order({ offer: null });
    await answer(UPDATE, { id: String(order.id), input: { referenceCode: 'x' } }, staff);
    const stale = { id: String(order.id), input: { referenceCode: 'y' }, versions: [order.version] };
    const refusedTo = async (scopes: string[]) => {
      const service = { scopes, addressRanges: [] };
      const { errors } = await run(UPDATE, stale, { ...staff, actor: staff.actor && { ...staff.actor, service } });
      return errors[0];
    };
    expect(await refusedTo(['orders:write'])).toEqual({
      code: 'PRECONDITION_FAILED',
      message: expect.any(String),
      version: order.version + 1,
    });
    expect(await refusedTo(['orders:write', 'audit:read'])).toHaveProperty('changes');
  });

  it('shows no changes to a partner', async () => {
    const order = await make.order({ offer: null, issuerId: seller.id, roleId: seller.role.id });
    const partner = await contextFor(database.db, seller.id);
    await answer(UPDATE, { id: String(order.id), input: { referenceCode: 'x' } }, staff);
    const { errors } = await run(
      UPDATE,
      { id: String(order.id), input: { referenceCode: 'y' }, versions: [1] },
      partner,
    );
    expect(errors).toMatchObject([{ code: 'PRECONDITION_FAILED' }]);
    expect(errors[0]).not.toHaveProperty('changes');
  });
});
