import { createFactories } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bearerOf, postGraphql } from '../src/testing/graphql.ts';
import { exchange } from '../src/testing/http.ts';
import { client, startServer, type TestClient, type TestServer } from '../src/testing/index.ts';

/*
 * Every row has an id above 2^31, from the catalogue to the order, through real HTTP. For more: TEST_SEQUENCES_FROM=3000000000
 * raises the ids of any test.
 */

const FROM = 3_000_000_000;
const UNKNOWN = 8_000_000_000;

let server: TestServer;
let api: TestClient;
let authorization: string;
let bookings: string;
let departure: number;

beforeAll(async () => {
  server = await startServer();
  await server.db.$queryRaw`SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, ${FROM}::bigint)::text
    FROM pg_sequences WHERE schemaname = 'public'`;
  const make = createFactories(server.db);
  const staff = await make.userWith(['orders.view-all', 'products.book']);
  const { organizationId } = staff.role;
  const reader = await make.userWith(['orders.view-all', 'graphql.query'], { organizationId, clientId: null });
  api = await client(server, staff.id);
  authorization = await bearerOf(server, reader.username);
  const offer = await make.offer([staff.role.id], { departure: { capacity: 50 } });
  bookings = `/v1/pos/roles/${staff.role.id}/service_levels/${offer.level.id}/orders`;
  departure = offer.departure.id;
});
afterAll(() => server.close());

const ask = async (query: string, variables: object) =>
  (await postGraphql(server, { query, variables }, { headers: { authorization } })).body;

it('books, reads, changes, tags, lists, exports and follows an order', async () => {
  const start = await ask('query { cursor: orderEventsCursor }', {});
  expect(start.errors).toBeUndefined();
  const made = await api.post(bookings, {
    body: { leader: { first_name: 'Ada', last_name: 'Wide' }, details: { availability_id: departure } },
  });
  expect(made.status, made.text).toBe(200);
  const order = made.data<{ id: number; bookings: { id: number }[]; passengers: { id: number }[] }>();
  for (const id of [order.id, order.bookings[0]?.id, order.passengers[0]?.id, departure])
    expect(id).toBeGreaterThan(FROM);

  const path = `/v1/orders/${order.id}`;
  expect((await api.get(path)).data()).toMatchObject({ id: order.id });
  expect((await api.patch(path, { body: { reference_code: 'WIDE-1' } })).status).toBe(200);
  expect((await api.get('/v1/orders', { query: { 'filter[search]': String(order.id) } })).data()).toMatchObject([
    { id: order.id },
  ]);
  expect((await api.get('/v1/orders/export')).text).toContain(String(order.id));
  const exported = await exchange(new URL('/graphql/export', server.url), 'POST', {
    body: { query: '{ orders { databaseId } }' },
    headers: { 'content-type': 'application/json', authorization },
  });
  expect(JSON.parse(exported.text.split('\n')[0] ?? '')).toEqual({ databaseId: order.id });

  const shown = await ask(
    `query ($id: SafeInt!, $node: ID!, $after: String) {
      orders { databaseId referenceCode }
      node(id: $node) { id ... on Order { databaseId } }
      events: orderEvents(after: $after, filter: { orderIds: [$id] }) { nodes { orderId } }
    }`,
    { id: order.id, node: `Order:${order.id}`, after: (start.data as { cursor: string }).cursor },
  );
  expect(shown.errors?.map(({ message, path }) => [message, path])).toBeUndefined();
  expect(shown.data).toMatchObject({
    orders: [{ databaseId: order.id, referenceCode: 'WIDE-1' }],
    node: { id: `Order:${order.id}`, databaseId: order.id },
    events: { nodes: [{ orderId: order.id }, { orderId: order.id }] },
  });
  const entry = await server.db.auditEntry.findFirstOrThrow({ where: { entity: 'order' } });
  expect(entry.entityId).toBe(order.id);
});

it('answers an id that nobody has as any unknown one', async () => {
  for (const id of [99, UNKNOWN, Number.MAX_SAFE_INTEGER]) expect((await api.get(`/v1/orders/${id}`)).status).toBe(404);
  const refused = await api.post(bookings, {
    body: { leader: { first_name: 'Ada', last_name: 'Wide' }, details: { availability_id: UNKNOWN } },
  });
  expect(refused.status).toBe(422);
});
