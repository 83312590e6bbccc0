import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { grantRows } from './grants.ts';
import { MIGRATIONS, type Migration, pendingMigrations, readMigrations } from './migrations.ts';
import { openSchemaEngine, SCRIPTS } from './schema-engine.ts';

/** Used only here: the engine locks Prisma's own key (72707369) in its own session, but gives up after ten seconds. */
const LOCK_KEY = 7_270_736_901;
const LOCK_WAIT = '60s';

/** Statements of a migration that get no lock within 2 s are tried again later: until then, others wait behind them. */
const ATTEMPTS = 20;
const PAUSE_MS = 3_000;

/** SQLSTATE of a statement that waited for a lock longer than `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/** The queue reports each of its own migrations, which is not useful here. */
const silent = new Logger(() => () => {});

/**
 * Migrates a database to the schema of this release, including the schema of the queue. Concurrent calls are safe: the
 * second waits and then finds nothing to do. A migration that failed, or whose program was killed, has left nothing, and
 * is applied again. The records are Prisma's own table, so `prisma migrate` keeps working on the same database.
 *
 * @param application the role of the programs, if it is not the one that migrates: gets the rights of `grantRows`
 * @returns the names of the applied migrations (none when the database was up to date)
 * @throws when a migration fails (its record is kept, marked as failed) or a lock is not free within a minute.
 */
export async function migrate(connectionString: string, folder = MIGRATIONS, application?: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const lock = new pg.Client({ connectionString, application_name: 'channel-booking-migrate' });
  // A lost connection also fails the query that runs on it; without a listener it would end the process.
  lock.on('error', () => {});
  await lock.connect();
  try {
    await lock.query(`set lock_timeout = '${LOCK_WAIT}'`);
    await lock.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const pending = await pendingMigrations(connectionString, folder);
    for (let attempt = 1; ; attempt += 1) {
      await rollBackInterrupted(lock, migrations);
      const engine = await openSchemaEngine(connectionString);
      try {
        await engine.apply(migrations, folder);
        break;
      } catch (error) {
        if (attempt === ATTEMPTS || !waitedForLock(error)) throw error;
      } finally {
        await engine.close();
      }
      await sleep(PAUSE_MS);
    }
    await runMigrations({ connectionString, logger: silent });
    if (application !== undefined) await grantRows(lock, application);
    return pending;
  } finally {
    await lock.end();
  }
}

const waitedForLock = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === LOCK_NOT_AVAILABLE;

/**
 * Records that the migrations which did not end are rolled back. Postgres goes on with the statements of a program that
 * was killed, so these are ended first; only the holder of the lock runs any. Of a migration without a transaction, an
 * incomplete index may be left, which `if not exists` would take for the whole one.
 */
async function rollBackInterrupted(lock: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await lock.query(
    'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and application_name = $1',
    [SCRIPTS],
  );
  const table = await lock.query("select to_regclass('_prisma_migrations') is not null as exists");
  if (!table.rows[0]?.exists) return;
  const interrupted = await lock.query<{ name: string }>(
    `update _prisma_migrations set rolled_back_at = now() where finished_at is null and rolled_back_at is null
     returning migration_name as name`,
  );
  const names = new Set(interrupted.rows.map(({ name }) => name));
  const statements = migrations.flatMap(({ name, sql }) => (names.has(name) ? [sql] : [])).join('\n');
  const incomplete = await lock.query<{ name: string }>(
    `select c.relname as name from pg_index join pg_class c on c.oid = indexrelid
     where not indisvalid and pg_table_is_visible(indexrelid)`,
  );
  for (const { name } of incomplete.rows)
    if (statements.includes(name)) await lock.query(`drop index concurrently ${pg.escapeIdentifier(name)}`);
}
