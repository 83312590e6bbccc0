import type pg from 'pg';
import { inBulk } from '../../world/copy-rows.ts';
import { multiply } from '../../world/multiply.ts';

/** Entries of each history: of the audit log, and events with a delivery and an attempt each. */
export const HISTORY = 20_000;
/** The maximum number of orders with a history, of several entries each. */
const ORDERS_WITH_HISTORY = 2_000;
const ENDPOINTS = 20;
const BATCHES = 500;
const ROWS_OF_A_BATCH = 10;

const TABLES = [
  'batch',
  'batch_row',
  'audit_entry',
  'webhook_endpoint',
  'webhook_event',
  'webhook_delivery',
  'webhook_attempt',
];

/**
 * Multiplies a demo world: editions of its catalogue and orders as in the benchmark, and long histories.
 *
 * @param editions how often the catalogue of 56 products and some 36,000 departures is copied
 */
export async function makeBusy(
  client: pg.Client,
  { orders, editions, now }: { orders: number; editions: number; now: Date },
): Promise<void> {
  await multiply(client, orders, editions);
  await inBulk(client, TABLES, () => writeHistories(client, `'${now.toISOString()}'::timestamptz`));
}

async function writeHistories(client: pg.Client, now: string): Promise<void> {
  const [organization, staff] = [
    '(SELECT min(id) FROM organization)',
    `(SELECT id FROM "user" WHERE email = 'staff@demo.example')`,
  ];
  const ago = `${now} - make_interval(mins => ${HISTORY} - n)`;
  const order = '(SELECT ids[1 + n % cardinality(ids)] FROM some_orders)';
  await client.query(`CREATE TEMP TABLE some_orders AS SELECT array_agg(id ORDER BY id) AS ids
    FROM (SELECT id FROM orders WHERE organization_id = ${organization} ORDER BY id LIMIT ${ORDERS_WITH_HISTORY}) o`);
  for (const text of [
    `INSERT INTO batch (organization_id, maker_id, kind, status, created_at, started_at, ended_at, request_id)
      SELECT ${organization}, ${staff}, 'change', 'ended', at, at, at, 'batch ' || n
      FROM generate_series(1, ${BATCHES}) n, LATERAL (SELECT ${ago} AS at) moment`,
    `INSERT INTO batch_row (batch_id, order_id, status, version, version_after)
      SELECT b.id, (SELECT ids[1 + (b.id * ${ROWS_OF_A_BATCH} + i) % cardinality(ids)] FROM some_orders), 'done', 1, 2
      FROM batch b, generate_series(1, ${ROWS_OF_A_BATCH}) i ON CONFLICT DO NOTHING`,
    `INSERT INTO audit_entry (at, organization_id, actor_id, channel, action, entity, entity_id, before, after, request_id, batch_id, version)
      SELECT ${ago}, ${organization}, ${staff}, 'console', 'update', 'order', ${order}, '{"status": "InCart"}', '{"status": "Booked"}',
        'request ' || n / 3, CASE WHEN n % 4 = 0 THEN 1 + n % ${BATCHES} END, 2 + n / (SELECT cardinality(ids) FROM some_orders)
      FROM generate_series(1, ${HISTORY}) n`,
    `INSERT INTO webhook_endpoint (organization_id, owner_id, url, secret, created_at, last_failure_at, last_success_at)
      SELECT ${organization}, ${staff}, 'https://receiver.example/' || n, '\\x00', ${now}, ${now}, ${now} FROM generate_series(1, ${ENDPOINTS}) n`,
    `INSERT INTO webhook_event (id, order_id, sequence, kind, actor_id, created_at, payload, matched_at, organization_id)
      SELECT md5(n::text)::uuid, ${order}, 2 + n / (SELECT cardinality(ids) FROM some_orders), 'order-updated', ${staff}, ${ago}, '{}', ${now}, ${organization}
      FROM generate_series(1, ${HISTORY}) n`,
    `INSERT INTO webhook_delivery (event_id, endpoint_id, order_id, status, attempt_count, created_at, finished_at)
      SELECT id, (SELECT min(id) FROM webhook_endpoint) + sequence % ${ENDPOINTS}, order_id,
        (ARRAY['succeeded', 'succeeded', 'succeeded', 'failed', 'skipped'])[1 + abs(hashtext(id::text)) % 5]::webhook_delivery_status,
        1, created_at, created_at FROM webhook_event`,
    `INSERT INTO webhook_attempt (delivery_id, number, url, started_at, duration_ms, request_headers, response_status)
      SELECT id, 1, 'https://receiver.example/', created_at, 20, '{}', CASE status WHEN 'failed' THEN 500 ELSE 204 END FROM webhook_delivery`,
  ])
    await client.query(text);
}
