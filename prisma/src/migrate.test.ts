import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { pendingMigrations } from './migrations.ts';
import { openSchemaEngine } from './schema-engine.ts';
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

  it('is safe when two programs migrate concurrently', async () => {
    write('1_slow', 'create table thing (a int); select pg_sleep(0.3);');
    const applied = await Promise.all([migrate(url, folder), migrate(url, folder)]);
    expect(applied.map((names) => names.length).sort()).toEqual([0, 1]);
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
