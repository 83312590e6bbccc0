import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { audit } from '../shared/audit.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';

const LOG = /* GraphQL */ `
  query ($filter: AuditFilter, $page: Int, $perPage: Int) {
    auditLog(filter: $filter, page: $page, perPage: $perPage) {
      id: databaseId at channel action entity entityId before after requestId address batchId
      actor { id: databaseId name }
      organization { id: databaseId }
    }
    auditLogMeta(filter: $filter, page: $page, perPage: $perPage) { total from to }
  }
`;
type Log = { auditLog: { action: string; entityId: number | null }[]; auditLogMeta: { total: number } };

const DAY = 86_400_000;

let database: TestDatabase;
let scene: StaffScene;
let seenOrder: number;
let hiddenOrder: number;
let admin: Context;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
  admin = await scene.as('admin');
  const { people, home, elsewhere, make } = scene;
  await database.db.user.update({ where: { id: people.staff.id }, data: { name: 'Zoë 100%' } });
  seenOrder = (await make.order({ offer: null, contactPersonId: people.clerk.id })).id;
  hiddenOrder = (await make.order({ offer: null })).id;
  const at = (days: number) => new Date(admin.now.getTime() - days * DAY);
  const write = async (who: keyof StaffScene['people'], days: number, more: Partial<Context>, line: object) =>
    audit(database.db, { ...(await scene.as(who)), now: at(days), ...more }, [
      { action: 'x', entity: 'x', entityId: 1, organizationId: home, ...line },
    ]);
  await write('admin', 200, {}, { action: 'old.line', after: { word: 'needle' } });
  await write(
    'staff',
    9,
    { channel: 'console', address: '::ffff:192.0.2.7' },
    {
      action: 'order.update',
      entity: 'order',
      entityId: seenOrder,
      before: { status: 'InCart' },
      after: { status: 'Booked' },
    },
  );
  await write('staff', 8, { channel: 'console' }, { action: 'order.update', entity: 'order', entityId: hiddenOrder });
  await write('outsider', 7, {}, { action: 'foreign.line', organizationId: elsewhere });
  await write(
    'driver',
    6,
    { requestId: 'the-request' },
    { action: 'user.log-in', entity: 'user', entityId: people.driver.id, organizationId: null },
  );
  await write(
    'guest',
    5,
    {},
    { action: 'user.log-in', entity: 'user', entityId: people.guest.id, organizationId: null },
  );
  await write(
    'stranger',
    4,
    {},
    { action: 'user.log-in', entity: 'user', entityId: people.stranger.id, organizationId: null },
  );
  await write(
    'admin',
    3,
    { channel: 'graphql', address: 'fe80::1%eth0' },
    { action: 'role.update', entity: 'role', entityId: 7, after: { name: 'Hay 50% needle' } },
  );
  await audit(database.db, { ...admin, actor: null, channel: 'system', now: at(2) }, [
    { action: 'webhook-endpoint.disable', entity: 'webhook-endpoint', entityId: 9, organizationId: home },
  ]);
});
afterAll(() => database.drop());

const log = (context: Context, filter: object = {}, more: object = {}) =>
  answer<Log>(LOG, { filter, ...more }, context);
const actions = async (context: Context, filter: object = {}) =>
  (await log(context, filter)).auditLog.map(({ action, entityId }) => `${action} ${entityId}`);

const daysAgo = (days: number) => new Date(admin.now.getTime() - days * DAY).toISOString();

describe('the audit log', () => {
  it('lists changes with their values before and after, newest first', async () => {
    const { auditLog, auditLogMeta } = await log(admin, { actions: ['order.update'], entityIds: [seenOrder] });
    expect(auditLogMeta).toEqual({ total: 1, from: 1, to: 1 });
    expect(auditLog).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        at: '2026-05-23T10:00:00.000Z',
        channel: 'console',
        action: 'order.update',
        entity: 'order',
        entityId: seenOrder,
        before: { status: 'InCart' },
        after: { status: 'Booked' },
        requestId: 'request-of-a-test',
        address: '192.0.2.7',
        batchId: null,
        actor: { id: scene.people.staff.id, name: 'Zoë 100%' },
        organization: { id: scene.home },
      },
    ]);
  });

  it("lists the entries of the viewer's organization and the logins of its users", async () => {
    expect(await actions(admin)).toEqual([
      'webhook-endpoint.disable 9',
      'role.update 7',
      `user.log-in ${scene.people.guest.id}`,
      `user.log-in ${scene.people.driver.id}`,
      `order.update ${hiddenOrder}`,
      `order.update ${seenOrder}`,
      'old.line 1',
    ]);
    expect(await actions(await scene.as('outsider'))).toEqual([
      `user.log-in ${scene.people.stranger.id}`,
      'foreign.line 1',
    ]);
  });

  it('is empty for users who administer no organization, and refused without authentication', async () => {
    for (const who of ['staff', 'partner', 'driver', 'guest'] as const) {
      expect([who, await log(await scene.as(who))]).toEqual([
        who,
        { auditLog: [], auditLogMeta: { total: 0, from: 0, to: 0 } },
      ]);
    }
    expect(await refusal(LOG, {}, await contextFor(database.db, null))).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('lists an order entry only to a viewer who sees the order', async () => {
    const found = await actions(await scene.as('clerk'), { entities: ['order'] });
    expect(found).toEqual([`order.update ${seenOrder}`]);
    expect(await actions(await scene.as('clerk'), { search: String(hiddenOrder) })).not.toContain(
      `order.update ${hiddenOrder}`,
    );
  });

  it.each<[string, () => object, number]>([
    ['who', () => ({ actorIds: [scene.people.staff.id] }), 2],
    ['action', () => ({ actions: ['role.update', 'no.such', '\u0000'] }), 1],
    ['kind of resource', () => ({ entities: ['user', 'role'] }), 3],
    ['resource', () => ({ entities: ['role'], entityIds: [7] }), 1],
    ['channel', () => ({ channels: ['system', 'console'] }), 3],
    ['address', () => ({ addresses: ['192.0.2.7', '2001:db8::1'] }), 1],
    ['networks', () => ({ addresses: ['192.0.2.0/24', 'fe80::/10'] }), 2],
    ['another network', () => ({ addresses: ['192.0.3.0/24'] }), 0],
    ['batch', () => ({ batchIds: [1] }), 0],
    ['an empty list of actors', () => ({ actorIds: [] }), 0],
    ['beginning', () => ({ since: daysAgo(3) }), 2],
    ['end', () => ({ until: daysAgo(9) }), 1],
    ['name of the actor', () => ({ search: 'zoë 100%' }), 2],
    ['action in part', () => ({ search: 'LOG-IN' }), 2],
    ['what changed', () => ({ search: 'needle' }), 1],
    ['what changed, beyond the default range', () => ({ search: 'needle', since: daysAgo(1_000) }), 2],
    ['a text with the wildcards of LIKE', () => ({ search: '50_ needle' }), 0],
    ['whole request id', () => ({ search: ' the-request ' }), 1],
    ['part of a request id', () => ({ search: 'the-req' }), 0],
    ['a text that Postgres cannot store', () => ({ search: 'a\u0000' }), 0],
  ])('filters by %s', async (_, filter, count) => {
    const { auditLog, auditLogMeta } = await log(admin, filter());
    expect([auditLog.length, auditLogMeta.total]).toEqual([count, count]);
  });

  it.each(['', 'localhost', '192.0.2.7/24', '192.0.2', '\u0000', "1' OR true"])(
    'refuses %j, which is no address',
    async (text) => {
      const refused = await refusal(LOG, { filter: { addresses: ['192.0.2.7', text] } }, admin);
      expect(refused).toMatchObject({ code: 'VALIDATION', fields: [{ path: ['filter', 'addresses', 1] }] });
    },
  );

  it('is paginated', async () => {
    const page = async (number: number) => log(admin, {}, { perPage: 3, page: number });
    const [first, last] = [await page(1), await page(3)];
    expect([first.auditLog.length, last.auditLog.length]).toEqual([3, 1]);
    expect(last.auditLogMeta).toEqual({ total: 7, from: 7, to: 7 });
    expect(await refusal(LOG, { page: 0 }, admin)).toMatchObject({ code: 'VALIDATION' });
  });
});
