import { actorOf, startFamily } from '@channel/auth';
import type { OrderChanged } from '@channel/graph';
import { inTransaction } from '@channel/prisma';
import { createFactories, type Factories, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { contextOf } from '../context.ts';
import { client, NOW, startServer, type TestClient, type TestServer } from '../testing/index.ts';
import { envelope } from './testing/envelope-shape.ts';
import { bodyFaults } from './testing/published-shape.ts';

let server: TestServer;
let make: Factories;
let api: TestClient;
let staff: Awaited<ReturnType<Factories['userWith']>>;

beforeAll(async () => {
  server = await startServer();
  make = createFactories(server.db);
  staff = await make.userWith(['orders.view-all', 'products.book', 'graphql.query', 'console.access']);
  api = await client(server, staff.id);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.webhookEvent.deleteMany();
  await server.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
});

const events = () => server.db.webhookEvent.findMany({ orderBy: [{ orderId: 'asc' }, { sequence: 'asc' }] });
const jobs = () => server.db.$queryRaw<{ payload: unknown }[]>`SELECT payload FROM graphile_worker._private_jobs`;
type Row = Awaited<ReturnType<typeof events>>[number];
const bodyOf = ({ payload }: Row) => JSON.parse(payload ?? '');
const versionOf = async (id: number) => (await server.db.order.findUniqueOrThrow({ where: { id } })).version;

/** An order made by the API, as a partner would. */
async function book(level: Parameters<Factories['offer']>[1] = {}, more: object = {}): Promise<number> {
  const offer = await make.offer([staff.role.id], level);
  const passenger = { first_name: 'Bo', last_name: 'Berg', price_category_id: offer.childId };
  const {
    status: code,
    text,
    data,
  } = await api.post(`/v1/pos/roles/${staff.role.id}/service_levels/${offer.level.id}/orders`, {
    body: {
      leader: { first_name: 'Ada', last_name: 'Zoë', email: 'ada@example.com', price_category_id: offer.adultId },
      passengers: offer.level.pricingType === 'per_item' ? [] : [passenger],
      details: { availability_id: offer.departure.id },
      ...more,
    },
  });
  if (code !== 200) throw new Error(text);
  return Number(data<{ id: number }>().id);
}

async function eventAfter(id: number, change: object): Promise<z.output<typeof envelope>> {
  expect((await api.patch(`/v1/orders/${id}`, { body: change })).status).toBe(200);
  const [row] = (await events()).slice(-1);
  if (!row) throw new Error('there is no event');
  expect(bodyFaults(bodyOf(row))).toEqual([]);
  return envelope.parse(bodyOf(row));
}

describe('the body of an event', () => {
  it('is the envelope of the specification, with the order as it became', async () => {
    const id = await book();
    const body = await eventAfter(id, { reference_code: 'R-1', pickup: { date: '2026-06-10', time: '08:30' } });
    const [row] = await events();
    expect(row).toMatchObject({
      id: body.id,
      orderId: id,
      sequence: 2,
      kind: 'order-updated',
      actorId: staff.id,
      createdAt: NOW,
      matchedAt: null,
      isTest: false,
    });
    expect(await jobs()).toEqual([{ payload: { orderIds: [id] } }]);
    expect(body).toMatchObject({
      created_at: '2026-06-01 10:00:00',
      meta: { user: { id: staff.id, name: staff.name, tags: [] } },
      data: {
        id,
        reference_code: 'R-1',
        status: 'Booked',
        booked_at: '2026-06-01 10:00:00',
        created_at: '2026-06-01 10:00:00',
        pickup: { date: '2026-06-10', time: '08:30:00', driver: null },
        dropoff: { date: null, time: null, driver: null, location: { point: null } },
      },
    });
  });

  it('has the times as instants, prices of persons at the persons, and the variants of webhooks', async () => {
    const { data } = await eventAfter(await book(), { reference_code: 'a' });
    // Noon in Amsterdam, in summer.
    expect(data.starts_at).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:00\.000Z$/);
    const order = await server.db.order.findUniqueOrThrow({ where: { id: data.id } });
    expect([data.starts_at, data.ends_at]).toEqual([order.startsAt?.toISOString(), order.endsAt?.toISOString()]);
    expect(data.passengers.map(({ price_category_details: title }) => title)).toEqual(['Adult', 'Child']);
    expect(data.booked_details.service_level).toMatchObject({
      duration: '90',
      cut_off_time: 60,
      offer_time_start: '2026-01-01T00:00:00.000Z',
      offer_time_end: '2027-12-31T00:00:00.000Z',
    });
    const none = { original: null, agent: null, sold: null };
    expect(data.bookings[0]?.prices).toEqual(none);
    expect(data.bookings[0]?.passengers.map((seat) => seat.prices.sold?.amount)).toEqual([100, 50]);
    expect(data.total_prices.sold?.amount).toBe(150);
  });

  it('has the price of items at the booking, and an empty text for a missing price category', async () => {
    const id = await book(
      { level: { pricingType: 'per_item', priceCategories: [] } },
      { leader: { first_name: 'Ada' } },
    );
    const { data } = await eventAfter(id, { reference_code: 'a' });
    expect(data.bookings[0]?.prices.sold?.amount).toBe(500);
    expect(data.bookings[0]?.passengers.map((seat) => seat.prices)).toEqual([
      { original: null, agent: null, sold: null },
    ]);
    expect(data.passengers.map(({ price_category_details: title }) => title)).toEqual(['']);
  });

  it('has no times for a pass', async () => {
    const id = await book({ level: { availabilityType: 'pass' } });
    const { data } = await eventAfter(id, { reference_code: 'a' });
    expect([data.starts_at, data.ends_at]).toEqual([null, null]);
    expect(data.booked_details.rate.pass_expiration_minutes_after_booking).toBe(2_880);
  });

  it('spells the status of a cancelled passenger its own way, and no other status', async () => {
    const { data } = await eventAfter(await book(), { status: 'Cancelled' });
    expect([data.status, data.bookings[0]?.status]).toEqual(['Cancelled', 'Cancelled']);
    expect(data.bookings[0]?.passengers.map((seat) => seat.status)).toEqual(['CANCELED', 'CANCELED']);
  });

  it('is what the published document says, and nothing else is', async () => {
    const body = await eventAfter(await book(), { reference_code: 'a' });
    const [passenger] = body.data.passengers;
    expect(bodyFaults({ ...body, event: 'order-deleted' })).not.toEqual([]);
    expect(bodyFaults({ ...body, created_at: '2026-06-01T10:00:00Z' })).not.toEqual([]);
    expect(bodyFaults({ ...body, data: { ...body.data, city: null } })).not.toEqual([]);
    const named = { ...passenger, price_category_details: { title: 'Adult' } };
    expect(bodyFaults({ ...body, data: { ...body.data, passengers: [named] } })).not.toEqual([]);
  });

  it('is seen by the organization and in its language, whoever acts', async () => {
    const product = { title: 'Boat', translations: { nl: { title: 'Boot' } } };
    const id = await book({ product });
    const order = await server.db.order.findUniqueOrThrow({ where: { id } });
    const other = await make.organization();
    const { db } = server;
    await db.tag.createMany({
      data: [
        { organizationId: order.organizationId, productId: order.productId, key: 'ours', value: 1 },
        { organizationId: other.id, productId: order.productId, key: 'theirs', value: 2 },
      ],
    });
    // Somebody of another organization who may change the order all the same.
    const guest = await make.user({
      roles: [(await make.role({ organizationId: other.id })).id],
      clients: [order.clientId],
    });
    const answer = await (await client(server, guest.id)).patch(`/v1/orders/${id}`, {
      headers: { 'x-lang': 'nl' },
      body: { leader: { first_name: 'Eve' } },
    });
    expect(answer.status).toBe(200);
    const [row] = await events();
    const body = envelope.parse(row && bodyOf(row));
    expect(body.data.booked_details.product.tags).toEqual([{ key: 'ours', value: 1 }]);
    expect(body.data.booked_details.product.title).toBe('Boat');
    expect(body.meta.user).toMatchObject({ id: guest.id, name: guest.name });
    expect(body.data.passengers[0]?.first_name).toBe('Eve');
  });

  it('stays as it was, whatever happens to the order later', async () => {
    const id = await book();
    await api.patch(`/v1/orders/${id}`, { body: { reference_code: 'first' } });
    const [first] = await events();
    await api.patch(`/v1/orders/${id}`, { body: { reference_code: 'second', status: 'Cancelled' } });
    const rows = await events();
    expect(rows[0]).toEqual(first);
    expect(rows.map(({ sequence }) => sequence)).toEqual([2, 3]);
    expect(rows.map((row) => bodyOf(row).data.reference_code)).toEqual(['first', 'second']);
  });
});

describe('every committed change emits exactly one event', () => {
  it.each<[string, (id: number) => Promise<{ status: number }>]>([
    ['a single update', (id) => api.put(`/v1/orders/${id}`, { body: { reference_code: 'x' } })],
    ['a batch', (id) => api.put('/v1/orders', { body: { reference_code: 'x', orders: { ids: [id] } } })],
    [
      'a batch at the point of sale',
      (id) => api.put('/v1/pos/orders', { body: { status: 'Cancelled', orders: { ids: [id] } } }),
    ],
    ['tags on the order', (id) => tag('orders', id)],
    ['tags on its booking', async (id) => tag('bookings', (await orderOf(id)).bookings[0]?.id ?? 0)],
    ['tags on its transfer', async (id) => tag('transfers', (await orderOf(id)).pickupId)],
    [
      'a GraphQL mutation',
      (id) => graphql(`mutation { updateOrder(reference: "${id}", input: { referenceCode: "x" }) { id } }`),
    ],
  ])('%s', async (_, change) => {
    const id = await book();
    expect(await events()).toEqual([]);
    expect((await change(id)).status).toBe(200);
    expect(await events()).toMatchObject([{ orderId: id, sequence: 2 }]);
    expect(await versionOf(id)).toBe(2);
    expect((await events()).map((row) => envelope.safeParse(bodyOf(row)).error)).toEqual([undefined]);
    // The same again changes nothing, and tells of nothing.
    expect((await change(id)).status).toBe(200);
    expect(await events()).toHaveLength(1);
  });

  it('in order, with one job, for a batch over a hundred orders', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 100; index += 1) ids.push((await make.order({ offer: null })).id);
    const answer = await api.put('/v1/orders', { body: { reference_code: 'B', orders: { ids: [...ids].reverse() } } });
    expect(answer.status).toBe(200);
    expect((await events()).map(({ orderId, sequence }) => [orderId, sequence])).toEqual(ids.map((id) => [id, 2]));
    expect(await jobs()).toEqual([{ payload: { orderIds: ids } }]);
  });

  it('and a change that is rolled back none', async () => {
    const [one, two] = [await book(), await book()];
    const { version } = await orderOf(two);
    const full = (await orderOf(two)).bookings[0]?.availabilityId ?? 0;
    await api.put(`/v1/orders/${two}`, { body: { status: 'Cancelled' } });
    await server.db.$executeRaw`UPDATE availability SET capacity = booked WHERE id = ${full}`;
    await server.db.webhookEvent.deleteMany();
    await server.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    // The second order finds no places left: neither of them is changed.
    const body = { status: 'Booked', reference_code: 'never', orders: { ids: [one, two] } };
    expect((await api.put('/v1/orders', { body })).status).toBe(409);
    expect(await events()).toEqual([]);
    expect(await jobs()).toEqual([]);
    expect([await versionOf(one), await versionOf(two)]).toEqual([1, version + 1]);
  });

  it('with no more statements for more orders', async () => {
    const statements: string[] = [];
    const database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
    const factories = createFactories(database.db);
    const changes: OrderChanged[] = [];
    for (let index = 0; index < 12; index += 1) {
      const { id: orderId, organizationId } = await factories.order();
      changes.push({ operation: 'update', orderId, version: 2, organizationId });
    }
    const actor = await actorOf(database.db, (await factories.userWith([])).id);
    const count = async (orders: OrderChanged[]) => {
      const services = { ...server.services, db: database.db };
      const context = await contextOf(services, { actor, door: 'api', requestId: 'r' });
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

describe('changes by the system itself', () => {
  it('name a user who stands for it and never logs in', async () => {
    const id = await book();
    const { organizationId } = await orderOf(id);
    const context = await contextOf(server.services, { actor: null, door: 'system', requestId: 'r' });
    for (const version of [2, 3]) {
      const change = { operation: 'update' as const, orderId: id, version, organizationId };
      await inTransaction(server.db, (tx) => context.emit(tx, context, [change]));
    }
    const rows = await events();
    const system = await server.db.user.findMany({ where: { isSystem: true } });
    expect(system).toMatchObject([{ name: 'System', passwordHash: null }]);
    expect(rows.map(({ actorId }) => actorId)).toEqual([system[0]?.id, system[0]?.id]);
    expect(rows.map((row) => envelope.parse(bodyOf(row)).meta.user.name)).toEqual(['System', 'System']);
  });
});

describe('what staff send and compare', () => {
  it('is the same body, made now', async () => {
    const id = await book();
    const { order, admin } = await administrator(id);
    await api.patch(`/v1/orders/${id}`, { body: { reference_code: 'then' } });
    const [event] = await events();
    await api.patch(`/v1/orders/${id}`, { body: { reference_code: 'now', pickup: { time: '09:15' } } });
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
    const test = `mutation { testWebhookEndpoint(id: ${endpoint.id}, orderId: ${id}) { event { id payload } } }`;
    const { data } = await (await graphql(test, admin)).json();
    const body = envelope.parse(JSON.parse(data.testWebhookEndpoint.event.payload));
    expect(body).toMatchObject({ id: data.testWebhookEndpoint.event.id, data: { id, reference_code: 'now' } });
    expect(body.meta.user.id).toBe(admin);
  });
});

describe('which operations emit', () => {
  it('is a setting: making an order emits nothing unless it is asked for, and updates can be silent', async () => {
    await book();
    expect(await events()).toEqual([]);
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

/** Somebody who administers the organization of an order. */
async function administrator(orderId: number) {
  const order = await orderOf(orderId);
  const rights = ['orders.view-all', 'graphql.query', 'administration', 'console.access'];
  return { order, admin: (await make.userWith(rights, { organizationId: order.organizationId })).id };
}

async function graphql(query: string, userId = staff.id) {
  const { accessToken } = await startFamily(server.db, userId, NOW, server.settings);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` };
  return fetch(`${server.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
}

const tag = (target: string, id: number) =>
  api.post(`/v1/tags/any/${target}`, { body: { ids: [id], tags: [{ key: 'colour', value: 'red' }] } });

const orderOf = (id: number) =>
  server.db.order.findUniqueOrThrow({
    where: { id },
    include: { bookings: { select: { id: true, availabilityId: true } } },
  });
