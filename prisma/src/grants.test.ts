import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discardEmbedded, type EmbeddedPostgres, startEmbedded } from './embedded/index.ts';
import { migrate } from './migrate.ts';
import { hasRoom } from './testing/scratch.ts';

const SCRATCH = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

let folder: string;
let server: EmbeddedPostgres;
let application: pg.Client;

const start = () => startEmbedded({ dataDir: folder, durable: false });
const roleOf = (connectionString: string) => new URL(connectionString).username;

async function requested(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/* An installation of an earlier release, where the superuser created everything, upgraded to this release. */
beforeAll(async () => {
  folder = mkdtempSync(join(SCRATCH, 'channel-roles-'));
  chmodSync(folder, 0o755);
  server = await start();
  const elsewhere = server.superuser.replace(/\/channel_booking$/, '/postgres');
  await requested(elsewhere, 'drop database channel_booking');
  await requested(elsewhere, `drop role ${roleOf(server.owner)}`);
  await requested(elsewhere, `drop role ${roleOf(server.connectionString)}`);
  await requested(elsewhere, 'create database channel_booking');
  await migrate(server.superuser);
  await requested(server.superuser, "insert into language (code, name) values ('pt', 'português')");
  await requested(
    server.superuser,
    "insert into audit_entry (at, action, entity, entity_id, channel) values (now(), 'kept', 'order', '1', 'api')",
  );
  await server.stop();

  server = await start();
  await migrate(server.owner, undefined, roleOf(server.connectionString), roleOf(server.maintenance));
  application = new pg.Client({ connectionString: server.connectionString });
  await application.connect();
}, 120_000);
afterAll(async () => {
  await application?.end();
  await server?.stop();
  await discardEmbedded(folder);
});

describe('the role of the programs', () => {
  it('reads the rows of earlier releases', async () => {
    expect((await application.query('select name from language')).rows).toEqual([{ name: 'português' }]);
    expect((await application.query('select action from audit_entry')).rows).toEqual([{ action: 'kept' }]);
  });

  it('owns nothing, and neither does the superuser', async () => {
    const owners = `
      select distinct relowner::regrole::text as owner from pg_class c
        where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
      union select distinct typowner::regrole::text from pg_type t
        where typnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
          and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e') and typname !~ '^_?gtrgm'
      union select distinct proowner::regrole::text from pg_proc p
        where pronamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      union select nspowner::regrole::text from pg_namespace where nspname = 'graphile_worker'
      union select datdba::regrole::text from pg_database where datname = current_database()`;
    expect(await requested(server.superuser, owners)).toEqual([{ owner: roleOf(server.owner) }]);
    const powers = `select rolname from pg_roles
      where (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls) and rolname like 'channel%' order by 1`;
    expect(await requested(server.superuser, powers)).toEqual([
      { rolname: roleOf(server.superuser) },
      { rolname: roleOf(server.backup) },
    ]);
  });

  it('can use rows, sequences, jobs, notifications and locks', async () => {
    for (const sql of [
      "insert into language (code, name) values ('nl', 'Nederland')",
      "update language set name = 'Nederlands' where code = 'nl'",
      "delete from language where code = 'nl'",
      "insert into audit_entry (at, action, entity, entity_id, channel) values (now(), 'more', 'order', '1', 'api')",
      "select nextval(pg_get_serial_sequence('orders', 'id'))",
      "select graphile_worker.add_job('anything', '{}')",
      'select pg_advisory_lock(1), pg_notify($$channel$$, $$x$$)',
      'listen channel',
      'select migration_name from _prisma_migrations',
    ]) {
      await application.query(sql);
    }
    expect((await application.query('select task_identifier from graphile_worker.jobs')).rowCount).toBe(1);
    const taken = 'update graphile_worker._private_jobs set attempts = attempts + 1';
    expect((await application.query(taken)).rowCount).toBe(1);
    expect((await application.query('delete from graphile_worker._private_jobs')).rowCount).toBe(1);
  });

  it.each([
    'alter table language add column more int',
    'alter table audit_entry disable trigger audit_entry_final',
    'drop table language',
    'drop trigger audit_entry_final on audit_entry',
    'create table mine (a int)',
    'create temporary table mine (a int)',
    'create schema mine',
    'create function mine() returns int language sql as $$ select 1 $$',
    'create extension postgres_fdw',
    'create role mine',
    'update audit_entry set action = $$x$$',
    'delete from audit_entry',
    'truncate audit_entry',
    'delete from "user"',
    'delete from organization',
    'truncate language',
    'merge into audit_entry a using (select 1) x on true when matched then delete',
    'update _prisma_migrations set checksum = $$x$$',
    'delete from _prisma_migrations',
    'select * from pg_authid',
    'select pg_read_file($$/etc/passwd$$)',
    "copy language to program 'cat'",
    "copy language to '/tmp/language'",
    'set role channel_owner',
    'set role channel',
    'set session authorization channel',
    "set session_replication_role = 'replica'",
    'alter role channel_application superuser',
    'alter database channel_booking owner to channel_application',
    'reindex table language',
  ])('may not: %s', async (sql) => {
    await expect(application.query(sql)).rejects.toThrow(
      /permission denied|must be owner|must have|may not|no privileges|must be able/i,
    );
  });

  it('gets access to the rows of a table of a later migration', async () => {
    await requested(server.owner, 'create table later (id int generated always as identity, a int)');
    await expect(application.query('select from later')).rejects.toThrow('permission denied');
    await migrate(server.owner, undefined, roleOf(server.connectionString));
    await application.query('insert into later (a) values (1)');
    await requested(server.owner, 'drop table later');
  });
});

describe('the role for maintenance', () => {
  it('executes the function that redacts a recorded request, and nothing is there to redact without one', async () => {
    expect(await requested(server.maintenance, 'select redact_audit(1, 10, now()) as changed')).toEqual([
      { changed: 0 },
    ]);
  });

  it.each([
    'select from language',
    'select from personal_data_erasure',
    'insert into personal_data_erasure (organization_id) values (1)',
    'update audit_entry set after = null',
    'delete from audit_entry',
    'create table mine (a int)',
    'create temporary table mine (a int)',
    'create schema mine',
    'alter table audit_entry disable trigger audit_entry_final',
    'set role channel_owner',
    'set role channel_application',
    'select pg_read_file($$/etc/passwd$$)',
  ])('may not: %s', async (sql) => {
    await expect(requested(server.maintenance, sql)).rejects.toThrow(/permission denied|must be owner/i);
  });

  it('is the only one that may redact', async () => {
    await expect(application.query('select redact_audit(1, 10, now())')).rejects.toThrow('permission denied');
  });

  it('changes nothing but the values, also as the owner with the setting of the function', async () => {
    const change = (columns: string) =>
      requested(server.owner, `set channel.redacting = 'on'; update audit_entry set ${columns} where action = 'kept'`);
    await expect(change("action = 'x'")).rejects.toThrow('never changed');
    await expect(requested(server.owner, "update audit_entry set after = '{}'")).rejects.toThrow('never changed');
    await expect(requested(server.owner, "set channel.redacting = 'on'; delete from audit_entry")).rejects.toThrow(
      'never changed',
    );
  });
});
