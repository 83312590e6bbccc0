import { actorOf, startFamily } from '@channel/auth';
import type { OrderChanged } from '@channel/graph';
import { inTransaction } from '@channel/prisma';
import { createFactories, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextOf } from '../context.ts';
import { client, NOW, startServer, type TestServer } from '../testing/index.ts';
import { envelope } from './testing/envelope-shape.ts';
import { bodyOf, type EventScene, eventScene } from './testing/event-scene.ts';

let server: TestServer;
let scene: EventScene;

beforeAll(async () => {
  server = await startServer();
  scene = await eventScene(server);
});
afterAll(() => server.close());
beforeEach(() => scene.clear());

const versionOf = async (id: number) => (await server.db.order.findUniqueOrThrow({ where: { id } })).version;

describe('every committed change emits exactly one event', () => {
  it.each<[string, (id: number) => Promise<{ status: number }>]>([
    ['a single update', (id) => scene.api.put(`/v1/orders/${id}`, { body: { reference_code: 'x' } })],
    ['a batch', (id) => scene.api.put('/v1/orders', { body: { reference_code: 'x', orders: { ids: [id] } } })],
    [
      'a batch at the point of sale',
      (id) => scene.api.put('/v1/pos/orders', { body: { status: 'Cancelled', orders: { ids: [id] } } }),
    ],
    ['tags on the order', (id) => tag('orders', id)],
    ['tags on its booking', async (id) => tag('bookings', (await orderOf(id)).bookings[0]?.id ?? 0)],
    ['tags on its transfer', async (id) => tag('transfers', (await orderOf(id)).pickupId)],
    [
      'a GraphQL mutation',
      (id) =>
        graphql(
          `mutation { updateOrder(reference: "${id}", input: { referenceCode: "x" }) { order { id: databaseId } } }`,
        ),
    ],
  ])('%s', async (_, change) => {
    const id = await scene.book();
    expect(await scene.events()).toEqual([]);
    expect((await change(id)).status).toBe(200);
    expect(await scene.events()).toMatchObject([{ orderId: id, sequence: 2 }]);
    expect(await versionOf(id)).toBe(2);
    expect((await scene.events()).map((row) => envelope.safeParse(bodyOf(row)).error)).toEqual([undefined]);
    // Repeating the request changes nothing and emits nothing.
    expect((await change(id)).status).toBe(200);
    expect(await scene.events()).toHaveLength(1);
  });

  it('in order, with one job, for a batch over a hundred orders', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 100; index += 1) ids.push((await scene.make.order({ offer: null })).id);
    const answer = await scene.api.put('/v1/orders', {
      body: { reference_code: 'B', orders: { ids: [...ids].reverse() } },
    });
    expect(answer.status).toBe(200);
    expect((await scene.events()).map(({ orderId, sequence }) => [orderId, sequence])).toEqual(
      ids.map((id) => [id, 2]),
    );
    expect(await scene.jobs()).toEqual([{ payload: { orderIds: ids } }]);
  });

  it('and a change that is rolled back emits none', async () => {
    const [one, two] = [await scene.book(), await scene.book()];
    const { version } = await orderOf(two);
    const full = (await orderOf(two)).bookings[0]?.availabilityId ?? 0;
    await scene.api.put(`/v1/orders/${two}`, { body: { status: 'Cancelled' } });
    await server.db.$executeRaw`UPDATE availability SET capacity = booked WHERE id = ${full}`;
    await server.db.webhookEvent.deleteMany();
    await server.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    // The second order finds too few places, so neither order is changed.
    const body = { status: 'Booked', reference_code: 'never', orders: { ids: [one, two] } };
    expect((await scene.api.put('/v1/orders', { body })).status).toBe(409);
    expect(await scene.events()).toEqual([]);
    expect(await scene.jobs()).toEqual([]);
    expect([await versionOf(one), await versionOf(two)]).toEqual([1, version + 1]);
  });

  it('with the same number of statements for more orders', async () => {
    const statements: string[] = [];
    const database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
    const factories = createFactories(database.db);
    const changes: OrderChanged[] = [];
    for (let index = 0; index < 12; index += 1) {
      const { id: orderId, organizationId } = await factories.order();
      changes.push({ operation: 'update', orderId, version: 2, organizationId });
    }
    const actor = await actorOf(database.db, (await factories.userWith([])).id, new Date());
    const count = async (orders: OrderChanged[]) => {
      const services = { ...server.services, db: database.db };
      const context = await contextOf(services, { actor, channel: 'api', address: '192.0.2.1', requestId: 'r' });
      statements.length = 0;
      await inTransaction(database.db, (tx) => context.emit(tx, context, orders));
      return statements.length;
    };
    const one = await count(changes.slice(0, 1));
    expect(await count(changes.slice(1))).toBe(one);
    expect(one).toBeLessThan(60);
    await database.drop();
  });
});

describe('changes by the system', () => {
  it('name the system user, who never logs in', async () => {
    const id = await scene.book();
    const { organizationId } = await orderOf(id);
    const context = await contextOf(server.services, { actor: null, channel: 'system', address: null, requestId: 'r' });
    for (const version of [2, 3]) {
      const change = { operation: 'update' as const, orderId: id, version, organizationId };
      await inTransaction(server.db, (tx) => context.emit(tx, context, [change]));
    }
    const rows = await scene.events();
    const system = await server.db.user.findMany({ where: { kind: 'system' } });
    expect(system).toMatchObject([{ name: 'System', passwordHash: null }]);
    expect(rows.map(({ actorId }) => actorId)).toEqual([system[0]?.id, system[0]?.id]);
    expect(rows.map((row) => envelope.parse(bodyOf(row)).meta.user.name)).toEqual(['System', 'System']);
  });
});

describe('test events and comparisons of staff', () => {
  it('have the same body, built from current data', async () => {
    const id = await scene.book();
    const { order, admin } = await administrator(id);
    await scene.api.patch(`/v1/orders/${id}`, { body: { reference_code: 'then' } });
    const [event] = await scene.events();
    await scene.api.patch(`/v1/orders/${id}`, { body: { reference_code: 'now', pickup: { time: '09:15' } } });
    const compare = (against: string) =>
      graphql(`{ changes: webhookEventChanges(id: "${event?.id}", against: ${against}) { path before after } }`, admin);
    expect((await (await compare('now')).json()).data).toEqual({
      changes: [
        { path: 'reference_code', before: 'then', after: 'now' },
        { path: 'pickup.time', before: null, after: '09:15:00' },
      ],
    });
    const endpoint = await server.db.webhookEndpoint.create({
      data: {
        organizationId: order.organizationId,
        url: 'https://partner.example/',
        secret: Buffer.from('sealed'),
        createdAt: NOW,
      },
    });
    const test = `mutation { testWebhookEndpoint(id: ${endpoint.id}, orderId: ${id}) { delivery { event { id: databaseId payload } } } }`;
    const { data } = await (await graphql(test, admin)).json();
    const body = envelope.parse(JSON.parse(data.testWebhookEndpoint.delivery.event.payload));
    expect(body).toMatchObject({ id: data.testWebhookEndpoint.delivery.event.id, data: { id, reference_code: 'now' } });
    expect(body.meta.user.id).toBe(admin);
  });
});

describe('which operations emit', () => {
  it('is a setting: creating an order emits nothing by default, and updates can be silent', async () => {
    await scene.book();
    expect(await scene.events()).toEqual([]);
    const env = { EVENT_KINDS: '{"create":"order-created"}' };
    const other = await startServer({ env });
    const factories = createFactories(other.db);
    const seller = await factories.userWith(['orders.view-all', 'products.book']);
    const offer = await factories.offer([seller.role.id]);
    const requests = await client(other, seller.id);
    const { data } = await requests.post(`/v1/pos/roles/${seller.role.id}/service_levels/${offer.level.id}/orders`, {
      body: {
        leader: { first_name: 'Ada', price_category_id: offer.adultId },
        details: { availability_id: offer.departure.id },
      },
    });
    const { id } = data<{ id: number }>();
    expect(await other.db.webhookEvent.findMany()).toMatchObject([{ orderId: id, sequence: 1, kind: 'order-created' }]);
    expect((await requests.patch(`/v1/orders/${id}`, { body: { reference_code: 'x' } })).status).toBe(200);
    expect(await other.db.webhookEvent.count()).toBe(1);
    await other.close();
  });
});

/** An administrator of the organization of an order. */
async function administrator(orderId: number) {
  const order = await orderOf(orderId);
  const rights = ['orders.view-all', 'graphql.query', 'administration', 'console.access'];
  return { order, admin: (await scene.make.userWith(rights, { organizationId: order.organizationId })).id };
}

async function graphql(query: string, userId = scene.staff.id) {
  const { accessToken } = await startFamily(server.db, userId, NOW, server.settings);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` };
  return fetch(`${server.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
}

const tag = (target: string, id: number) =>
  scene.api.post(`/v1/tags/any/${target}`, { body: { ids: [id], tags: [{ key: 'colour', value: 'red' }] } });

const orderOf = (id: number) =>
  server.db.order.findUniqueOrThrow({
    where: { id },
    include: { bookings: { select: { id: true, availabilityId: true } } },
  });
