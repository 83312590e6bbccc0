import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { grantRows } from './grants.ts';
import { MIGRATIONS, readMigrations } from './migrations.ts';
import { openSchemaEngine } from './schema-engine.ts';

/** Used only here: the engine locks Prisma's own key (72707369) in its own session, but gives up after ten seconds. */
const LOCK_KEY = 7_270_736_901;
const LOCK_WAIT = '60s';

/** The queue reports each of its own migrations, which is not useful here. */
const silent = new Logger(() => () => {});

/**
 * Migrates a database to the schema of this release, including the schema of the queue. Concurrent calls are safe: the
 * second waits and then finds nothing to do. The records are Prisma's own table, so `prisma migrate` keeps working on
 * the same database.
 *
 * @param application the role of the programs, if it is not the one that migrates: gets the rights of `grantRows`
 * @returns the names of the applied migrations (none when the database was up to date)
 * @throws when a migration fails (its record is kept, marked as failed) or the lock is not free within a minute.
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
    const engine = await openSchemaEngine(connectionString);
    try {
      const applied = await engine.apply(migrations, folder);
      await runMigrations({ connectionString, logger: silent });
      if (application !== undefined) await grantRows(lock, application);
      return applied;
    } finally {
      await engine.close();
    }
  } finally {
    await lock.end();
  }
}
