import { createHash } from 'node:crypto';
import pg from 'pg';
import { ensureMaintenanceRole, ensureRole } from '../embedded/roles.ts';
import { migrate } from '../migrate.ts';
import { MIGRATIONS, readMigrations } from '../migrations.ts';
import { roleSettings } from '../session-settings.ts';
import { migrateNarrow } from './narrow-ids.ts';

const LOCK_KEY = 7_270_736_902;

/** Runs `use` with a connection to a server's maintenance database. */
export async function onServer<T>(server: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server, application_name: 'channel-booking-testing' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** A database content that many test files start from, beyond the empty one. */
export type World = {
  /** Identifies the content: another content needs another key. */
  key: string;
  /** Fills a migrated, empty database. It must leave no connection open. */
  fill(connectionString: string): Promise<void>;
};

/** The role of the programs, and its password, on a test server. */
const APPLICATION = 'channel_test_application';

/** The role for maintenance on a test server. */
const MAINTENANCE = 'channel_test_maintenance';

function withRole(database: string, role: string): string {
  const url = new URL(database);
  url.username = role;
  url.password = role;
  return url.href;
}

/** A test database with the programs' role, which can only read and write rows. */
export const asApplication = (database: string): string => withRole(database, APPLICATION);

/** A test database with the role that can only execute the functions for maintenance. */
export const asMaintenance = (database: string): string => withRole(database, MAINTENANCE);

/** Raises the next ids of all tables: no row has an id of 32 bits. */
const RAISE = `select setval(format('%I.%I', schemaname, sequencename)::regclass, $1::bigint)
  from pg_sequences where schemaname = 'public'`;

/**
 * Creates the migrated template of all test databases, unless the server has it already. Their ids begin after
 * `TEST_SEQUENCES_FROM`, if it is set; with `TEST_IDS_OF_32_BITS=1` they are as those of an installation of release 1.0.0.
 */
export async function prepareTemplate(server: string): Promise<string> {
  const from = process.env.TEST_SEQUENCES_FROM;
  const isNarrow = process.env.TEST_IDS_OF_32_BITS === '1';
  const name = `channel_template_${hashOf(JSON.stringify([await readMigrations(), APPLICATION, MAINTENANCE, from, isNarrow]))}`;
  await makeOnce(server, name, 'template1', async (empty) => {
    await onServer(server, async (client) => {
      await ensureRole(client, APPLICATION, APPLICATION);
      // For connections through a pooler; any other connection has its own.
      await client.query(roleSettings(APPLICATION));
      await ensureMaintenanceRole(client, MAINTENANCE, MAINTENANCE);
    });
    if (isNarrow) await migrateNarrow(empty, APPLICATION, MAINTENANCE);
    else await migrate(empty, MIGRATIONS, APPLICATION, MAINTENANCE);
    if (from !== undefined) await onServer(empty, (client) => client.query(RAISE, [from]));
  });
  return name;
}

/** Creates the filled template of a world, unless the server has it already. */
export async function prepareWorld(server: string, template: string, { key, fill }: World): Promise<string> {
  const name = `${template}_${hashOf(key)}`;
  await makeOnce(server, name, template, fill);
  return name;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The database name identifies its content, so that two runs on one server don't disturb each other. */
async function makeOnce(server: string, name: string, base: string, fill: World['fill']): Promise<void> {
  await onServer(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished} template ${base} strategy file_copy`);
    await fill(databaseUrl(server, unfinished));
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
}
