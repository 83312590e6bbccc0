import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPrisma } from './client.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS, readMigrations } from './migrations.ts';
import { createFactories } from './testing/index.ts';
import { databaseUrl, onServer } from './testing/template.ts';

/* The webhooks of an installation of the last release, whose programs go on while they are divided into partitions. */

const LAST_BEFORE = '20261128180000_reports_of_checks';
const LAST = '20261128211600_webhook_parts';
/** Later migrations that add columns to other tables, which the factories write. */
const COLUMNS_OF_FACTORIES = /_organization_of_(?!documents)|_request_quota$/;
const EVENTS = 50_000;
const TABLES = ['webhook_event', 'webhook_delivery', 'webhook_attempt'];

const server = process.env.TEST_DATABASE_URL ?? '';
const name = `channel_test_webhook_parts_${process.pid}`;
const role = `channel_test_webhook_programs_${process.pid}`;
const url = databaseUrl(server, name);
let folder: string;
let orderId: number;
let organizationId: number;
let endpointId: number;

const rows = (sql: string) => onServer(url, async (client) => (await client.query(sql)).rows);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  await onServer(server, (client) => client.query(`create role ${role}`));
  await onServer(server, (client) => client.query(`create database ${name}`));
  await migrateTo(LAST_BEFORE);
  await makeOrder();
  await rows(`grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage, select on all sequences in schema public to ${role};
    grant usage on schema public, graphile_worker to ${role}`);
  await rows(`insert into webhook_event (id, organization_id, order_id, sequence, kind, created_at, matched_at, payload)
    select gen_random_uuid(), ${organizationId}, ${orderId}, n, 'order-updated', now() - n * interval '3 minutes', now(), repeat('body ', 40)
    from generate_series(1, ${EVENTS}) n;
    insert into webhook_delivery (event_id, endpoint_id, order_id, status, attempt_count, created_at, finished_at)
    select id, ${endpointId}, order_id, 'succeeded', 1, created_at, created_at from webhook_event;
    insert into webhook_attempt (delivery_id, number, url, started_at, duration_ms, request_headers, response_status)
    select id, 1, 'https://receiver.test', created_at, 5, '{"x": 1}', 200 from webhook_delivery;
    analyze`);
}, 120_000);
afterAll(async () => {
  await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
  await onServer(server, (client) => client.query(`drop role ${role}`));
  rmSync(folder, { recursive: true });
});

async function migrateTo(last: string): Promise<string[]> {
  for (const migration of await readMigrations())
    if (migration.name <= last || COLUMNS_OF_FACTORIES.test(migration.name))
      cpSync(join(MIGRATIONS, migration.name), join(folder, migration.name), { recursive: true });
  return migrate(url, folder);
}

async function makeOrder(): Promise<void> {
  const db = createPrisma({ connectionString: url, poolSize: 2 });
  ({ id: orderId, organizationId } = await createFactories(db).order({ offer: null }));
  const data = { organizationId, url: 'https://receiver.test', secret: Buffer.from('s'), createdAt: new Date() };
  ({ id: endpointId } = await db.webhookEndpoint.create({ data }));
  await db.$disconnect();
}

/** A program of the last release: an event, its delivery and its attempt, in the statements of that release. */
async function lastRelease() {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`set role ${role}`);
  const waits: number[] = [];
  let isDone = false;
  const timed = async (query: { name: string; text: string; values: unknown[] }) => {
    const begun = performance.now();
    const { rows: found } = await client.query(query);
    waits.push(performance.now() - begun);
    return found;
  };
  const working = (async () => {
    for (let sequence = EVENTS + 1; !isDone; sequence += 1) {
      const id = randomUUID();
      const now = new Date();
      await timed({
        name: 'event',
        text: `insert into webhook_event (id, organization_id, order_id, sequence, kind, created_at, payload)
          values ($1, $2, $3, $4, 'written', $5, 'body')`,
        values: [id, organizationId, orderId, sequence, now],
      });
      const [made] = await timed({
        name: 'delivery',
        text: `insert into webhook_delivery (event_id, endpoint_id, order_id, cause, next_attempt_at, queued_at, created_at)
          values ($1, $2, $3, 'repeat', $4, $4, $4) returning id`,
        values: [id, endpointId, orderId, now],
      });
      await timed({
        name: 'failed',
        text: `insert into webhook_attempt (delivery_id, number, url, started_at, duration_ms, request_headers)
          values ($1, 1, 'https://receiver.test', $2, 5, '{}') on conflict do nothing`,
        values: [made?.id, now],
      });
      const attempt = {
        deliveryId: made?.id,
        number: 2,
        url: 'https://receiver.test',
        startedAt: now,
        durationMs: 5,
        requestHeaders: {},
        responseStatus: 200,
        responseHeaders: {},
        responseBody: 'ok',
      };
      const [done] = await timed({
        name: 'succeeded',
        text: 'select webhook_succeed($1::jsonb, $2) as done',
        values: [JSON.stringify(attempt), now],
      });
      expect(done).toEqual({ done: true });
    }
  })();
  return {
    waits,
    end: async () => {
      isDone = true;
      await working;
      await client.end();
    },
  };
}

describe('the migration of webhooks', () => {
  it('neither stops nor fails what the last release does, and writes no row again', { timeout: 120_000 }, async () => {
    const files = `select array_agg(pg_relation_filenode(oid) order by relname) as files from pg_class
      where relname ~ '^webhook_(event|delivery|attempt)$' and relkind = 'r'`;
    const [before] = await rows(files);
    const programs = await lastRelease();
    const applied = await migrateTo(LAST);
    expect(applied.filter((name) => name > '2026112821')).toHaveLength(17);
    // The rights hold before the migrator grants anything.
    const made = programs.waits.length;
    await expect.poll(() => programs.waits.length).toBeGreaterThan(made + 8);
    await programs.end();
    expect(Math.max(...programs.waits)).toBeLessThan(2_000);
    expect(
      await rows(`select array_agg(pg_relation_filenode(oid) order by relname) as files from pg_class
      where relname ~ '^webhook_(event|delivery|attempt)_until_\\d{4}_\\d\\d_\\d\\d$' and relkind = 'r'`),
    ).toEqual([before]);
    const [counts] = await rows(`select (select count(*)::int from webhook_event where kind = 'written') as events,
      (select count(*)::int from webhook_delivery where cause = 'repeat' and status = 'succeeded') as deliveries,
      (select count(*)::int from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id where d.cause = 'repeat') as attempts`);
    expect(counts).toEqual({
      events: programs.waits.length / 4,
      deliveries: programs.waits.length / 4,
      attempts: programs.waits.length / 2,
    });
  });

  it('gives each partition the keys, indexes and triggers of the former table', async () => {
    const found =
      await rows(`select parent, leaves, indexes / leaves as indexes, mod(indexes, leaves)::int as rest, checks / leaves as checks
      from (select parent, count(*)::int as leaves,
        sum((select count(*) from pg_index where indrelid = relid))::int as indexes,
        sum((select count(*) from pg_constraint where conrelid = relid and contype = 'c'))::int as checks
        from unnest('{webhook_event,webhook_delivery,webhook_attempt}'::text[]) as parent, pg_partition_tree(parent::regclass)
        where isleaf group by 1) t order by parent`);
    const leaves = found[0]?.leaves;
    expect(leaves).toBeGreaterThanOrEqual(5);
    expect(found).toEqual([
      { parent: 'webhook_attempt', leaves, indexes: 2, rest: 0, checks: 0 },
      { parent: 'webhook_delivery', leaves, indexes: 7, rest: 0, checks: 2 },
      { parent: 'webhook_event', leaves, indexes: 6, rest: 0, checks: 1 },
    ]);
    for (const table of TABLES.slice(1))
      expect(await rows(`select pg_get_serial_sequence('${table}', 'id') as sequence`)).toEqual([
        { sequence: `public.${table}_id_seq` },
      ]);
    const invalid = await rows('select indexrelid::regclass from pg_index where not indisvalid');
    expect(invalid).toEqual([]);
  });

  it('deletes with an event its deliveries and attempts, as the foreign keys did', async () => {
    const [event] = await rows(`select id from webhook_event where kind = 'order-updated' limit 1`);
    const left = (id: string) =>
      rows(`select count(*)::int as attempts from webhook_attempt a
      where delivery_id in (select id from webhook_delivery where event_id = '${id}')`);
    expect(await left(event?.id)).toEqual([{ attempts: 1 }]);
    const [{ all } = {}] = await rows('select count(*)::int as all from webhook_attempt');
    await rows(`delete from webhook_event where id = '${event?.id}'`);
    expect(await left(event?.id)).toEqual([{ attempts: 0 }]);
    expect(await rows('select count(*)::int as all from webhook_attempt')).toEqual([{ all: all - 1 }]);
  });
});
