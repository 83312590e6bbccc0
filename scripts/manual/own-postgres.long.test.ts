import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbedded } from '@channel/prisma/embedded';
import { migrate } from '@channel/prisma/migrate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requirePsql } from '../deploy/testing/require-psql.ts';
import { query } from '../stack/query.ts';
import { archiveMarch2019 } from './testing/archived-month.ts';
import { freePorts, type Manual, openManual } from './testing/manual.ts';

/* The commands of docs/operations.md for a Postgres of one's own, as they are printed; manual.long.test.ts runs the others. */

let manual: Manual;
/** What an operator has as a Postgres of their own. */
let own: EmbeddedPostgres;

beforeAll(async () => {
  manual = openManual();
  own = await startEmbedded({ dataDir: join(manual.folder, 'own') });
}, 300_000);
afterAll(async () => {
  await own?.stop();
  await manual?.close(['own']);
}, 60_000);

/** The address of a role in the server of the operator. */
function addressOf(role: string, database = 'channel_booking'): string {
  return `postgres://${role}:a-password@127.0.0.1:${own.port}/${database}`;
}

/** Creates the roles as printed, in the server of the operator. @returns the address in place of the printed ones */
async function createRoles(): Promise<Record<string, string>> {
  const at = new URL(own.superuser);
  at.pathname = '/postgres';
  await query(at.href, `drop database if exists channel_booking with (force)`);
  for (const role of ['application', 'owner', 'maintenance', 'backup'].map((name) => `channel_${name}`))
    await query(at.href, `alter role ${role} rename to former_${role}_${Date.now()}`).catch(() => {});
  const [sql = ''] = manual.sqlOf('roles');
  const statements = sql.replaceAll('…', 'a-password').split(';\n').filter(Boolean);
  expect(statements).toHaveLength(5);
  for (const statement of statements) await query(at.href, statement);
  return { '…@host': `a-password@127.0.0.1:${own.port}` };
}

/** Creates the roles, and migrates. */
async function createDatabase(): Promise<Record<string, string>> {
  const replaced = await createRoles();
  await migrate(addressOf('channel_owner'), undefined, 'channel_application', 'channel_maintenance');
  return replaced;
}

it('install on a Postgres of your own', async () => {
  const replaced = await createRoles();
  const { code, output } = await manual.run(
    'own',
    { DATA_DIR: join(manual.folder, 'second'), ...(await freePorts()) },
    { replaced },
  );
  expect([code, output]).toEqual([0, expect.stringContaining('Usage: npm run admin:create')]);
  expect(output).toMatch(/Role of the programs: channel_application can read and write rows, and nothing else/);
});

it('start the programs by hand', async () => {
  const { API_PORT, CONSOLE_PORT } = await freePorts();
  const replaced = { ...(await createRoles()), ':4000/': `:${API_PORT}/`, '-p 3000': `-p ${CONSOLE_PORT}` };
  const env = { API_PORT, CONSOLE_PORT, SECRET_KEY: 'the key of a test, 32 letters and more' };
  const { code, output } = await manual.run('programs', env, { replaced });
  expect([code, output]).toEqual([0, expect.stringContaining('Server listening')]);
});

it('a role for backups in a Postgres of your own', async () => {
  const replaced = await createDatabase();
  const [sql = ''] = manual.sqlOf('backup-role');
  const superuser = new URL(own.superuser);
  superuser.pathname = '/channel_booking';
  const statements = sql.replace('…', 'a-password').split(';\n').filter(Boolean);
  expect(statements).toHaveLength(4);
  for (const statement of statements) await query(superuser.href, statement);
  const backup = addressOf('channel_backup');
  // The embedded Postgres has a value of its own in its command line.
  const written = "select setting from pg_file_settings where name = 'max_slot_wal_keep_size'";
  expect(await query(superuser.href, written)).toEqual([{ setting: '20GB' }]);
  await expect(query(backup, 'select from orders')).rejects.toThrow('permission denied');
  const env = {
    DATA_DIR: join(manual.folder, 'third'),
    BACKUP_DIR: join(manual.folder, 'repository'),
    BACKUP_DATABASE_URL: backup,
  };
  const after = 'npm run backup && npm run backup -- --check';
  const { code, output } = await manual.run('backup-role', env, { replaced, after });
  expect([code, output]).toEqual([0, expect.stringMatching(/no problem|nothing is damaged|complete/i)]);
});

it('passwords of the roles', async () => {
  await createDatabase();
  const superuser = new URL(own.superuser);
  superuser.pathname = '/channel_booking';
  await query(superuser.href, `CREATE ROLE channel_backup LOGIN REPLICATION PASSWORD 'a-password'`);
  const [sql = ''] = manual.sqlOf('passwords');
  const statements = sql.replaceAll('…', 'a-new-password').split(';\n').filter(Boolean);
  expect(statements).toHaveLength(4);
  for (const statement of statements) await query(superuser.href, statement);
  for (const role of ['application', 'owner', 'maintenance', 'backup'].map((name) => `channel_${name}`)) {
    const address = addressOf(role);
    await expect(query(address, 'select')).rejects.toThrow('password authentication failed');
    await query(address.replace('a-password', 'a-new-password'), 'select');
  }
});

it('the audit log: its months, the export of an archived one, and its return', async () => {
  requirePsql();
  const replaced = await createDatabase();
  const [owner, maintenance] = [addressOf('channel_owner'), addressOf('channel_maintenance')];
  const [months = '', attach = ''] = manual.sqlOf('audit');
  for (const statement of months.split('\n')) expect(await query(owner, statement)).not.toEqual([]);
  expect(await archiveMarch2019(owner, maintenance)).toContain('audit_entry_2019_03');
  const exported = join(manual.project, 'audit_2019_03.csv');
  const { code, output } = await manual.run('audit', {}, { replaced });
  expect([code, output]).toEqual([0, expect.stringContaining('DROP TABLE')]);
  expect(readFileSync(exported, 'utf8')).toMatch(/^id,.*\n.*,kept,/);
  await archiveMarch2019(owner, maintenance);
  const entries = () => query(owner, "select tableoid::regclass::text as place from audit_entry where action = 'kept'");
  expect(await entries()).toEqual([]);
  await query(owner, attach);
  expect(await entries()).toEqual([{ place: 'audit_months.audit_entry_2019_03' }]);
});
