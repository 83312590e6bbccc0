import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { openSchemaEngine } from './schema-engine.ts';

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations');
/** Ours alone: the engine locks Prisma's own key (72707369) in its own session, but gives up after ten seconds. */
const LOCK_KEY = 7_270_736_901;
const LOCK_WAIT = '60s';

/** One folder of `prisma/migrations`. */
export type Migration = { name: string; sql: string };

/** The migrations of a folder in the order in which they apply (by name). */
export async function readMigrations(folder = MIGRATIONS): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({ name, sql: await readFile(join(folder, name, 'migration.sql'), 'utf8') })),
  );
}

/** The queue reports each of its own migrations; nobody reads that. */
const silent = new Logger(() => () => {});

/**
 * Brings a database to the schema of this release, that of the queue included, and answers the names of the migrations that it applied (none when
 * it was up to date). Two at the same time are safe: the second waits and then finds nothing to do. The records are
 * Prisma's own table, so `prisma migrate` keeps working on the same database.
 *
 * @throws when a migration fails (its record stays, marked as failed) or the lock is not free within a minute.
 */
export async function migrate(connectionString: string, folder = MIGRATIONS): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const lock = new pg.Client({ connectionString, application_name: 'channel-booking-migrate' });
  // A lost connection also fails the query that runs on it; without a listener it would end the process.
  lock.on('error', () => {});
  await lock.connect();
  try {
    await lock.query(`set lock_timeout = '${LOCK_WAIT}'`);
    await lock.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const engine = await openSchemaEngine(connectionString);
    try {
      const applied = await engine.apply(migrations, folder);
      await runMigrations({ connectionString, logger: silent });
      return applied;
    } finally {
      await engine.close();
    }
  } finally {
    await lock.end();
  }
}

/** The names of the migrations that a database still lacks; for readiness checks. Changes nothing. */
export async function pendingMigrations(connectionString: string, folder = MIGRATIONS): Promise<string[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const table = await client.query("select to_regclass('_prisma_migrations') is not null as exists");
    const applied = table.rows[0]?.exists
      ? await client.query('select migration_name as name from _prisma_migrations where finished_at is not null')
      : { rows: [] };
    const names = new Set(applied.rows.map((row) => row.name));
    return (await readMigrations(folder)).map((migration) => migration.name).filter((name) => !names.has(name));
  } finally {
    await client.end();
  }
}
