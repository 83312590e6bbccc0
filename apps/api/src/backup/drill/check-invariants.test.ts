import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DEMO_TIMEOUT, demoAt } from '../../testing/demo.ts';
import { NOW, SECRET_KEY } from '../../testing/start-server.ts';
import { checkInvariants, type Query } from './check-invariants.ts';

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  database = await testDatabase({ world: demoAt(NOW, SECRET_KEY) });
  client = new pg.Client(database.connectionString);
  await client.connect();
}, DEMO_TIMEOUT);
afterEach(async () => {
  await client.end();
  await database.drop();
});

const query: Query = async <Row>(text: string) => (await client.query(text)).rows as Row[];

/** Changes rows without the constraints and triggers, as damage does. */
async function damage(...statements: string[]): Promise<void> {
  await client.query("SET session_replication_role = 'replica'");
  for (const statement of statements) expect((await client.query(statement)).rowCount).not.toBe(0);
  await client.query("SET session_replication_role = 'origin'");
}

it('a sound database violates nothing', async () => {
  expect(await checkInvariants(query)).toEqual([]);
});

const ONE = '(SELECT max(id) FROM orders)';

it.for([
  ['DELETE FROM city WHERE id = (SELECT city_id FROM orders LIMIT 1)', 'a foreign key: orders_city_id_fkey of orders'],
  [`DELETE FROM booking WHERE order_id = ${ONE}`, 'a foreign key: booking_passenger_'],
  [`DELETE FROM order_search WHERE order_id = ${ONE}`, 'an order has its search document'],
  [
    `INSERT INTO audit_entry (at, channel, action, entity, entity_id, version)
     VALUES (now(), 'system', 'order.update', 'order', ${ONE}, 999)`,
    'an order has the version of its last entry in the audit log',
  ],
  [
    `INSERT INTO webhook_event (id, organization_id, order_id, sequence, kind, created_at, erased_at)
     SELECT gen_random_uuid(), organization_id, id, version + 1, 'order-updated', now(), now() FROM orders LIMIT 1`,
    'an order has the version of its last event, or a later one',
  ],
  [
    `INSERT INTO webhook_delivery (event_id, endpoint_id, order_id, status, created_at, finished_at)
     VALUES (gen_random_uuid(), 0, 0, 'failed', now(), now())`,
    'a delivery of a webhook has its event, and the delivery that it repeats',
  ],
  [
    `INSERT INTO webhook_attempt (delivery_id, number, url, started_at, duration_ms, request_headers)
     VALUES (0, 1, 'https://receiver.test', now(), 1, '{}')`,
    'an attempt has its delivery',
  ],
  [
    'UPDATE availability SET booked = booked - 1 WHERE booked > 0',
    'a departure counts the places that its bookings hold',
  ],
] as const)('%s is found', async ([statement, invariant]) => {
  await damage(statement);
  const found = await checkInvariants(query);
  expect(found.map(({ invariant: name }) => name)).toContainEqual(expect.stringContaining(invariant));
  expect(found.every(({ rows }) => rows > 0)).toBe(true);
});

it('a violated check is found', async () => {
  await client.query('ALTER TABLE orders ADD CONSTRAINT damaged CHECK (version < 0) NOT VALID');
  expect(await checkInvariants(query)).toContainEqual({
    invariant: 'a check: damaged of orders',
    rows: await database.db.order.count(),
  });
});
