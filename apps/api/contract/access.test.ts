import { createServiceToken } from '@channel/auth';
import { inTransaction } from '@channel/prisma';
import { loadSettings } from '@channel/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Answer, TestClient, TestServer } from '../src/testing/index.ts';
import { CANARY, columnsWithoutCanary, plantCanaries } from './access/canaries.ts';
import { applyMutation, applyMutations, MUTATIONS } from './access/mutations.ts';
import { furnish, namedBy, orderSeenBy, tagEverything } from './access/named.ts';
import { changed, contents, fingerprint } from './access/rows.ts';
import type { Expected, Kind, Named, Request, Slot } from './access/slot.ts';
import { PLAIN, SLOTS } from './access/slots.ts';

/*
 * Access to data of another organization: every member of a request that can name an object × every demo user. No data
 * of the other organization is found, changed, or visible in any answer; its owner sends the same requests
 * successfully.
 */

applyMutations();
// Imported dynamically, because these modules load the core.
const { client, DEMO_TIMEOUT, startServer } = await import('../src/testing/index.ts');
const { routesOf } = await import('../src/http/v1.ts');

const routes = routesOf({ settings: loadSettings({}) });

type Insider = { name: string; kind: Kind; api: TestClient; own: Named };

let server: TestServer;
let anonymous: TestClient;
let outsider: { api: TestClient; own: Named };
const insiders: Insider[] = [];

const demoUser = (username: string) => server.db.user.findFirstOrThrow({ where: { username } });

/** A user of the home organization with this permission or a client, who is assigned to an order. */
async function insider(name: string, kind: Kind, username: string): Promise<void> {
  const { db } = server;
  const { id } = await demoUser(username);
  const held = await db.userRole.findFirstOrThrow({ where: { userId: id }, include: { role: true } });
  const clients = await db.clientMember.findMany({ where: { userId: id } });
  const overall = kind === 'staff' ? [`o${held.role.organizationId}`] : [];
  const principals = [`u${id}`, `r${held.roleId}`, ...clients.map(({ clientId }) => `c${clientId}`), ...overall];
  const own = await namedBy(server, {
    organizationId: held.role.organizationId,
    userId: id,
    roleId: held.roleId,
    orderId: await orderSeenBy(db, principals),
  });
  insiders.push({ name, kind, own, api: await client(server, id) });
}

/** Makes one user the seller of an order of another user. */
async function handOver(from: string, to: string): Promise<void> {
  const { db } = server;
  const [seller, next] = [await demoUser(from), await demoUser(to)];
  const { roleId } = await db.userRole.findFirstOrThrow({ where: { userId: next.id } });
  const id = await orderSeenBy(db, [`u${seller.id}`]);
  await db.order.update({ where: { id }, data: { roleId, issuerId: next.id } });
}

/** The user with the most orders as driver or guide, so that the crew member has orders. */
async function busiest(column: 'driver' | 'guide'): Promise<string> {
  const [row] = await server.db.$queryRawUnsafe<{ username: string }[]>(`
    SELECT u.username FROM orders o JOIN transfer t ON t.id IN (o.pickup_id, o.dropoff_id)
    JOIN "user" u ON u.id = ${column === 'driver' ? 't.driver_id' : 'o.tour_guide_id'}
    WHERE o.organization_id = 1 GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`);
  return row?.username ?? '';
}

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  const { db } = server;
  const home = (await demoUser('partner')).id;
  const homeRole = await db.userRole.findFirstOrThrow({ where: { userId: home }, include: { role: true } });
  await furnishBoth(homeRole.role.organizationId);
  anonymous = await client(server);
  await handOver('partner', 'clerk');
  await insider('partner', 'partner', 'partner');
  await insider('clerk', 'clerk', 'clerk');
  await insider('staff', 'staff', 'staff');
  await insider('admin', 'staff', 'admin');
  await insider('driver', 'crew', await busiest('driver'));
  await insider('tour guide', 'crew', await busiest('guide'));
  await insider('contact person', 'guest', 'femke-bakker');
  await insider('client', 'guest', 'robert-van-dam');
}, DEMO_TIMEOUT);
afterAll(() => server?.close());

async function furnishBoth(home: number): Promise<void> {
  const { db } = server;
  const { id } = await demoUser('outsider');
  const { roleId, role } = await db.userRole.findFirstOrThrow({ where: { userId: id }, include: { role: true } });
  const permissionName = server.settings.permissions.sharedTags;
  await db.rolePermission.create({ data: { roleId, permissionName } });
  await furnish(db, role.organizationId, `${CANARY}.category.title`);
  await db.tag.create({ data: { organizationId: home, key: 'mine', value: 'own', productId: 1 } });
  const orderId = await orderSeenBy(db, [`r${roleId}`]);
  await plantCanaries(db, role.organizationId);
  await tagEverything(db, role.organizationId, `${CANARY}.everywhere`);
  const api = await client(server, id);
  const own = await namedBy(server, { organizationId: role.organizationId, userId: id, roleId, orderId });
  await db.availability.update({ where: { id: own.availability }, data: { capacity: SLOTS.length } });
  outsider = { api, own };
}

type JsonSchema = { type?: string; properties?: Record<string, JsonSchema>; anyOf?: JsonSchema[]; items?: JsonSchema };

function members({ type, properties, anyOf, items }: JsonSchema, path: string[] = []): string[] {
  if (type === 'null') return [];
  const below = [
    ...Object.entries(properties ?? {}).flatMap(([name, inner]) => members(inner, [...path, name])),
    ...(anyOf ?? []).flatMap((form) => members(form, path)),
    ...(items ? members(items, path) : []),
  ];
  const isLeaf = !properties && (anyOf ?? []).length === 0 && !items;
  return [...new Set([...below, ...(isLeaf && path.length > 0 ? [path.join('.')] : [])])];
}

const membersOf = (schema: z.ZodType) =>
  members(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);

/** The routes as `SLOTS` names them. */
const ROUTES = routes.flatMap(({ methods, path, ...row }) =>
  methods.map((method) => ({ ...row, method, route: `${method} ${path.replace(/:(\w+)/g, '{$1}')}` })),
);

/** Every member of every request, except of public reads: they have the same answer for everyone. */
const SAYABLE = ROUTES.filter(({ method, public: isPublic }) => !isPublic || method !== 'GET').flatMap(
  ({ route, params, input }) => [...membersOf(params), ...membersOf(input)].map((member) => ({ route, member })),
);

/** The reads without a parameter in the path. */
const LISTS = ROUTES.filter(({ method, params }) => method === 'GET' && membersOf(params).length === 0).map(
  ({ route }) => route.slice('GET '.length),
);

/** Members within a tag are covered by the list of tags; tags to assign are no references. */
function isReference({ route, member }: { route: string; member: string }): boolean {
  const name = member.split('.').at(-1) ?? '';
  const isNewTag = /^tags(\.(key|value))?$/.test(member) && /^(POST|PUT) .*(tags|orders)/.test(route);
  return !isNewTag && !PLAIN.has(name);
}

const listed = ({ route, member }: { route: string; member: string }) =>
  `${route} ${member.replace(/(^|\.)tags\.(key|value)$/, '$1tags')}`;

describe('the matrix is complete', () => {
  it('has a row for every member that can name an object, and no other row', () => {
    const wanted = new Set(SAYABLE.filter(isReference).map(listed));
    expect(new Set(SLOTS.map(listed))).toEqual(wanted);
  });

  it('contains every read: in its rows, or in the sweep of the lists', () => {
    const sent = new Set([...SLOTS.map(({ route }) => route), ...LISTS.map((path) => `GET ${path}`)]);
    const reads = ROUTES.filter(({ method }) => method === 'GET').map(({ route }) => route);
    expect(reads.filter((route) => !sent.has(route))).toEqual([]);
  });

  it('has a canary in every column of text', async () => {
    expect(await columnsWithoutCanary(server.db), 'see contract/access/canaries.ts').toEqual([]);
  });

  it('has, for every refused write, a request of the owner that changes rows', () => {
    const writes = SLOTS.filter(({ route }) => !/^GET|tokens/.test(route));
    expect(writes.filter(({ changes }) => changes === undefined)).toEqual([]);
  });
});

const methodOf = ({ route }: Slot) => route.split(' ')[0] ?? '';
const send = (api: TestClient, slot: Slot, { path, body }: Request) => api.send(methodOf(slot), path, { body });

const isEmpty = ({ text, json }: Answer) => {
  if (json === undefined) return text.trim().split('\r\n').length === 1;
  const list = Array.isArray(json) ? json : (json as { data: unknown }).data;
  return Array.isArray(list) && list.length === 0;
};

/** The violation in an answer to a caller who must not access the named object. */
function violationOf(answer: Answer, expected: Expected): string | undefined {
  const { status, text, headers, json } = answer;
  if (`${text}${JSON.stringify(headers)}`.includes(CANARY)) return `shows ${/zzcanary[\w.]*/.exec(text)?.[0]}`;
  const wanted = typeof expected === 'number' ? expected : typeof expected === 'object' ? 422 : 200;
  if (status !== wanted) return `is ${status}, not ${wanted}: ${text.slice(0, 200)}`;
  if (expected === 'empty' && !isEmpty(answer)) return `finds something: ${text.slice(0, 200)}`;
  if (typeof expected !== 'object') return undefined;
  const paths = Object.keys((json as { errors: object }).errors);
  return paths.join() === expected.at ? undefined : `is refused at ${paths}, not at ${expected.at}`;
}

type Cell = { name: string; check: () => Promise<string | undefined> };

/** Everything that a user of the home organization can read without naming an object: it must show no canary. */
function sweep({ name, api, own }: Insider): Cell[] {
  const base = `/v1/pos/roles/${own.role}`;
  const lists = [
    ...LISTS,
    '/v1/cities?per_page=20',
    '/v1/cities?per_page=20&page=2',
    '/v1/orders?per_page=100&filter[include]=pickup.driver|dropoff.driver',
    `/v1/orders/${own.order}`,
    `${base}/products?per_page=50`,
    '/v1/pos/products?per_page=50',
    '/v1/pos/products?per_page=50&page=2',
  ];
  return ['en', 'nl'].flatMap((language) =>
    lists.map((path) => ({
      name: `${name} reads ${path} in ${language}`,
      check: async () => violationOf(await api.get(path, { headers: { 'x-lang': language } }), 'unchanged'),
    })),
  );
}

const cells = (slot: Slot): Cell[] => [
  {
    name: `anonymous: ${slot.route} ${slot.member}`,
    check: async () =>
      violationOf(await send(anonymous, slot, slot.ask(insiders[0]?.own ?? outsider.own, outsider.own)), 401),
  },
  ...insiders.map(({ name, kind, api, own }) => ({
    name: `${name}: ${slot.route} ${slot.member}`,
    check: async () => violationOf(await send(api, slot, slot.ask(own, outsider.own)), slot.expected(kind)),
  })),
];

/** The violations in these cells; with `first`, only the first one. */
async function violationsIn(all: readonly Cell[], first = false): Promise<{ cell: Cell; violation: string }[]> {
  const found: { cell: Cell; violation: string }[] = [];
  for (const cell of all) {
    const violation = await cell.check();
    if (violation) found.push({ cell, violation: `${cell.name} ${violation}` });
    if (violation && first) break;
  }
  return found;
}
const texts = (found: { violation: string }[]) => found.map(({ violation }) => violation);

describe('data of others', () => {
  it('is in no answer to a request that names no object', { timeout: 60_000 }, async () => {
    expect(texts(await violationsIn(insiders.flatMap(sweep)))).toEqual([]);
  });

  it('is neither found nor changed by a request that names it', { timeout: 120_000 }, async () => {
    const before = await fingerprint(server.db);
    for (const slot of SLOTS) {
      expect(texts(await violationsIn(cells(slot)))).toEqual([]);
      if (!slot.route.startsWith('GET')) expect(await fingerprint(server.db), slot.route).toBe(before);
    }
  });
});

describe('a mutation of a scope', () => {
  const all = () => [...insiders.flatMap(sweep), ...SLOTS.flatMap(cells)];

  it.each(MUTATIONS)('%s is detected', { timeout: 60_000 }, async (name, seenAt) => {
    applyMutation(name);
    try {
      const near = all().filter((cell) => cell.name.includes(seenAt));
      const [found] = await violationsIn(near, true);
      expect(found?.violation, 'The mutation was not detected.').toBeDefined();
      applyMutation(undefined);
      // The violation comes from this mutation, not from the effects of an earlier one.
      expect(found ? texts(await violationsIn([found.cell])) : []).toEqual([]);
    } finally {
      applyMutation(undefined);
    }
  });
});

/** Removes from an order what the owner's request is going to add. */
async function clear(orderId: number): Promise<void> {
  const { db } = server;
  const cleared = { contactPersonId: null, tourGuideId: null };
  const { pickupId, dropoffId } = await db.order.update({ where: { id: orderId }, data: cleared });
  await db.transfer.updateMany({
    where: { id: { in: [pickupId, dropoffId] } },
    data: { driverId: null, pointId: null },
  });
}

/** The rows of the objects that the owner names. */
async function belongings({ order, level }: Named): Promise<Set<string>> {
  const found = await server.db.$queryRaw<{ row: string }[]>`
    SELECT 'orders:' || ${order}::bigint AS row
    UNION SELECT 'booking:' || id FROM booking WHERE order_id = ${order}
    UNION SELECT 'passenger:' || id FROM passenger WHERE order_id = ${order}
    UNION SELECT 'transfer:' || t.id FROM transfer t JOIN orders o ON t.id IN (o.pickup_id, o.dropoff_id) WHERE o.id = ${order}
    UNION SELECT 'availability:' || id FROM availability WHERE service_level_id = ${level}
    UNION SELECT 'tag:' || t.id FROM tag t JOIN role r ON r.id = ${outsider.own.role} AND r.organization_id = t.organization_id`;
  return new Set(found.map(({ row }) => row));
}

describe('the owner of the object', () => {
  it.each(SLOTS.map((slot) => [`${slot.route} ${slot.member}`, slot] as const))('succeeds: %s', async (_name, slot) => {
    const { own, api } = outsider;
    if (slot.changes) await clear(own.order);
    const mine = await belongings(own);
    const before = slot.changes ? await contents(server.db) : new Map<string, string>();
    const answer = await send(api, slot, (slot.ownerRequest ?? ((named) => slot.ask(named, named)))(own));
    expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(300);
    if (methodOf(slot) === 'GET') expect(isEmpty(answer)).toBe(false);
    if (!slot.changes) return;
    const rows = changed(before, await contents(server.db));
    expect(rows.filter((row) => !row.startsWith('+') && !mine.has(row.replace('-', '')))).toEqual([]);
    const tables = new Set(rows.map((row) => row.split(':')[0]));
    const perhaps = slot.changes.filter((table) => table.endsWith('?')).map((table) => table.slice(0, -1));
    const certain = slot.changes.filter((table) => !table.endsWith('?'));
    expect([...tables].filter((table) => !perhaps.includes(table ?? '')).sort()).toEqual(certain.sort());
  });
});

// Last, because it changes orders that others read.
describe('a service account with the role of the owner', () => {
  const READS = ['audit:read', 'catalogue:read', 'orders:read', 'people:read', 'webhooks:read'];
  const WRITES = ['catalogue:write', 'orders:write', 'people:write', 'webhooks:write'];
  const writes = SLOTS.filter(({ changes }) => changes);

  async function account() {
    const { own } = outsider;
    const { id } = await server.db.user.create({
      data: { kind: 'service', name: 'Tool', email: 'tool@service.invalid', username: 'tool' },
    });
    await server.db.userRole.create({ data: { userId: id, roleId: own.role } });
    const { organizationId } = await server.db.role.findUniqueOrThrow({ where: { id: own.role } });
    await server.db.serviceAccount.create({
      data: { userId: id, organizationId, ownerId: own.user, scopes: READS, addressRanges: [] },
    });
    const token = { accountId: id, name: 'test', expiresAt: null };
    const { text } = await inTransaction(server.db, (tx) => createServiceToken(tx, token, server.services.clock()));
    return { id, api: await client(server, { token: text }) };
  }
  const request = (slot: Slot) => (slot.ownerRequest ?? ((named: Named) => slot.ask(named, named)))(outsider.own);

  it('changes nothing by any write without a write scope, and something with it', { timeout: 120_000 }, async () => {
    const { id, api } = await account();
    const before = await fingerprint(server.db);
    const passed: string[] = [];
    for (const slot of writes) {
      const answer = await send(api, slot, request(slot));
      const isRefused = answer.status === 403 && (answer.json as { errors: unknown }).errors === null;
      if (!isRefused) passed.push(`${slot.route} ${slot.member} is ${answer.status}`);
    }
    expect(passed).toEqual([]);
    expect(await fingerprint(server.db)).toBe(before);
    await server.db.serviceAccount.update({ where: { userId: id }, data: { scopes: WRITES } });
    const update = writes.find(({ route }) => route.startsWith('PATCH /v1/orders/'));
    if (!update) throw new Error('There is no update of an order.');
    await clear(outsider.own.order);
    const cleared = await fingerprint(server.db);
    expect((await send(api, update, request(update))).status).toBeLessThan(300);
    expect(await fingerprint(server.db)).not.toBe(cleared);
  });
});
