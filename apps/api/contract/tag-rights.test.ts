import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../src/testing/index.ts';
import * as shapes from './shapes.ts';

/*
 * The rights to change tags, over HTTP with the demo logins: the partner, who has the permission for shared objects,
 * and the clerk, who sells and has no other permission.
 */

const SHARED = ['products', 'roles', 'cities', 'users', 'categories'] as const;
const METHODS = ['POST', 'PUT', 'DELETE'] as const;
const PERMISSION = 'tags.change-shared';

let server: TestServer;
let clerk: TestClient;
let partner: TestClient;

async function logIn(name: string): Promise<TestClient> {
  const anybody = await client(server);
  const login = await anybody.post('/v1/tokens', {
    body: { email: `${name}@demo.example`, password: `${name}-demo` },
  });
  const { data }: z.output<typeof shapes.tokens> = shapes.tokens.parse(login.json);
  return client(server, { token: data.access_token });
}

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  [clerk, partner] = [await logIn('clerk'), await logIn('partner')];
}, DEMO_TIMEOUT);
afterAll(() => server?.close());

/** The ids of each kind of shared object that the clerk sees, most of them with tags of the organization. */
async function seenByClerk(): Promise<Record<(typeof SHARED)[number], number[]>> {
  const { db } = server;
  const user = await db.user.findFirstOrThrow({ where: { username: 'clerk' }, include: { roles: true } });
  const roleId = user.roles[0]?.roleId ?? 0;
  const { organizationId } = await db.role.findUniqueOrThrow({ where: { id: roleId } });
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  const only = { select: { id: true }, orderBy: { id: 'asc' }, take: 20 } as const;
  const products = { roles: { some: { roleId } } };
  return {
    products: ids(await db.product.findMany({ where: products, ...only })),
    roles: ids(await db.role.findMany({ where: { organizationId }, ...only })),
    cities: ids(await db.city.findMany({ where: { roles: { some: { roleId } } }, ...only })),
    users: ids(await db.user.findMany({ where: { roles: { some: { role: { organizationId } } } }, ...only })),
    categories: ids(await db.category.findMany({ where: { products: { some: { product: products } } }, ...only })),
  };
}

const state = async () => {
  const { db } = server;
  const [tags, lines, events, keys] = [
    await db.tag.findMany({ orderBy: { id: 'asc' } }),
    await db.auditEntry.count({ where: { action: { startsWith: 'tags.' } } }),
    await db.webhookEvent.count(),
    await db.idempotencyRecord.count(),
  ];
  return { tags, lines, events, keys };
};

const tagsOf = (method: string) => (method === 'PUT' ? [] : [{ key: 'speaks', value: 'nl, en, de' }]);

/** Books as the clerk: an order with its booking and its transfers. */
async function orderOfClerk() {
  const { db } = server;
  const { roleId } = await db.userRole.findFirstOrThrow({ where: { user: { username: 'clerk' } } });
  const [offer] = await db.$queryRaw<{ level: number; departure: number }[]>`
    SELECT o.service_level_id AS level, o.availability_id AS departure FROM offer o
    JOIN service_level sl ON sl.id = o.service_level_id JOIN role_product rp ON rp.product_id = o.product_id AND rp.role_id = ${roleId}
    WHERE sl.pricing_type = 'per_person' AND sl.availability_type = 'per_slot' AND o.date = '2026-06-09' AND o.remaining > 2
    ORDER BY 1, 2 LIMIT 1`;
  const booked = await clerk.post(`/v1/pos/roles/${roleId}/service_levels/${offer?.level}/orders`, {
    body: {
      leader: { first_name: 'Ada' },
      details: { availability_id: offer?.departure },
      tags: [{ key: 'a', value: 1 }],
    },
  });
  expect(booked.status, booked.text).toBe(200);
  return db.order.findUniqueOrThrow({
    where: { id: booked.data<{ id: number }>().id },
    include: { bookings: true },
  });
}

describe('tags of shared objects', () => {
  it.each(SHARED.flatMap((target) => METHODS.map((method) => [method, target] as const)))(
    '%s v1/tags/x/%s by a user who only sells is a 403 that names the target, and changes nothing',
    async (method, target) => {
      const ids = (await seenByClerk())[target];
      expect(ids.length).toBeGreaterThan(1);
      const before = await state();
      // Ids of the caller's own organization, of another one and unknown ones: the refusal is the same.
      for (const named of [ids, [...ids, 999_999], [999_999]]) {
        const body = { ids: named, tags: tagsOf(method) };
        const answer = await clerk.send(method, `/v1/tags/x/${target}`, {
          body,
          headers: { 'idempotency-key': `${method}-${target}-${named.length}` },
        });
        expect(answer.status).toBe(403);
        expect(shapes.planned.parse(answer.json).meta.message).toBe(
          `You may not change tags of ${target}: this needs the permission ${PERMISSION}.`,
        );
      }
      expect(await state()).toEqual(before);
    },
  );

  it('change for a user with the permission, without an event, and the same key works once it is granted', async () => {
    const { drivers } = { drivers: (await partner.get('/v1/drivers')).data<{ id: number }[]>() };
    const ids = drivers.map(({ id }) => id);
    const { events } = await state();
    const sent = { body: { ids, tags: [{ key: 'licence', value: 'D' }] }, headers: { 'idempotency-key': 'once' } };
    expect((await clerk.post('/v1/tags/x/users', sent)).status).toBe(403);
    const { roleId } = await server.db.userRole.findFirstOrThrow({ where: { user: { username: 'clerk' } } });
    const given = { roleId, permissionName: PERMISSION };
    await server.db.rolePermission.create({ data: given });
    expect((await clerk.post('/v1/tags/x/users', sent)).status).toBe(200);
    await server.db.rolePermission.delete({ where: { roleId_permissionName: given } });
    expect((await partner.put('/v1/tags/x/users', { body: { ids, tags: [] } })).status).toBe(200);
    expect(await server.db.tag.count({ where: { userId: { in: ids } } })).toBe(0);
    expect((await state()).events).toBe(events);
  });
});

describe('tags of an order', () => {
  it('change for its seller, with an event each, and require no further permission', async () => {
    const { id, bookings, pickupId, dropoffId } = await orderOfClerk();
    const targets = { orders: [id], bookings: bookings.map((booking) => booking.id), transfers: [pickupId, dropoffId] };
    const events = () => server.db.webhookEvent.count({ where: { orderId: id } });
    for (const [target, ids] of Object.entries(targets)) {
      for (const method of METHODS) {
        const before = await events();
        const tags =
          method === 'PUT' ? [{ key: 'lane', value: 2 }] : [{ key: 'lane', value: method === 'POST' ? 1 : 2 }];
        const { status, text } = await clerk.send(method, `/v1/tags/x/${target}`, { body: { ids, tags } });
        expect(status, text).toBe(200);
        expect([method, target, await events()]).toEqual([method, target, before + 1]);
      }
    }
  });
});
