import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { migrateNarrow } from './testing/narrow-ids.ts';
import { databaseUrl, onServer } from './testing/template.ts';
import { connectedPrograms, widenIds } from './widen-ids.ts';

/* Ids have 64 bits: those of a new database at once, those of an installation after `npm run widen-ids`. */

const server = process.env.TEST_DATABASE_URL ?? '';
const names = { fresh: `channel_test_wide_${process.pid}`, used: `channel_test_narrow_${process.pid}` };
const url = { fresh: databaseUrl(server, names.fresh), used: databaseUrl(server, names.used) };

const texts = (database: string, sql: string) =>
  onServer(database, async (client) => (await client.query<{ text: string }>(sql)).rows.map(({ text }) => text));

beforeAll(async () => {
  for (const name of Object.values(names)) await onServer(server, (client) => client.query(`create database ${name}`));
  await migrate(url.fresh);
  await migrateNarrow(url.used);
  await onServer(url.used, (client) => client.query("insert into country (name, code) values ('Nowhere', 'XX')"));
}, 120_000);

afterAll(async () => {
  for (const name of Object.values(names))
    await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
});

/** Columns of keys, whatever their names are. */
const NARROW_KEYS = `select c.oid::regclass || '.' || a.attname as text
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace in ('public'::regnamespace, 'audit_months'::regnamespace, 'audit_archive'::regnamespace, 'webhook_parts'::regnamespace)
    and a.atttypid in ('integer'::regtype, 'integer[]'::regtype)
    and (a.attname ~ 'ids?$' or exists (select from pg_constraint k
      where k.contype in ('p', 'f') and (k.conrelid = c.oid and a.attnum = any (k.conkey) or k.confrelid = c.oid and a.attnum = any (k.confkey))))
    and c.oid::regclass || '.' || a.attname <> 'working_hours.weekday'
  order by 1`;
const NARROW_SEQUENCES = `select seqrelid::regclass::text as text from pg_sequence join pg_class c on c.oid = seqrelid
  where seqtypid = 'integer'::regtype and relnamespace = 'public'::regnamespace`;
const FUNCTIONS_WITH_INTEGERS = `select p.oid::regprocedure::text as text from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
    and (p.prorettype in ('integer'::regtype, 'integer[]'::regtype)
      or exists (select from unnest(p.proargtypes) t where t in ('integer'::regtype, 'integer[]'::regtype)))
  order by 1`;

/** Functions whose integers are no ids. */
const OF_NUMBERS = {
  'archive_default_audit_entries(timestamp with time zone,integer)': 'the maximum number of entries, and their number',
  'archived_audit_of_order(text,bigint,bigint,integer)': 'the maximum number of entries',
  'change_token()': 'random bits',
  'create_audit_months(timestamp with time zone)': 'the number of months',
  'create_webhook_parts(timestamp with time zone,integer)': 'weeks, and the number of partitions',
  'fold_change_stamps(integer)': 'the maximum number of stamps, and their number',
  'forget_webhooks(timestamp with time zone,integer)': 'the maximum number of events',
  'products_departing(bigint,date,date,integer,timestamp with time zone)': 'the number of places',
  'rate_holds(date,date,integer[],date)': 'weekdays',
  'redact_audit(bigint,integer,timestamp with time zone)': 'the maximum number of entries, and their number',
  'sequence_changes(integer)': 'the maximum number of changes, and their number',
};

async function widenedTables(): Promise<string[]> {
  const tables: string[] = [];
  for await (const { table } of widenIds(url.used)) tables.push(table);
  return tables;
}

/** What names columns of ids, and what works on them. */
const OBJECTS = `select pg_get_triggerdef(t.oid) as text from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
  union all select pg_get_viewdef(oid) || array_to_string(relacl, ',') from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
  union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid where c.relnamespace = 'public'::regnamespace
  order by 1`;

describe('a new database', () => {
  it.each([
    ['column of a key', NARROW_KEYS],
    ['sequence', NARROW_SEQUENCES],
  ])('has no %s of 32 bits', async (_, sql) => {
    expect(await texts(url.fresh, sql)).toEqual([]);
    // The control: the same statement finds those of an installation.
    expect((await texts(url.used, sql)).length).toBeGreaterThan(40);
  });

  it('has only functions with integers that are no ids', async () => {
    expect(await texts(url.fresh, FUNCTIONS_WITH_INTEGERS)).toEqual(Object.keys(OF_NUMBERS));
  });
});

describe('an installation', () => {
  const next = () =>
    onServer(url.used, (client) =>
      client
        .query("insert into country (name, code) values ('Far', 'YY') returning id")
        .then(({ rows }) => rows[0]?.id),
    );

  it('keeps ids of 32 bits, which end, and the functions of the last release until it is widened', async () => {
    expect(await texts(url.used, FUNCTIONS_WITH_INTEGERS)).toContain(
      'refresh_tag_sets(integer[],integer[],integer[],integer[])',
    );
    await expect(
      onServer(url.used, (client) => client.query("select setval('country_id_seq', 3000000000)")),
    ).rejects.toThrow('out of bounds');
  });

  it('names the programs that have to end first', async () => {
    expect(await connectedPrograms(url.used)).toEqual([]);
    const program = new pg.Client({ connectionString: url.used, application_name: 'channel-worker' });
    await program.connect();
    expect(await connectedPrograms(url.used)).toEqual(['channel-worker']);
    await program.end();
  });

  it('has what a new database has once it is widened, and goes on after 2^31', async () => {
    await onServer(url.used, (client) => client.query('grant select on offer to public'));
    const objects = async () =>
      // Postgres writes a condition that it has read again with fewer parentheses, and the default of an absent id with its type.
      (await texts(url.used, OBJECTS)).map((text) => text.replaceAll('(0)::bigint', '0').replaceAll(/[()]/g, ''));
    // A program that works on meanwhile has prepared the functions of triggers.
    const program = new pg.Client({ connectionString: url.used });
    await program.connect();
    await program.query(`create function numbered() returns trigger language plpgsql as
      'begin new.name := new.name || new.id; return new; end';
      create trigger numbered before update on country for each row execute function numbered()`);
    const rename = () => program.query("update country set name = 'Old' where code = 'XX'");
    await rename();
    const before = await objects();
    const widened = await widenedTables();
    await rename();
    await program.end();
    const planned = "select attname::text as text from pg_stats where tablename = 'country' and attname = 'id'";
    expect(await texts(url.used, planned)).toEqual(['id']);
    expect(widened).toEqual(expect.arrayContaining(['orders', 'booking', 'country']));
    const after = await objects();
    expect(after.filter((text) => !before.includes(text))).toEqual([]);
    expect(after.length).toBe(before.length);
    for (const sql of [NARROW_KEYS, NARROW_SEQUENCES]) expect(await texts(url.used, sql)).toEqual([]);
    expect(await texts(url.used, FUNCTIONS_WITH_INTEGERS)).toEqual(Object.keys(OF_NUMBERS));
    await onServer(url.used, (client) => client.query("select setval('country_id_seq', 3000000000)"));
    expect(Number(await next())).toBe(3_000_000_001);
    expect(await widenedTables()).toEqual([]);
  });
});
