import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, type Tx } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { executeOperation } from '../execute.ts';
import { audit } from '../shared/audit.ts';
import { answer, refusal } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';
import { pruneChanges } from './prune-changes.ts';

const EVENTS = /* GraphQL */ `
  query ($after: String, $first: Int, $filter: OrderEventFilter) {
    page: orderEvents(after: $after, first: $first, filter: $filter) {
      nodes { cursor kind at orderId order { id: databaseId referenceCode } version changedFields channel actor { id: databaseId } requestId }
      endCursor
      hasNextPage
    }
  }
`;
const CURSOR = 'query { cursor: orderEventsCursor }';
const UPDATE = `mutation ($id: String!, $input: OrderUpdateInput!) { order: updateOrder(reference: $id, input: $input) { order { id: databaseId } } }`;

type Node = { cursor: string; kind: string; orderId: number; version: number; order: object | null };
type Page = { nodes: Node[]; endCursor: string; hasNextPage: boolean };

let database: TestDatabase;
let scene: StaffScene;
let staff: Context;
let start: string;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
  staff = await scene.as('staff', { channel: 'graphql' });
});
beforeEach(async () => {
  start = await cursor();
});
afterAll(() => database.drop());

const cursor = async () => (await answer<{ cursor: string }>(CURSOR, {}, staff)).cursor;
const page = async (variables: object, context = staff) =>
  (await answer<{ page: Page }>(EVENTS, { after: start, ...variables }, context)).page;
const update = (id: number, referenceCode: string, context = staff) =>
  answer(UPDATE, { id: String(id), input: { referenceCode } }, context);
const codes = ({ nodes }: Page) => nodes.map(({ orderId, version }) => [orderId, version]);

/** Records a change of an order, in a transaction that may stay open. */
const record = (tx: Tx, orderId: number, action = 'order.update') =>
  audit(tx, staff, [{ action, entity: 'order', entityId: orderId, organizationId: scene.home }]);

describe('changes of orders', () => {
  it('come in the order of their versions, with who changed what and the current state', async () => {
    const { id } = await scene.make.order();
    await update(id, 'a');
    await update(id, 'b');
    const { nodes, endCursor, hasNextPage } = await page({});
    const known = { kind: 'updated', at: staff.now.toISOString(), orderId: id, changedFields: ['referenceCode'] };
    const by = { channel: 'graphql', actor: { id: scene.people.staff.id }, requestId: staff.requestId };
    const order = { id, referenceCode: 'b' };
    expect(nodes).toMatchObject([
      { ...known, ...by, order, version: 2 },
      { ...known, ...by, order, version: 3 },
    ]);
    expect([endCursor, hasNextPage]).toEqual([nodes[1]?.cursor, false]);
    expect(await page({ after: endCursor })).toEqual({ nodes: [], endCursor, hasNextPage: false });
    const first = await page({ first: 1 });
    expect([codes(first), first.hasNextPage]).toEqual([[[id, 2]], true]);
    expect(codes(await page({ after: first.endCursor, first: 1 }))).toEqual([[id, 3]]);
  });

  it('name changed tags and transfers by the paths of the timeline, without their values', async () => {
    const order = await scene.make.order();
    const line = { action: 'tags.change', entity: 'order', entityId: order.id, organizationId: scene.home };
    const transfer = `transfers.${order.pickupId}.tags`;
    await inTransaction(database.db, (tx) =>
      audit(tx, staff, [
        {
          ...line,
          before: { tags: { same: 1, room: 'x'.repeat(9_000) } },
          after: { tags: { same: 1, room: 2, new: 3 } },
        },
        { ...line, before: { [transfer]: {} }, after: { [transfer]: { bus: 'a' }, 'pickup.driverId': 7 } },
      ]),
    );
    const { nodes } = (await page({})) as { nodes: { changedFields?: string[] }[] };
    expect(nodes.map(({ changedFields }) => changedFields?.toSorted())).toEqual([
      ['tags.new', 'tags.room'],
      ['pickup.driver', 'pickup.tags.bus'],
    ]);
    expect((await page({ filter: { fields: ['pickup'] } })).nodes).toHaveLength(1);
  });

  it('are filtered by kind, order, product, client and changed field', async () => {
    const one = await scene.make.order();
    const other = await scene.make.order();
    await update(one.id, 'a');
    await update(other.id, 'b');
    await inTransaction(database.db, (tx) => record(tx, other.id, 'tags.assign'));
    const found = async (filter: object) => codes(await page({ filter })).map(([id]) => id);
    expect(await found({ kinds: ['tagged'] })).toEqual([other.id]);
    expect(await found({ orderIds: [one.id] })).toEqual([one.id]);
    expect(await found({ fields: ['referenceCode'] })).toEqual([one.id, other.id]);
    expect(await found({ fields: ['pickup', 'a\u0000'] })).toEqual([]);
    expect(await found({ clientIds: [one.clientId] })).toContain(one.id);
    expect(await found({ productIds: [2 ** 31 - 1] })).toEqual([]);
    expect(await found({ kinds: [] })).toEqual([]);
  });

  it('are not skipped where another transaction commits later, as a reader by ids skips them', async () => {
    const slow = await scene.make.order();
    const fast = await scene.make.order();
    const seen: Page[] = [];
    const byId = { after: 0n, found: [] as bigint[] };
    // The naive reader: remembers the highest id of the audit log that it saw.
    const readByIds = async () => {
      const where = { id: { gt: byId.after }, entity: 'order', entityId: { in: [slow.id, fast.id] } };
      const rows = await database.db.auditEntry.findMany({ where, orderBy: { id: 'asc' } });
      byId.found.push(...rows.map(({ id }) => id));
      byId.after = rows.at(-1)?.id ?? byId.after;
    };
    const read = async () => {
      seen.push(await page({ after: seen.at(-1)?.endCursor ?? start }));
      await readByIds();
    };
    await inTransaction(database.db, async (tx) => {
      await record(tx, slow.id);
      await update(fast.id, 'a');
      const begun = performance.now();
      await read();
      // Neither the reader nor another writer waited for the open transaction.
      expect(performance.now() - begun).toBeLessThan(1_500);
      expect(codes(seen[0] as Page)).toEqual([[fast.id, 2]]);
    });
    await read();
    expect(codes(seen[1] as Page)).toEqual([[slow.id, 1]]);
    expect(byId.found).toHaveLength(1);
  });

  it('reach readers that race with writers once, each order in the order of its versions', async () => {
    const orders = await Promise.all(Array.from({ length: 4 }, () => scene.make.order()));
    let isWriting = true;
    const writing = Promise.all(
      orders.map(async ({ id }) => {
        for (let count = 0; count < 15; count += 1) await update(id, `${count}`);
      }),
    ).finally(() => {
      isWriting = false;
    });
    const follow = async () => {
      const found: Node[] = [];
      let after = start;
      for (let isLast = false; ; ) {
        // Once: two executions of a query differ while others write.
        const { data } = await executeOperation(parse(EVENTS), { after, first: 7 }, staff);
        const { nodes, endCursor } = (data as { page: Page }).page;
        found.push(...nodes);
        after = endCursor;
        if (nodes.length === 0 && isLast) return found;
        isLast = !isWriting;
        await sleep(2);
      }
    };
    const [one, other] = await Promise.all([follow(), follow(), writing]);
    const versions = Array.from({ length: 15 }, (_, index) => index + 2);
    for (const { id } of orders)
      expect(one.filter(({ orderId }) => orderId === id).map(({ version }) => version)).toEqual(versions);
    expect(one).toHaveLength(60);
    expect(other.map(({ cursor: at }) => at)).toEqual(one.map(({ cursor: at }) => at));
  });

  it('continue a copy of all orders without a gap, from a cursor that was taken before it', async () => {
    const { id } = await scene.make.order({ referenceCode: 'old' });
    const taken = await cursor();
    await update(id, 'between');
    const copied = await database.db.order.findUniqueOrThrow({ where: { id } });
    await update(id, 'after');
    const versions = codes(await page({ after: taken })).map(([, version]) => version);
    expect([copied.version, versions]).toEqual([2, [2, 3]]);
  });

  it('are visible as long as their orders are, to partners without who made them', async () => {
    const partner = await scene.as('partner');
    const own = await scene.make.order({ roleId: scene.people.partner.role.id });
    const driven = await scene.make.order();
    const transfer = { where: { id: driven.pickupId } };
    const driver = await scene.as('driver');
    await update(own.id, 'a');
    await update(driven.id, 'b');
    expect((await page({}, partner)).nodes).toMatchObject([
      { orderId: own.id, actor: null, requestId: null, order: { id: own.id } },
    ]);
    expect(await page({}, driver)).toMatchObject({ nodes: [], endCursor: (await page({})).endCursor });
    await database.db.transfer.update({ ...transfer, data: { driverId: scene.people.driver.id } });
    expect(codes(await page({}, driver))).toEqual([[driven.id, 2]]);
    await database.db.transfer.update({ ...transfer, data: { driverId: null } });
    expect(codes(await page({}, driver))).toEqual([]);
    expect(codes(await page({}, await scene.as('outsider')))).toEqual([]);
  });

  it('advance the cursor over many changes that are not visible, a bounded number at a time', async () => {
    const { id } = await scene.make.order();
    const hidden = await scene.make.order();
    await database.db.$executeRaw`
      INSERT INTO audit_entry (at, channel, action, entity, entity_id)
      SELECT ${staff.now}, 'api', 'order.update', 'order', ${hidden.id} FROM generate_series(1, 2500)`;
    await inTransaction(database.db, (tx) => record(tx, id));
    const guest = await scene.as('guest');
    await database.db.order.update({ where: { id }, data: { issuerId: scene.people.guest.id } });
    const one = await page({}, guest);
    expect([one.nodes, one.hasNextPage, one.endCursor !== start]).toEqual([[], true, true]);
    const two = await page({ after: one.endCursor }, guest);
    expect([codes(two), two.hasNextPage]).toEqual([[[id, 1]], false]);
  });
});

describe('a cursor', () => {
  const refused = (after: string, first?: number) => refusal(EVENTS, { after, first }, staff);

  it('that is malformed, or of another field, is refused', async () => {
    const hostile = ['', 'x', '0', start.slice(1), `${start}=`, ` ${start}`, 'a'.repeat(9_000), '\u0000', '🦊'];
    const forms = ['orders:1', 'orders:-1:1', 'orders:01:1', 'orders:1:4294967296', `orders:${'9'.repeat(19)}:1`];
    const others = ['catalogue:0:0', 'orders:0:-0', 'orders:1:1:1', "orders:1';--:1"];
    for (const text of [...hostile, ...[...forms, ...others].map((form) => Buffer.from(form).toString('base64url'))])
      expect(await refused(text)).toMatchObject({
        code: 'VALIDATION',
        reason: 'CURSOR_MALFORMED',
        fields: [{ path: ['after'] }],
      });
    expect((await refused(start, 0)).fields).toMatchObject([{ path: ['first'] }]);
    expect((await refused(start, 1_001)).fields).toMatchObject([{ path: ['first'] }]);
  });

  it('of another history is recognized: beyond the end, and where other changes have its position', async () => {
    const { id } = await scene.make.order();
    const { db } = database;
    await update(id, 'a');
    await update(id, 'b');
    const { nodes, endCursor } = await page({});
    const [first] = nodes;
    // A restore to the state before the last two changes.
    await db.$executeRaw`DELETE FROM sequenced_change WHERE position > (SELECT max(position) - 2 FROM sequenced_change WHERE stream = 'orders')
      AND stream = 'orders'`;
    await db.$executeRaw`UPDATE change_feed SET last_position = last_position - 2 WHERE stream = 'orders'`;
    expect(await refused(endCursor)).toMatchObject({ code: 'VALIDATION', reason: 'CURSOR_UNKNOWN' });
    expect((await page({})).nodes).toEqual([]);
    await update(id, 'c');
    await update(id, 'd');
    expect(await refused(endCursor)).toMatchObject({ reason: 'CURSOR_UNKNOWN', fields: [{ path: ['after'] }] });
    expect(await refused(String(first?.cursor))).toMatchObject({ reason: 'CURSOR_UNKNOWN' });
    expect(codes(await page({})).map(([, version]) => version)).toEqual([4, 5]);
  });

  it('that is older than what is kept is recognized; the one of the last deleted change is still valid', async () => {
    const { id } = await scene.make.order();
    const { db } = database;
    await update(id, 'old');
    const old = await page({});
    const later = { ...staff, now: new Date(staff.now.getTime() + 40 * 86_400_000) };
    await update(id, 'new', later);
    expect(await pruneChanges(db, later.now, 30)).toBeGreaterThan(0);
    expect(await pruneChanges(db, later.now, 30)).toBe(0);
    expect(await refused(start)).toMatchObject({ code: 'VALIDATION', reason: 'CURSOR_EXPIRED' });
    for (const after of [old.endCursor, null]) expect(codes(await page({ after }))).toEqual([[id, 3]]);
    await pruneChanges(db, new Date(later.now.getTime() + 40 * 86_400_000), 30);
    expect(await refused(old.endCursor)).toMatchObject({ reason: 'CURSOR_EXPIRED' });
    const kept = await page({ after: null });
    expect([kept.nodes, kept.endCursor]).toEqual([[], await cursor()]);
    await update(id, 'again');
    expect(codes(await page({ after: kept.endCursor }))).toEqual([[id, 4]]);
  });
});
