import { archiveReader } from '@channel/prisma';
import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Context } from '../context.ts';
import { cursorOf } from '../shared/list-cursor.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import { type ErasureHost, executeErasure } from './execute-erasure.ts';
import { erasureHost } from './testing/erasure-host.ts';

let database: TestDatabase;
let make: Factories;
let organizationId: number;
let admin: Context;
let clerk: Context;
let outsider: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  const who = await make.userWith(['administration', 'orders.view-all', 'console.access']);
  ({ organizationId } = who.role);
  admin = await contextFor(database.db, who.id);
  clerk = await contextFor(database.db, (await make.userWith(['orders.view-all', 'console.access'])).id);
  const { id: elsewhere } = await make.organization();
  const role = await make.role({ organizationId: elsewhere, permissions: ['administration', 'orders.view-all'] });
  const other = await make.user({ roles: [role.id] });
  outsider = await contextFor(database.db, other.id);
});
afterAll(() => database.drop());

const ADA = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'Ada@Example.com',
  phoneCountryCode: '+31',
  phoneNumber: '06 1234 5678',
};
const BO = { firstName: 'Bo', lastName: 'Berg', email: 'bo@example.com' };
/** An order that has ended, unless other columns say otherwise. */
const order = (columns: Parameters<Factories['order']>[0] = {}) =>
  make.order({ offer: null, status: 'Cancelled', passengers: [ADA, BO], ...columns });

const FIND = `query ($organizationId: SafeInt!, $search: PersonalDataSearch!) {
  found: personalDataOrders(organizationId: $organizationId, search: $search) { orderId hold passengers { passengerId name } } }`;
const ERASE = `mutation ($organizationId: SafeInt!, $orderIds: [SafeInt!]!, $passengerIds: [SafeInt!], $evenIfNeeded: Boolean) {
  made: erasePersonalData(organizationId: $organizationId, orderIds: $orderIds, passengerIds: $passengerIds, evenIfNeeded: $evenIfNeeded) {
    personalDataErasure { id: erasureId state waitsFor orderIds } } }`;
const EXPORT = `mutation ($organizationId: SafeInt!, $orderIds: [SafeInt!]!, $passengerIds: [SafeInt!]) {
  made: exportPersonalData(organizationId: $organizationId, orderIds: $orderIds, passengerIds: $passengerIds) { personalDataExport { content byteSize } } }`;

type Found = { found: { orderId: number; hold: string | null; passengers: { passengerId: number; name: string }[] }[] };
type Erasure = { made: { id: number; state: string; waitsFor: string | null; orderIds: number[] } };
type Exported = { made: { content: string; byteSize: number } };

const find = async (search: object) =>
  (await answer<Found>(FIND, { organizationId, search }, admin)).found.map(({ orderId }) => orderId);
const passengersOf = (orderId: number) =>
  database.db.passenger.findMany({
    where: { orderId },
    orderBy: { id: 'asc' },
    select: { id: true, firstName: true, email: true },
  });

const host = (changes: Partial<ErasureHost> = {}) => erasureHost(database.db, admin, changes);

describe('the search for a guest', () => {
  it('finds the orders of equal values of one passenger, ignoring case, and nobody by a name alone', async () => {
    const { id } = await order();
    expect(await find({ email: 'ada@example.COM' })).toEqual([id]);
    expect(await find({ phoneNumber: '0031 6 12345678' })).toEqual([id]);
    expect(await find({ phoneNumber: '06-12345678', name: 'ada byron' })).toEqual([id]);
    expect(await find({ email: 'bo@example.com', name: 'Ada Byron' })).toEqual([]);
    expect(await find({ email: 'ada@example' })).toEqual([]);
    for (const search of [{ name: 'Ada Byron' }, {}, { phoneNumber: '12' }])
      expect(await refusal(FIND, { organizationId, search }, admin)).toMatchObject({ code: 'VALIDATION' });
  });

  it.each([
    ['search', FIND, { search: { email: 'x@example.com' } }],
    ['export', EXPORT, { orderIds: [1] }],
    ['erase', ERASE, { orderIds: [1] }],
    [
      'list',
      'query ($organizationId: SafeInt!) { personalDataErasures(organizationId: $organizationId) { state } }',
      {},
    ],
  ])('is for administrators of the organization: %s', async (_what, text, variables) => {
    expect(await refusal(text, { organizationId, ...variables }, clerk)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(text, { organizationId, ...variables }, outsider)).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('an export', () => {
  it('has everything of all passengers, or only one of them without what may name the others', async () => {
    const { id } = await order({ referenceCode: 'R-7' });
    const [ada] = await passengersOf(id);
    const whole = await answer<Exported>(EXPORT, { organizationId, orderIds: [id] }, admin);
    const document = JSON.parse(whole.made.content);
    expect(whole.made.byteSize).toBe(Buffer.byteLength(whole.made.content));
    expect(document).toMatchObject({
      format: 'channel-booking.personal-data/1',
      organization: { id: organizationId },
      orders: [
        { id, reference_code: 'R-7', notes: [], sent: [], passengers: [{ email: ADA.email }, { email: BO.email }] },
      ],
    });
    const one = await answer<Exported>(EXPORT, { organizationId, orderIds: [id], passengerIds: [ada?.id] }, admin);
    expect(one.made.content).toContain(ADA.email);
    expect(one.made.content).not.toContain('Berg');
    const entries = await database.db.auditEntry.findMany({ where: { action: 'personal-data.export', entityId: id } });
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});

describe('a large export', () => {
  const PARTS = `mutation ($organizationId: SafeInt!, $orderIds: [SafeInt!]!, $after: String) {
    made: exportPersonalData(organizationId: $organizationId, orderIds: $orderIds, after: $after) { personalDataExport { content next omitsArchive } } }`;
  type Part = { made: { content: string; next: string | null; omitsArchive: boolean } };

  it('has every entry of every list, also of more than a part holds', async () => {
    const [first, second] = [await order(), await order()];
    const orderIds = [first.id, second.id];
    const notes = Array.from({ length: 2_345 }, (_, nth) => ({
      ...{ orderId: first.id, authorId: admin.actor?.userId ?? 0, createdAt: admin.now },
      text: `${nth} ${'"x" '.repeat(600)}`,
    }));
    await database.db.orderNote.createMany({ data: notes });
    await database.db
      .$executeRaw`INSERT INTO audit_entry (at, action, entity, entity_id, channel, organization_id, after)
      SELECT now(), 'order.update', 'order', ${second.id}::bigint, 'system', ${organizationId}::bigint, '{"status": "Booked"}' FROM generate_series(1, 1234)`;
    const parts: string[] = [];
    for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
      const { made }: Part = await answer<Part>(PARTS, { organizationId, orderIds, after }, admin);
      expect(Buffer.byteLength(made.content)).toBeLessThan(5_000_000);
      expect(made.omitsArchive).toBe(false);
      parts.push(made.content);
      after = made.next;
    }
    expect(parts.length).toBeGreaterThan(1);
    expect(() => JSON.parse(parts[0] ?? '')).toThrow(SyntaxError);
    const document = JSON.parse(parts.join(''));
    expect(document.orders.map(({ id }: { id: number }) => id)).toEqual(orderIds);
    expect(document.orders[0].notes.map(({ text }: { text: string }) => text)).toEqual(notes.map(({ text }) => text));
    const updates = document.orders[1].audit.filter(({ action }: { action: string }) => action === 'order.update');
    expect(updates).toHaveLength(1_234);
    expect(document.orders[1].archived_audit).toEqual([]);
    // Each part is recorded, for the orders that it has something of.
    const recorded = await database.db.auditEntry.count({
      where: { action: 'personal-data.export', entityId: first.id },
    });
    expect(recorded).toBeGreaterThanOrEqual(parts.length - 1);
  });

  it('takes no cursor of another document, and no other text', async () => {
    const { id } = await order();
    const after = cursorOf(`personal-data:${organizationId}:${id + 1}:`, ['0', '0'], admin.settings);
    // Of a release that had other lists, whose indexes it holds.
    const former = cursorOf(`channel-booking.personal-data/1:${organizationId}:${id}:`, ['0', '0'], admin.settings);
    for (const cursor of [after, former, 'WzAsMF0', ''])
      expect(await refusal(PARTS, { organizationId, orderIds: [id], after: cursor }, admin)).toMatchObject({
        code: 'VALIDATION',
      });
  });

  it('has archived months of the audit log over the connection for maintenance, and says so where it has not', async () => {
    const { id } = await order();
    const { id: other } = await order();
    await database.db
      .$executeRaw`CREATE TABLE audit_archive.audit_entry_2001_02 (LIKE audit_entry INCLUDING DEFAULTS INCLUDING INDEXES)`;
    await database.db.$executeRaw`
      INSERT INTO audit_archive.audit_entry_2001_02 (at, action, entity, entity_id, channel, organization_id, after)
      SELECT '2001-02-03', 'order.former-change', 'order', of, 'system', ${organizationId}::bigint, '{"leader.lastName": "Former"}'
      FROM unnest(${[id, other]}::bigint[]) AS of, generate_series(1, 250)`;
    const variables = { organizationId, orderIds: [id] };
    const without = (await answer<Part>(PARTS, variables, admin)).made;
    expect(without.omitsArchive).toBe(true);
    expect(JSON.parse(without.content)).toMatchObject({
      left_out: [expect.stringContaining('archived months')],
      orders: [{ archived_audit: null }],
    });
    const settings = { ...admin.settings, databaseMaintenanceUrl: database.maintenance };
    const [connect, end] = [vi.spyOn(pg.Client.prototype, 'connect'), vi.spyOn(pg.Client.prototype, 'end')];
    const whole = (await answer<Part>(PARTS, variables, { ...admin, settings, now: new Date() })).made;
    // Entries are read by the hundred, over one connection, which ends with the part.
    const [opened, ended] = [connect.mock.contexts, end.mock.contexts];
    expect([opened.length, opened.filter((client) => ended.includes(client)).length]).toEqual([1, 1]);
    for (const spy of [connect, end]) spy.mockRestore();
    const document = JSON.parse(whole.content);
    expect([whole.omitsArchive, document.left_out]).toEqual([false, undefined]);
    expect(document.orders[0].archived_audit).toHaveLength(250);
    expect(document.orders[0].archived_audit[0]).toMatchObject({ after: { 'leader.lastName': 'Former' }, actor: null });
    // Nobody reads the archive without a record of the export.
    const read = { orderId: other, past: '0', most: 10 };
    const reader = archiveReader(database.maintenance, admin.requestId);
    await expect(reader.read(read)).rejects.toThrow('no export');
    await reader.end();
  });
});

describe('an erasure', () => {
  it('refuses orders that are still needed, unless that is confirmed, and unknown ids', async () => {
    const [cart, future] = [await order({ status: 'InCart' }), await order({ status: 'Booked' })];
    await database.db.order.update({
      where: { id: future.id },
      data: { startsAt: null, endsAt: null, startsAtLocal: null, endsAtLocal: null },
    });
    for (const { id } of [cart, future]) {
      expect(await refusal(ERASE, { organizationId, orderIds: [id] }, admin)).toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining(`${id}`),
      });
      const { made } = await answer<Erasure>(ERASE, { organizationId, orderIds: [id], evenIfNeeded: true }, admin);
      expect(made).toMatchObject({ state: 'waiting', waitsFor: 'worker', orderIds: [id] });
    }
    expect(await refusal(ERASE, { organizationId, orderIds: [999_999] }, admin)).toMatchObject({ code: 'VALIDATION' });
  });

  it('of one passenger keeps the columns of the others, and waits for the connection of its last step', async () => {
    const { id } = await order();
    const [ada, bo] = await passengersOf(id);
    const { made } = await answer<Erasure>(ERASE, { organizationId, orderIds: [id], passengerIds: [ada?.id] }, admin);
    expect(await executeErasure(host(), made.id)).toBe('needs-maintenance');
    expect(await passengersOf(id)).toEqual([{ ...ada, firstName: 'erased', email: '' }, bo]);
    const text =
      'query ($id: SafeInt!) { erasure: personalDataErasure(id: $id) { state waitsFor ordersDone requestedBy { name } } }';
    expect(await answer(text, { id: made.id }, admin)).toMatchObject({
      erasure: { state: 'waiting', waitsFor: 'maintenance', ordersDone: 1 },
    });
  });

  it('erases each order once, whatever step it was interrupted at', async () => {
    const ids: number[] = [];
    while (ids.length < 4) ids.push((await order()).id);
    const { made } = await answer<Erasure>(ERASE, { organizationId, orderIds: ids }, admin);
    let emitted = 0;
    // Fails within the transaction of each order the first time, as a killed process does.
    const failing: Context['emit'] = async () => {
      emitted += 1;
      if (emitted % 2 === 1) throw Object.assign(new Error('killed'), { isKill: true });
    };
    const killed = host({ contextOf: async () => ({ ...admin, emit: failing }), onFailure: () => {} });
    for (let times = 0; times < 6; times += 1) {
      await executeErasure(killed, made.id);
      await database.db.personalDataErasure.update({
        where: { id: made.id },
        data: { state: 'waiting', finishedAt: null },
      });
    }
    await Promise.all([executeErasure(host(), made.id), executeErasure(host(), made.id)]);
    const orders = await database.db.order.findMany({ where: { id: { in: ids } }, select: { version: true } });
    expect(orders.map(({ version }) => version)).toEqual([2, 2, 2, 2]);
    expect(await database.db.personalDataErasure.findUniqueOrThrow({ where: { id: made.id } })).toMatchObject({
      ordersDone: 4,
    });
  });
});
