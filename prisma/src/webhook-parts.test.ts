import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFactories, type TestDatabase, testDatabase } from './testing/index.ts';
import { createWebhookParts, forgetWebhooks } from './webhook-parts.ts';

/* The partitions of webhooks, with the roles of an installation. */

const DAY = 86_400_000;
const TABLES = ['webhook_event', 'webhook_delivery', 'webhook_attempt'] as const;

let database: TestDatabase;
let owner: pg.Client;
let application: pg.Client;
let place: { orderId: number; organizationId: number; endpointId: number };

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

beforeAll(async () => {
  database = await testDatabase();
  owner = await connected(database.connectionString);
  application = await connected(database.application);
  const { id: orderId, organizationId } = await createFactories(database.db).order({ offer: null });
  const data = { organizationId, url: 'https://receiver.test', secret: Buffer.from('s'), createdAt: new Date(0) };
  place = { orderId, organizationId, endpointId: (await database.db.webhookEndpoint.create({ data })).id };
  await agedWebhooks();
});
afterAll(async () => {
  await owner.end();
  await application.end();
  await database.drop();
});
/** The tables are empty after each test. */
const emptied = () => afterEach(() => run('delete from webhook_event'));

const run = async (sql: string, client = owner) => (await client.query(sql)).rows;
const parts = async (table: string = TABLES[0]): Promise<{ name: string; starts_at: Date | null; ends_at: Date }[]> =>
  run(`select * from time_partitions('${table}'::regclass) where ends_at is not null order by ends_at`);

/** Twenty past weeks, as an installation has them that was divided long ago. */
async function agedWebhooks(): Promise<void> {
  await run(`do $$
    declare parent text; first record; week timestamptz; bound timestamptz := date_trunc('week', now(), 'UTC') - interval '20 weeks';
    begin
      foreach parent in array array['webhook_event', 'webhook_delivery', 'webhook_attempt'] loop
        select p.* into first from time_partitions(parent::regclass) p where starts_at is null and ends_at is not null;
        execute format('alter table %I detach partition webhook_parts.%I', parent, first.name);
        execute format('alter table %I attach partition webhook_parts.%I for values from (minvalue) to (%L)', parent, first.name, bound);
        week := bound;
        while week < first.ends_at loop
          perform create_time_partition(parent::regclass, parent || to_char(week, '_YYYY_MM_DD'), week, week + interval '1 week');
          week := week + interval '1 week';
        end loop;
      end loop;
    end $$`);
}

let sequence = 1;
/** An event with a delivery and an attempt. @returns the id of the event */
async function event(createdAt: Date, status: 'succeeded' | 'pending' = 'succeeded'): Promise<string> {
  const { orderId, organizationId, endpointId } = place;
  const id = randomUUID();
  sequence += 1;
  const isPending = status === 'pending';
  const [delivery] = (
    await application.query(
      `with ev as (insert into webhook_event (id, organization_id, order_id, sequence, kind, created_at, payload)
        values ($1, $2, $3, $4, 'k', $5, 'body'))
      insert into webhook_delivery (event_id, event_at, endpoint_id, order_id, status, next_attempt_at, finished_at, created_at)
      values ($1, $5, $6, $3, $7, $8, $9, $5) returning id`,
      [
        ...[id, organizationId, orderId, sequence, createdAt, endpointId, status],
        ...(isPending ? [createdAt, null] : [null, createdAt]),
      ],
    )
  ).rows;
  await application.query(
    `insert into webhook_attempt (delivery_id, event_at, number, url, started_at, duration_ms, request_headers)
      values ($1, $2, 1, 'https://receiver.test', $2, 1, '{}')`,
    [delivery?.id, createdAt],
  );
  return id;
}

const ago = (days: number) => new Date(Date.now() - days * DAY);
/** The middle of the week of a time: weeks begin on Mondays in UTC, as 5 January 1970. */
const midWeekOf = (time: Date) => (Math.floor((time.getTime() / DAY - 4) / 7) * 7 + 4 + 3.5) * DAY;
/** The partitions of the rows of an event. */
const placesOf = async (id: string) =>
  (
    await run(`select tableoid::regclass::text as place from webhook_event where id = '${id}'
    union all select tableoid::regclass::text from webhook_delivery where event_id = '${id}'
    union all select a.tableoid::regclass::text from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id
      where d.event_id = '${id}'`)
  ).map(({ place: name }) => name.replace('webhook_parts.webhook_', ''));
const counts = async () =>
  Object.values((await run(`select ${TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`)}`))[0]);

describe('the partitions of webhooks', () => {
  emptied();

  it('hold an event with its deliveries and attempts, by its week in UTC', async () => {
    const monday = (await parts()).find(({ starts_at }) => starts_at && starts_at > ago(80))?.starts_at ?? new Date(0);
    expect([monday.getUTCDay(), monday.getUTCHours()]).toEqual([1, 0]);
    const week = (at: Date) => at.toISOString().slice(0, 10).replaceAll('-', '_');
    const inWeek = (at: Date) => [`event_${week(at)}`, `delivery_${week(at)}`, `attempt_${week(at)}`];
    expect(await placesOf(await event(monday))).toEqual(inWeek(monday));
    const before = new Date(monday.getTime() - 1);
    expect(await placesOf(await event(before))).toEqual(inWeek(new Date(monday.getTime() - 7 * DAY)));
    // Without a worker for months, or with a wrong clock, the programs go on.
    const [last] = (await parts()).slice(-1);
    expect(await placesOf(await event(last?.ends_at ?? new Date(0)))).toEqual([
      'event_default',
      'delivery_default',
      'attempt_default',
    ]);
  });

  it('are used by the programs through the tables alone', async () => {
    const [first] = await parts();
    for (const statement of ['select from', 'delete from', 'truncate'])
      await expect(run(`${statement} webhook_parts.${first?.name}`, application)).rejects.toThrow('permission denied');
    for (const call of [
      "create_time_partition('webhook_event', 'x', now(), now())",
      "time_partitions('webhook_event')",
    ])
      await expect(run(`select ${call}`, application)).rejects.toThrow('permission denied');
    await expect(run(`drop table webhook_parts.${first?.name}`, application)).rejects.toThrow('permission denied');
    const [{ rights } = {}] =
      await run(`select bool_and(has_table_privilege('${new URL(database.application).username}', t, p))
      as rights from unnest('{${TABLES}}'::text[]) t, unnest('{select,insert,update,delete}'::text[]) p`);
    expect(rights).toBe(true);
  });

  it('are created ahead of a clock, a year at most, for all three tables alike', async () => {
    const [last] = (await parts()).slice(-1);
    const end = last?.ends_at ?? new Date(0);
    expect(await createWebhookParts(database.db, new Date(), 4, 90)).toBe(0);
    expect(await createWebhookParts(database.db, end, 2, 90)).toBe(2);
    const ends: number[][] = [];
    for (const table of TABLES) ends.push((await parts(table)).map(({ ends_at }) => ends_at.getTime()));
    const [events, deliveries, attempts] = ends;
    expect([deliveries, attempts]).toEqual([events, events]);
    // 3,650 days in partitions of a week would be 522 of them: look-ups by an id read an index of each.
    expect(await createWebhookParts(database.db, end, 3, 3_650)).toBe(1);
    const [newest] = (await parts()).slice(-1);
    expect((newest?.ends_at.getTime() ?? 0) - end.getTime() - 14 * DAY).toBe(21 * 7 * DAY);
    await createWebhookParts(database.db, new Date('2190-01-01'), 4, 90);
    expect((await parts()).length).toBeLessThan(110);
    expect((await parts()).slice(-1)[0]?.ends_at.getTime()).toBeLessThan(Date.now() + 373 * DAY);
  });

  it('do not take what the default partition has already, and programs find it there', async () => {
    const [last] = (await parts()).slice(-1);
    const id = await event(new Date((last?.ends_at.getTime() ?? 0) + DAY));
    expect(
      await run(`select create_time_partition('webhook_event', 'webhook_event_late',
      '${last?.ends_at.toISOString()}', '${last?.ends_at.toISOString()}'::timestamptz + interval '1 week') as made`),
    ).toEqual([{ made: false }]);
    expect(await placesOf(id)).toEqual(['event_default', 'delivery_default', 'attempt_default']);
  });
});

describe('old webhooks', () => {
  emptied();

  it('go with their partitions, once the last event of them is old enough and none of their deliveries is pending', async () => {
    const cut = midWeekOf(ago(90));
    const before = (days: number) => new Date(cut - days * DAY);
    await event(before(20));
    await event(before(13), 'pending');
    const within = await event(before(0.5));
    await event(ago(1));
    const [oldest, second, third] = await parts();
    expect(oldest?.starts_at).toBeNull();
    // One statement deletes no row: each partition as a whole.
    const { parts: dropped, events } = await forgetWebhooks(database.db, before(0));
    expect([dropped > 3, events]).toEqual([true, 0]);
    const names = (await parts()).map(({ name }) => name);
    expect(names).not.toContain(oldest?.name);
    expect(names).not.toContain(second?.name);
    expect(names).not.toContain(third?.name);
    const held = (
      await run("select tableoid::regclass::text as place from webhook_delivery where status = 'pending'")
    )[0];
    expect(names).toContain(held?.place.replace('webhook_parts.', '').replace('delivery', 'event'));
    // An event of the week that has not ended stays a few days longer.
    const all = (await parts()).filter(({ ends_at }) => ends_at <= before(0));
    expect(all).toHaveLength(1);
    expect((await placesOf(within)).length).toBe(3);
    expect(await counts()).toEqual([3, 3, 3]);
    await run(
      "update webhook_delivery set status = 'failed', next_attempt_at = null, finished_at = now() where status = 'pending'",
    );
    expect(await forgetWebhooks(database.db, before(0))).toEqual({ parts: 1, events: 0 });
    expect(await counts()).toEqual([2, 2, 2]);
  });

  it('go row by row from the default partition, with what belongs to them', async () => {
    // Older than all partitions are by now.
    await event(ago(400));
    await event(ago(399), 'pending');
    expect(await forgetWebhooks(database.db, ago(90))).toEqual({ parts: 0, events: 1 });
    expect(await counts()).toEqual([1, 1, 1]);
    // A delivery that an earlier release wrote has no time: it goes with its event.
    const id = await event(ago(398));
    await run(`update webhook_delivery set event_at = default where event_id = '${id}'`);
    expect(await forgetWebhooks(database.db, ago(90))).toEqual({ parts: 0, events: 1 });
    expect(await counts()).toEqual([1, 1, 1]);
  });

  it('are never those of the present, whatever the programs request', async () => {
    await event(ago(0));
    const ends = (await parts()).filter(({ ends_at }) => ends_at > new Date()).length;
    await run("select forget_webhooks('infinity', 0)", application);
    await run("select forget_webhooks('infinity', 0)", application);
    expect((await parts()).filter(({ ends_at }) => ends_at > new Date())).toHaveLength(ends);
    expect(await counts()).toEqual([1, 1, 1]);
  });

  it('lock no orders, and wait for nobody longer than 100 ms', async () => {
    await run(
      `select create_time_partition(t::regclass, t || '_past', '2001-01-01Z', '2001-01-08Z') from unnest('{${TABLES}}'::text[]) t`,
    );
    await owner.query('begin');
    await owner.query("select parts from forget_webhooks('2002-01-01Z', 0)");
    const locked = await run(`select distinct relation::regclass::text as name from pg_locks
      where mode in ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock') and pid = pg_backend_pid() and relation is not null
        and relation::regclass::text !~ 'webhook_(parts|event|delivery|attempt)'`);
    await owner.query('rollback');
    expect(locked.filter(({ name }) => !/^\d+$/.test(name))).toEqual([]);
    const reader = await connected(database.application);
    await reader.query('begin');
    await reader.query('select count(*) from webhook_event');
    const begun = performance.now();
    expect(await forgetWebhooks(database.db, new Date('2002-01-01'))).toEqual({ parts: 0, events: 0 });
    expect(performance.now() - begun).toBeLessThan(5_000);
    await reader.query('rollback');
    await reader.end();
    expect(await forgetWebhooks(database.db, new Date('2002-01-01'))).toEqual({ parts: 1, events: 0 });
  });
});

describe('statements about webhooks', () => {
  const planOf = async (sql: string) => JSON.stringify(await run(`explain (format json) ${sql}`));
  const read = (plan: string) => new Set(plan.match(/webhook_(event|delivery|attempt)_\d{4}_\d\d_\d\d(?=")/g)).size;

  beforeAll(async () => {
    await run(`insert into webhook_event (id, organization_id, order_id, sequence, kind, created_at, matched_at, payload, is_test)
      select gen_random_uuid(), ${place.organizationId}, ${place.orderId}, n, 'k', now() - n * interval '4 minutes', now(), 'b', true
      from generate_series(1, 20000) n;
      insert into webhook_delivery (event_id, event_at, endpoint_id, order_id, status, created_at, finished_at)
      select id, created_at, ${place.endpointId}, n % 5000, 'succeeded', created_at, created_at
      from (select *, row_number() over () as n from webhook_event) ev;
      insert into webhook_attempt (delivery_id, event_at, number, url, started_at, duration_ms, request_headers)
      select id, event_at, 1, 'u', event_at, 1, '{}' from webhook_delivery;
      analyze webhook_event, webhook_delivery, webhook_attempt`);
  });

  it('read the partitions of a range of days alone', async () => {
    const plan = await planOf(`select id from webhook_event where organization_id = ${place.organizationId}
      and created_at >= now() - interval '20 days' and created_at < now() - interval '10 days'
      order by created_at desc, order_id desc, sequence desc limit 15`);
    // The time of a plan prunes when it begins.
    const [{ 'QUERY PLAN': executed } = {}] = await run(`explain (analyze, format json) select id from webhook_event
      where organization_id = ${place.organizationId} and created_at >= now() - interval '20 days'
      and created_at < now() - interval '10 days' order by created_at desc, order_id desc, sequence desc limit 15`);
    expect(read(JSON.stringify(executed))).toBeLessThanOrEqual(3);
    expect(plan).not.toContain('Seq Scan');
  });

  it.each([
    ['one delivery', 'select * from webhook_delivery where id = 77'],
    [
      'the deliveries of an event',
      "select * from webhook_delivery where event_id = '00000000-0000-4000-8000-000000000000'",
    ],
    ['the deliveries of an order', 'select * from webhook_delivery where order_id = 77'],
    ['the attempts of a delivery', 'select * from webhook_attempt where delivery_id = 77 order by number'],
    ['the newest deliveries', 'select * from webhook_delivery order by id desc limit 15'],
    [
      'what is due',
      "select id from webhook_delivery where endpoint_id = 1 and status = 'pending' and queued_at is null and next_attempt_at <= now() order by next_attempt_at, id limit 4",
    ],
    [
      'what waits for deliveries',
      'select id from webhook_event where order_id = 77 and matched_at is null order by order_id, sequence',
    ],
  ])('of %s read no table but by indexes', async (_, sql) => {
    await run('set plan_cache_mode = force_generic_plan');
    const plan = await planOf(sql);
    await run('reset plan_cache_mode');
    // Partitions of a few pages are best read as a whole.
    const scanned = [...plan.matchAll(/"Node Type":"Seq Scan"[^}]*?"Relation Name":"([^"]+)"/g)].map(
      ([, name]) => name,
    );
    const large = await run('select relname from pg_class where pg_relation_size(oid) > 65536');
    expect(large.length).toBeGreaterThan(20);
    const full = large.filter(({ relname }) => scanned.includes(relname));
    expect(full).toEqual([]);
  });
});
