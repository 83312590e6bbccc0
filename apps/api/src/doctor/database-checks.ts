import { checkDatabase, pendingMigrations, readMigrations } from '@channel/prisma';
import { unseal } from '@channel/webhooks';
import { maxConnections } from '../connections.ts';
import { type Check, type Finding, fine, type Installation, problem, warning } from './check.ts';

/** The first release of Postgres that the statements are tested with. */
const OLDEST = 16;

/** Milliseconds between the clocks of Postgres and of this machine that no token or hold notices. */
const CLOCK_TOLERANCE = 2_000;

type Database = NonNullable<Installation['database']>;

/** A check of the database, if it can be reached. */
const ofDatabase =
  (check: (database: Database, installation: Installation) => Promise<Finding>): Check =>
  async (installation) =>
    installation.database ? check(installation.database, installation) : warning('not checked without the database');

export const version: Check = async ({ database }) => {
  if (!database) return warning('the embedded Postgres is not running: start it by npm start');
  const { db } = database;
  const [row] = await db.$queryRaw<{ number: number; text: string }[]>`
    SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS text`;
  const { number = 0, text = '' } = row ?? {};
  if (number < OLDEST * 10_000) return problem(`Postgres ${text} is too old: ${OLDEST} or newer is needed`);
  const health = await checkDatabase(db);
  if (health === 'read-only')
    return problem(`Postgres ${text} takes no writes: it is a replica, or default_transaction_read_only is on`);
  return fine(`Postgres ${text} answers and takes writes`);
};

export const migrations = ofDatabase(async ({ db, connectionString }) => {
  const pending = await pendingMigrations(connectionString);
  if (pending.length > 0) return problem(`${pending.length} are pending, the first is ${pending[0]}: run npm start`);
  const known = (await readMigrations()).map(({ name }) => name);
  const unknown = await db.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND NOT migration_name = ANY (${known}) ORDER BY 1`;
  if (unknown.length > 0)
    return problem(`a newer release has applied ${unknown.map(({ name }) => name).join(', ')}: run that release`);
  return fine(`all ${known.length} are applied`);
});

const TIMEOUTS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;

export const timeouts = ofDatabase(async ({ db }) => {
  const rows = await db.$queryRaw<{ name: string; value: string }[]>`
    SELECT name, current_setting(name) AS value FROM unnest(${[...TIMEOUTS]}::text[]) AS name`;
  const off = rows.filter(({ value }) => value === '0').map(({ name }) => name);
  if (off.length > 0)
    return problem(
      `${off.join(', ')} read back 0: something between this machine and Postgres drops settings of connections, such as a pooler`,
    );
  return fine(rows.map(({ name, value }) => `${name} ${value}`).join(', '));
});

export const connections = ofDatabase(async ({ db }, { settings }) => {
  const [row] = await db.$queryRaw<{ available: number }[]>`
    SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - current_setting('reserved_connections')::int AS available`;
  const available = row?.available ?? 0;
  const needed = maxConnections(settings);
  const text = `Postgres has ${available}, the programs of this machine may need ${needed}`;
  if (needed > available)
    return problem(`${text}: lower API_PROCESSES or DATABASE_POOL_SIZE, or raise max_connections of Postgres`);
  return fine(text);
});

export const role = ofDatabase(async ({ db }) => {
  const [row] = await db.$queryRaw<{ name: string; isSuperuser: boolean; owns: boolean }[]>`
    SELECT rolname AS name, rolsuper AS "isSuperuser",
      EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema() AND tableowner = rolname) AS owns
    FROM pg_roles WHERE rolname = current_user`;
  if (row?.isSuperuser) return warning(`${row.name} is a superuser: use roles of their own (*Roles of the database*)`);
  if (row?.owns)
    return warning(
      `${row.name} owns the tables, and can change the audit log: set DATABASE_OWNER_URL (*Roles of the database*)`,
    );
  return fine(`${row?.name} can only read and write rows`);
});

export const clock = ofDatabase(async ({ db }, installation) => {
  const before = installation.clock().getTime();
  const [row] = await db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  const after = installation.clock().getTime();
  const at = row?.at.getTime() ?? 0;
  // The answer was made at some moment between the two.
  const difference = Math.max(0, before - at, at - after);
  if (difference > CLOCK_TOLERANCE)
    return problem(`${(difference / 1_000).toFixed(1)} s from the clock of Postgres: set both by NTP`);
  return fine('agrees with the clock of Postgres');
});

export const key = ofDatabase(async ({ db }, { settings: { secretKey } }) => {
  const newest = await db.webhookEndpoint.findFirst({
    where: { deletedAt: null },
    select: { secret: true },
    orderBy: { id: 'desc' },
  });
  if (!newest) return fine('nothing is encrypted with it yet');
  try {
    unseal(newest.secret, secretKey);
    return fine('decrypts the secrets of webhook endpoints');
  } catch {
    return problem(
      'it is not the one that encrypted the secrets of webhook endpoints: set SECRET_KEY to the former one',
    );
  }
});
