import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { MIGRATIONS, readMigrations } from './migrations.ts';
import { databaseUrl, onServer } from './testing/template.ts';

/* The audit log of an installation of the last release, whose programs write on while it is divided into months. */

const LAST_BEFORE = '20261128053501_event_traces';
const LAST = '20261128110500_audit_months';
const ENTRIES = 200_000;

const server = process.env.TEST_DATABASE_URL ?? '';
const name = `channel_test_audit_${process.pid}`;
const url = databaseUrl(server, name);
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  await onServer(server, (client) => client.query(`create database ${name}`));
  await migrateTo(LAST_BEFORE);
  // Ten years, with entries of a clock that is ahead by some months.
  await rows(`insert into audit_entry (at, channel, action, entity, entity_id)
    select now() - interval '10 years' + n * interval '10 years 4 months' / ${ENTRIES}, 'api', 'made', 'thing', n % 2000
    from generate_series(1, ${ENTRIES}) n`);
  await rows('analyze audit_entry');
});
afterAll(async () => {
  await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
  rmSync(folder, { recursive: true });
});

async function migrateTo(last: string): Promise<string[]> {
  for (const migration of await readMigrations())
    if (migration.name <= last)
      cpSync(join(MIGRATIONS, migration.name), join(folder, migration.name), { recursive: true });
  return migrate(url, folder);
}

const rows = (sql: string) => onServer(url, async (client) => (await client.query(sql)).rows);

/** A program of the last release: writes and reads by prepared statements until `end` is called. */
async function lastRelease() {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const waits: number[] = [];
  let isDone = false;
  const working = (async () => {
    while (!isDone) {
      const begun = performance.now();
      await client.query({
        name: 'write',
        text: `insert into audit_entry (at, channel, request_id, batch_id, actor_id, organization_id, action, entity, entity_id, before, after)
          select $1::timestamptz, 'api', 'r', null, null, null, action, 'thing', 7, null, null from (select 'written' as action) as line`,
        values: [new Date()],
      });
      await client.query({
        name: 'read',
        text: 'select id, at, action, version from audit_entry where entity = $1 and entity_id = $2 order by id desc limit 5',
        values: ['thing', 7],
      });
      waits.push(performance.now() - begun);
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

describe('the migration of a large audit log', () => {
  it('neither stops nor fails what the last release does, and writes no entry again', async () => {
    const [{ file } = {}] = await rows("select pg_relation_filenode('audit_entry') as file");
    // An entry that is written again has another transaction. The write-ahead log would not show it:
    // it is that of the whole server, where other tests write too.
    const versions = `select xmin::text as transaction, count(*)::int as entries from audit_entry
      where action = 'made' group by xmin::text`;
    const made = await rows(versions);
    const programs = await lastRelease();
    expect(await migrateTo(LAST)).toHaveLength(6);
    await programs.end();
    expect(programs.waits.length).toBeGreaterThan(20);
    expect([made, await rows(versions)]).toEqual([[{ transaction: expect.any(String), entries: ENTRIES }], made]);
    expect(Math.max(...programs.waits)).toBeLessThan(2_000);
    const partitions =
      await rows(`select name, pg_relation_filenode('audit_months.' || name) as file from audit_months()
      where starts_at is null and ends_at is not null`);
    expect(partitions).toEqual([{ name: expect.stringMatching(/^audit_entry_until_\d{4}_\d\d$/), file }]);
    const [{ written } = {}] = await rows("select count(*)::int as written from audit_entry where action = 'written'");
    expect(written).toBe(programs.waits.length);
  });

  it('leaves the indexes, keys and sequence of the log, and one index of each', async () => {
    const indexes = `select replace(pg_get_indexdef(indexrelid), relid::text, '') as definition
      from pg_partition_tree('audit_entry') join pg_index on indrelid = relid where isleaf`;
    const found = await rows(`select count(*)::int as indexes, count(distinct tree.relid)::int as partitions
      from pg_partition_tree('audit_entry') tree join pg_index on indrelid = relid where isleaf`);
    expect(found[0]?.indexes, indexes).toBe(5 * found[0]?.partitions);
    expect(await rows("select pg_get_serial_sequence('audit_entry', 'id') as name")).toEqual([
      { name: 'public.audit_entry_id_seq' },
    ]);
    const keys = await rows(`select count(*)::int as keys from pg_constraint
      where conrelid = any (select relid from pg_partition_tree('audit_entry')) and contype = 'f' and convalidated`);
    expect(keys).toEqual([{ keys: 3 * (found[0]?.partitions + 1) }]);
  });
});

const planOf = async (sql: string) => JSON.stringify(await rows(`explain (analyze, buffers, format json) ${sql}`));

describe('the plans of a log of ten years', () => {
  beforeAll(async () => {
    // What ten years of months would be; the migration leaves one partition for them.
    await rows(`do $$
      declare old text; until timestamptz; month timestamptz := date_trunc('month', now(), 'UTC') - interval '10 years';
      begin
        select name into old from audit_months() where starts_at is null and ends_at is not null;
        execute format('alter table audit_entry detach partition audit_months.%I', old);
        select min(starts_at) into until from audit_months();
        while month < until loop
          execute format('create table audit_months.%I partition of audit_entry for values from (%L) to (%L)',
            'audit_entry_' || to_char(month, 'YYYY_MM'), month, month + interval '1 month');
          month := month + interval '1 month';
        end loop;
        execute format('insert into audit_entry select * from audit_months.%I', old);
      end $$`);
    await rows('vacuum analyze audit_entry');
  });

  it('of a range of days read the partitions of its months alone', async () => {
    const plan = await planOf(`select id from audit_entry
      where at >= now() - interval '40 days' and at < now() - interval '10 days' order by id desc limit 50`);
    const read = new Set(plan.match(/audit_entry_(\d{4}_\d\d|default|until)(?=")/g));
    expect([...read].length).toBeLessThanOrEqual(3);
    expect(plan).not.toContain('audit_entry_default');
  });

  it('of the history of one thing use the index of each partition', async () => {
    const plan = await planOf(
      "select id, at, action from audit_entry where entity = 'thing' and entity_id = 9 order by id desc limit 20",
    );
    expect(plan).toContain('entity_entity_id_id_idx');
    expect(plan).not.toMatch(/"Node Type":"Seq Scan"(?=[^}]*"Relation Name":"audit_entry_2)/);
  });
});
