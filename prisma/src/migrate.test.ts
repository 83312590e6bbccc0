import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { pendingMigrations } from './migrations.ts';
import { openSchemaEngine, SCRIPTS } from './schema-engine.ts';
import { databaseUrl, onServer } from './testing/template.ts';

const server = process.env.TEST_DATABASE_URL ?? '';
let folder: string;
let name: string;
let url: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  name = `channel_test_migrate_${process.pid}`;
  url = databaseUrl(server, name);
  await onServer(server, (client) => client.query(`create database ${name}`));
});

afterEach(async () => {
  await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
  rmSync(folder, { recursive: true });
});

function write(migration: string, sql: string): void {
  mkdirSync(join(folder, migration));
  writeFileSync(join(folder, migration, 'migration.sql'), sql);
}

const rows = (sql: string) => onServer(url, async (client) => (await client.query(sql)).rows);

const ROLLED_BACK = 'select count(*)::int from _prisma_migrations where rolled_back_at is not null';

/** Migrates in another process. */
function migrateElsewhere(after = ''): ChildProcessByStdio<null, Readable, null> {
  const program = `await (await import(${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))})).migrate(${JSON.stringify(url)}, ${JSON.stringify(folder)});${after}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Migrates in another process, which is killed once a statement of a migration runs. */
async function killInTheMiddle(): Promise<void> {
  const child = migrateElsewhere();
  const running = `select count(*)::int from pg_stat_activity where datname = '${name}' and state = 'active'
    and application_name = '${SCRIPTS}' and wait_event_type in ('Lock', 'Timeout')`;
  await expect.poll(async () => (await rows(running))[0].count, { timeout: 30_000 }).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const FUNCTIONS = `
create extension pg_trgm;
create table note (id int primary key, text text not null check (text <> ';'), upper text generated always as (upper(text)) stored);
create function shout() returns trigger language plpgsql as $$
begin
  new.text := new.text || ';' || '!';
  return new;
end $$;
create trigger shout before insert on note for each row execute function shout();
create index note_search on note using gin (text gin_trgm_ops) where text <> '';
`;

describe('migrate', () => {
  it('runs whole scripts: extensions, functions with semicolons, triggers, generated columns, partial indexes', async () => {
    write('20260101000000_notes', FUNCTIONS);
    expect(await pendingMigrations(url, folder)).toEqual(['20260101000000_notes']);
    expect(await migrate(url, folder)).toEqual(['20260101000000_notes']);
    await rows("insert into note (id, text) values (1, 'hey')");
    expect(await rows('select text, upper from note')).toEqual([{ text: 'hey;!', upper: 'HEY;!' }]);
  });

  it('applies each migration once, in the order of names', async () => {
    write('2_second', 'alter table thing add column b int;');
    write('1_first', 'create table thing (a int);');
    expect(await migrate(url, folder)).toEqual(['1_first', '2_second']);
    expect(await migrate(url, folder)).toEqual([]);
    write('3_third', 'alter table thing add column c int;');
    expect(await migrate(url, folder)).toEqual(['3_third']);
    expect(await pendingMigrations(url, folder)).toEqual([]);
  });

  it('ends the program when everything is applied', async () => {
    write('1_first', 'create table thing (a int);');
    // What Node still waits for, once the migrator has ended.
    const child = migrateElsewhere('console.log(process.getActiveResourcesInfo().join())');
    const [[line], [code]] = await Promise.all([once(child.stdout, 'data'), once(child, 'exit')]);
    expect([String(line).includes('Timeout'), code]).toEqual([false, 0]);
  });

  it('leaves the database of a newer release as it is, to which an older one returned', async () => {
    write('1_first', 'create table thing (a int);');
    write('2_second', 'alter table thing add column b int;');
    await migrate(url, folder);
    rmSync(join(folder, '2_second'), { recursive: true });
    expect(await migrate(url, folder)).toEqual([]);
    await rows('insert into thing (a, b) values (1, 2)');
    expect(await rows('select count(*)::int from _prisma_migrations where rolled_back_at is null')).toEqual([
      { count: 2 },
    ]);
  });

  it('is safe when two programs migrate concurrently', async () => {
    write('1_slow', 'create table thing (a int); select pg_sleep(0.3);');
    const applied = await Promise.all([migrate(url, folder), migrate(url, folder)]);
    expect(applied.map((names) => names.length).sort()).toEqual([0, 1]);
  });

  it('goes on after another program was killed in the middle of a migration, whose statements go on', async () => {
    write('0_gate', 'create table gate (is_open bool);');
    await migrate(url, folder);
    const wait = 'select pg_sleep(case when exists (select from gate) then 0 else 600 end)';
    write('1_first', `create table thing (a int); insert into thing values (1); ${wait};`);
    write('2_second', 'alter table thing add column b int;');
    await killInTheMiddle();
    await rows('insert into gate values (true)');
    expect(await migrate(url, folder)).toEqual(['1_first', '2_second']);
    expect(await rows('select a, b from thing')).toEqual([{ a: 1, b: null }]);
    expect(await pendingMigrations(url, folder)).toEqual([]);
  });

  it('goes on after another program was killed in the middle of an index that is built without a transaction', async () => {
    write('1_first', 'create table thing (a int); insert into thing values (1);');
    await migrate(url, folder);
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    // The index waits for transactions that began before it.
    await reader.query('begin; select from thing; declare open cursor for select from thing');
    write('2_index', '-- without a transaction\ncreate index concurrently if not exists thing_a on thing (a);');
    await killInTheMiddle();
    await reader.end();
    await migrate(url, folder);
    expect(await rows("select indisvalid from pg_index where indexrelid = 'thing_a'::regclass")).toEqual([
      { indisvalid: true },
    ]);
  });

  it.each([
    ['thing_a', 'thing', 'THING_A on thing'],
    ['"Thing_A"', 'thing', '"Thing_A" on only thing'],
    ['other.thing_a', 'other.thing', 'thing_a on other.thing'],
  ])('records the unique index %s only when it is complete', async (index, table, definition) => {
    write('1_first', `create schema other; create table ${table} (a int); insert into ${table} values (1), (1);`);
    const build = `create unique index concurrently if not exists ${definition} (a);`;
    write('2_index', `-- without a transaction\n${build}`);
    // An index of the same start that somebody else left incomplete is not the migration's.
    await expect(migrate(url, folder)).rejects.toThrow(/2_index failed: could not create unique index/);
    await expect(rows(`create unique index concurrently thing_a_more on ${table} (a)`)).rejects.toThrow(
      /could not create/,
    );
    await expect(migrate(url, folder)).rejects.toThrow(/2_index failed/);
    await rows(`delete from ${table}; insert into ${table} values (1)`);
    expect(await migrate(url, folder)).toEqual(['2_index']);
    const validOf = (name: string) => rows(`select indisvalid from pg_index where indexrelid = '${name}'::regclass`);
    expect(await validOf(index)).toEqual([{ indisvalid: true }]);
    expect(await validOf(index.startsWith('other') ? 'other.thing_a_more' : 'thing_a_more')).toEqual([
      { indisvalid: false },
    ]);
  });

  it('leaves an index alone that somebody else builds, and waits for it', async () => {
    write('1_first', 'create table thing (a int);');
    await migrate(url, folder);
    const [reader, builder] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
    await Promise.all([reader.connect(), builder.connect()]);
    await reader.query('begin; select from thing; declare open cursor for select from thing');
    const building = builder.query('create index concurrently thing_a on thing (a)');
    await expect.poll(() => rows('select count(*)::int from pg_stat_progress_create_index')).toEqual([{ count: 1 }]);
    write('2_index', '-- without a transaction\ncreate index concurrently if not exists thing_a on thing (a);');
    const migrating = migrate(url, folder);
    await expect
      .poll(() =>
        rows(
          `select count(*)::int from pg_stat_activity where application_name = '${SCRIPTS}' and datname = '${name}' and wait_event_type = 'Lock'`,
        ),
      )
      .toEqual([{ count: 1 }]);
    await reader.query('commit');
    await building;
    expect(await migrating).toEqual(['2_index']);
    expect(await rows("select indisvalid from pg_index where indexrelid = 'thing_a'::regclass")).toEqual([
      { indisvalid: true },
    ]);
    await Promise.all([reader.end(), builder.end()]);
  });

  it.each([
    ['begin; create table thing (a int);', 'it must not begin a transaction'],
    ['create table thing (a int); rollback;', 'it must not end its transaction'],
    ['create table thing (a int); rollback; begin;', 'it must not end its transaction'],
  ])('applies nothing of: %s', async (sql, reason) => {
    write('1_first', sql);
    write('2_second', 'create table other (a int);');
    await expect(migrate(url, folder)).rejects.toThrow(`Migration 1_first failed: ${reason}`);
    expect(await rows("select to_regclass('thing') as thing, to_regclass('other') as other")).toEqual([
      { thing: null, other: null },
    ]);
    expect(await pendingMigrations(url, folder)).toEqual(['1_first', '2_second']);
  });

  it('is not ended by time limits of the role', async () => {
    await rows(`alter database ${name} set statement_timeout = '50ms'`);
    write('1_first', 'create table thing (a int); select pg_sleep(0.2);');
    expect(await migrate(url, folder)).toEqual(['1_first']);
  });

  it('runs a block that commits after each part', async () => {
    write('1_first', 'create table part (number int, transaction bigint default txid_current());');
    write(
      '2_parts',
      '-- without a transaction\ndo $$ begin for n in 1..3 loop insert into part values (n); commit; end loop; end $$;',
    );
    expect(await migrate(url, folder)).toEqual(['1_first', '2_parts']);
    expect(await rows('select count(distinct transaction)::int from part')).toEqual([{ count: 3 }]);
  });

  it('applies and records a migration in one transaction', async () => {
    write('1_first', 'create table written (by text, transaction bigint);');
    await migrate(url, folder);
    await rows(`
      create function note_end() returns trigger language plpgsql as $$ begin
        insert into written values ('record', txid_current()); return new; end $$;
      create trigger note_end after update of finished_at on _prisma_migrations for each row
        when (old.finished_at is null and new.finished_at is not null) execute function note_end()`);
    write('2_second', "insert into written values ('script', txid_current());");
    await migrate(url, folder);
    const [script, record] = await rows('select by, transaction from written order by by desc');
    expect([script.by, record.by]).toEqual(['script', 'record']);
    expect(record.transaction).toBe(script.transaction);
  });

  it('lets others go on while a lock is taken, and tries again', async () => {
    write('1_first', 'create table thing (a int);');
    await migrate(url, folder);
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    await reader.query('begin; select from thing');
    write('2_second', 'alter table thing add column b int;');
    const migrating = migrate(url, folder);
    await expect.poll(() => rows(ROLLED_BACK), { timeout: 20_000 }).toEqual([{ count: 1 }]);
    await reader.end();
    expect(await migrating).toEqual(['2_second']);
  });

  it('applies a migration that failed again once it is mended', async () => {
    write('1_first', 'create table thing (a int); select 1 / 0;');
    await expect(migrate(url, folder)).rejects.toThrow(/1_first failed: division by zero/);
    rmSync(join(folder, '1_first'), { recursive: true });
    write('1_first', 'create table thing (a int);');
    expect(await migrate(url, folder)).toEqual(['1_first']);
  });

  it('applies nothing of a failing migration, and names the failure', async () => {
    write('1_broken', 'create table half (a int); create table half (a int);');
    await expect(migrate(url, folder)).rejects.toThrow(/1_broken[\s\S]*already exists/);
    expect(await rows("select to_regclass('half') as half")).toEqual([{ half: null }]);
  });
});

describe('the schema engine', () => {
  it('computes the statements from the migrations to a schema', async () => {
    write('1_first', 'create table thing (id int primary key);');
    const model = (fields: string) => [
      {
        path: 'a.prisma',
        content: `datasource db {\n provider = "postgresql"\n}\nmodel thing {\n id Int @id\n${fields}\n}`,
      },
    ];
    const engine = await openSchemaEngine(url);
    try {
      const migrations = [{ name: '1_first', sql: 'create table thing (id int primary key);' }];
      expect(await engine.diff(migrations, folder, model(''))).toBeNull();
      expect(await engine.diff(migrations, folder, model('name String?'))).toContain('ADD COLUMN     "name" TEXT');
    } finally {
      await engine.close();
    }
    expect(await rows("select from pg_database where datname like 'scratch_%'")).toEqual([]);
  });
});
