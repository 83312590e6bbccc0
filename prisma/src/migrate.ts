import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { ensureMaintenanceGrants, grantRows } from './grants.ts';
import { MIGRATIONS, pendingMigrations, readMigrations } from './migrations.ts';
import { MigrationError, openSchemaEngine, SCRIPTS, SESSION } from './schema-engine.ts';

/** Used only here: the engine locks Prisma's own key (72707369) in its own session, but gives up after ten seconds. */
const LOCK_KEY = 7_270_736_901;
const LOCK_WAIT = '60s';

/** The first release of Postgres that the statements are tested with. */
export const OLDEST_POSTGRES = 16;

/** A statement that gets no lock within 2 s is tried again later: until then, others wait behind it. */
const LOCK_TIMEOUT = '2s';
const ATTEMPTS = 20;
const PAUSE_MS = 3_000;

/** SQLSTATEs of a statement that waited for a lock longer than `lock_timeout`, and of a deadlock. */
const LOCKED = ['55P03', '40P01'];

/** The queue reports each of its own migrations, which is not useful here. */
const silent = new Logger(() => () => {});

/**
 * Migrates a database to the schema of this release, including the schema of the queue. Concurrent calls are safe: the
 * second waits and then finds nothing to do. A migration that failed, or whose program was killed, has left nothing, and
 * is applied again. The records are Prisma's own table, so `prisma migrate` keeps working on the same database.
 *
 * @param application the role of the programs, if it is not the one that migrates: gets the rights of `grantRows`
 * @param maintenance the role for maintenance, if there is one: gets the rights of `ensureMaintenanceGrants`
 * @returns the names of the applied migrations (none when the database was up to date)
 * @throws {MigrationError} when a migration fails (its record is kept, marked as failed) or another program migrates for
 *   longer than a minute
 */
export async function migrate(
  connectionString: string,
  folder = MIGRATIONS,
  application?: string,
  maintenance?: string,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const lock = new pg.Client({ connectionString, application_name: 'channel-booking-migrate' });
  // A lost connection also fails the query that runs on it; without a listener it would end the process.
  lock.on('error', () => {});
  await lock.connect();
  try {
    await demandSession(lock);
    await checkVersion(lock);
    await lock.query(SESSION);
    await takeLock(lock);
    const pending = await pendingMigrations(connectionString, folder);
    await lock.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    await untilUnlocked(async () => {
      await rollBackInterrupted(lock);
      const engine = await openSchemaEngine(connectionString);
      try {
        await engine.apply(migrations, folder);
      } finally {
        await engine.close();
      }
      await runMigrations({ connectionString, logger: silent });
      if (application !== undefined) await grantRows(lock, application);
      if (maintenance !== undefined) await ensureMaintenanceGrants(lock, maintenance);
    });
    const [missing] = await pendingMigrations(connectionString, folder);
    if (missing !== undefined) throw new MigrationError(`Migration ${missing} was not recorded; start again`);
    return pending;
  } catch (error) {
    throw explained(error);
  } finally {
    await lock.end();
  }
}

/** What an operator has to change, by SQLSTATE. Whatever was not recorded is rolled back. */
const ADVICE: Readonly<Record<string, string>> = {
  '42501': 'set DATABASE_OWNER_URL to the role that owns the tables',
  '53100': 'free space on the disk of Postgres, and start again',
  '53300': 'end some connections, or raise max_connections',
  '25006': 'it is a replica, or default_transaction_read_only is on',
};

/** An error that an operator can mend, in one line; any other as it is. */
function explained(error: unknown): unknown {
  const advice = error instanceof Error && 'code' in error ? ADVICE[String(error.code)] : undefined;
  if (!(error instanceof Error) || advice === undefined) return error;
  return new MigrationError(`${error.message}: ${advice}. What was not applied is rolled back`, { cause: error });
}

/**
 * A pooler would run the next statement elsewhere, and leave the lock behind.
 *
 * @throws {MigrationError} when the connection leads to one
 */
async function demandSession(lock: pg.Client): Promise<void> {
  const { rows } = await lock.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]?.pid !== lock.processID)
    throw new MigrationError(
      'Migrations need a session of Postgres, and this address leads to a pooler: set DATABASE_DIRECT_URL, or DATABASE_OWNER_URL, to the address of Postgres itself. Nothing was changed',
    );
}

/** @throws {MigrationError} when Postgres is too old for the statements */
async function checkVersion(lock: pg.Client): Promise<void> {
  const { rows } = await lock.query<{ number: number; text: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as text",
  );
  const { number = 0, text = '' } = rows[0] ?? {};
  if (number < OLDEST_POSTGRES * 10_000)
    throw new MigrationError(`Postgres ${text} is too old: ${OLDEST_POSTGRES} or newer is needed. Nothing was changed`);
}

/** @throws {MigrationError} when another program has the lock for longer than a minute */
async function takeLock(lock: pg.Client): Promise<void> {
  await lock.query(`set lock_timeout = '${LOCK_WAIT}'`);
  try {
    await lock.query('select pg_advisory_lock($1)', [LOCK_KEY]);
  } catch (error) {
    if (!isLocked(error)) throw error;
    throw new MigrationError(
      'Another program has been migrating this database for a minute. Nothing was changed; start again when it is done',
    );
  }
}

/** Repeats work that meets locks of others. What it had done is rolled back, or found done by the repetition. */
async function untilUnlocked(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isLocked(error)) throw error;
    }
    await sleep(PAUSE_MS);
  }
}

function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && LOCKED.includes(String(error.code))) || isLocked(error.cause);
}

/**
 * Records that the migrations which did not end are rolled back. Postgres goes on with the statements of a program that
 * was killed, so these are ended first: only the holder of the lock runs any.
 */
async function rollBackInterrupted(lock: pg.Client): Promise<void> {
  const { rows } = await lock.query<{ pid: number; isGone: boolean }>(
    `select pid, pg_terminate_backend(pid, 10000) as "isGone" from pg_stat_activity
     where datname = current_database() and usename = current_user and application_name = $1`,
    [SCRIPTS],
  );
  const left = rows.find(({ isGone }) => !isGone);
  if (left)
    throw new MigrationError(
      `Postgres still executes an earlier migration (pid ${left.pid}); start again when it is done`,
    );
  const table = await lock.query("select to_regclass('_prisma_migrations') is not null as exists");
  if (!table.rows[0]?.exists) return;
  await lock.query(
    'update _prisma_migrations set rolled_back_at = now() where finished_at is null and rolled_back_at is null',
  );
}
