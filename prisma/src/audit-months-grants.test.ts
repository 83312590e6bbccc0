import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { MIGRATIONS, readMigrations } from './migrations.ts';
import { databaseUrl, onServer } from './testing/template.ts';

/* Programs of the last release write the audit log between its migration and the grants at the end of all migrations. */

const LAST_RELEASE = '20261128053501_event_traces';
const MONTHS = '20261128110500_audit_months';

const server = process.env.TEST_DATABASE_URL ?? '';
const name = `channel_test_audit_grants_${process.pid}`;
const role = `channel_test_programs_${process.pid}`;
const url = databaseUrl(server, name);
const folder = mkdtempSync(join(tmpdir(), 'channel-migrations-'));

beforeAll(async () => {
  await onServer(server, (client) => client.query(`create role ${role}`));
  await onServer(server, (client) => client.query(`create database ${name}`));
});
afterAll(async () => {
  await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
  await onServer(server, (client) => client.query(`drop role ${role}`));
  rmSync(folder, { recursive: true });
});

async function migrateTo(last: string): Promise<void> {
  for (const each of await readMigrations())
    if (each.name <= last) cpSync(join(MIGRATIONS, each.name), join(folder, each.name), { recursive: true });
  await migrate(url, folder);
}

const asPrograms = (text: string) =>
  onServer(url, async (client: pg.Client) => {
    await client.query(`set role ${role}`);
    return (await client.query(text)).rowCount;
  });
const write = () =>
  asPrograms("insert into audit_entry (at, channel, action, entity) values (now(), 'api', 'user.update', 'user')");

it('the rights to the audit log hold at each step of its migration', { timeout: 120_000 }, async () => {
  await migrateTo(LAST_RELEASE);
  await onServer(url, (client) =>
    client.query(`grant select, insert, update, delete on all tables in schema public to ${role};
      grant usage, select on all sequences in schema public to ${role};
      revoke update, delete on audit_entry from ${role}`),
  );
  expect(await write()).toBe(1);
  await migrateTo(MONTHS);
  expect(await write()).toBe(1);
  expect(await asPrograms('select from audit_entry')).toBe(2);
  await expect(asPrograms("update audit_entry set action = 'other'")).rejects.toThrow('permission denied');
  await migrate(url, MIGRATIONS, role);
  expect(await write()).toBe(1);
});
