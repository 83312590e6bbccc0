import { createHash } from 'node:crypto';
import pg from 'pg';
import { migrate, readMigrations } from '../migrate.ts';

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

/**
 * Makes the migrated database that every test database is a copy of, unless the server has it already: its name
 * carries a hash of the migrations. Two runs on one server don't disturb each other.
 */
export async function prepareTemplate(server: string): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify(await readMigrations()))
    .digest('hex');
  const name = `channel_template_${hash.slice(0, 12)}`;
  await onServer(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    await migrate(databaseUrl(server, unfinished));
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}
