import { checkDatabase, createPrisma, pendingMigrations, readMigrations } from '@channel/prisma';
import { OLDEST_POSTGRES } from '@channel/prisma/migrate';
import { CLOCK_TOLERANCE, offsetIn, readClock, timeOf } from '../clock/read-clock.ts';
import { maxConnections } from '../connections.ts';
import { type Check, type Examined, type Finding, fine, problem, warning } from './check.ts';
import { connectionViolation } from './connection-violation.ts';
import { tryKey } from './try-key.ts';

type Database = NonNullable<Examined['database']>;

/** A check of the database, if it can be reached. */
const ofDatabase =
  (check: (database: Database, examined: Examined) => Promise<Finding>): Check =>
  async (examined) =>
    examined.database ? check(examined.database, examined) : warning('not checked without the database');

export const version: Check = async ({ database }) => {
  if (!database) return warning('the embedded Postgres is not running: start it by npm start');
  const { db } = database;
  const [row] = await db.$queryRaw<{ number: number; text: string }[]>`
    SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS text`;
  const { number = 0, text = '' } = row ?? {};
  if (number < OLDEST_POSTGRES * 10_000)
    return problem(`Postgres ${text} is too old: ${OLDEST_POSTGRES} or newer is needed`);
  const health = await checkDatabase(db);
  if (health === 'read-only')
    return problem(`Postgres ${text} takes no writes: it is a replica, or default_transaction_read_only is on`);
  if (health !== 'well') return problem(`Postgres ${text} does not take another connection`);
  return fine(`Postgres ${text} answers and takes writes`);
};

export const migrations = ofDatabase(async ({ db, connectionString }) => {
  const [found] = await db.$queryRaw<{ records: boolean; tables: number }[]>`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS records,
      (SELECT count(*)::int FROM pg_tables WHERE schemaname = current_schema()) AS tables`;
  if (found && !found.records && found.tables > 0)
    return problem('it has tables of another program: check the name of the database in DATABASE_URL');
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

/** Part of the ids of 32 bits of a table that may be used before it is worth a warning. */
const USED = 0.5;
const IDS_OF_32_BITS = 2 ** 31;

export const ids = ofDatabase(async ({ db }) => {
  const [{ tables = 0 } = {}] = await db.$queryRaw<
    { tables: number }[]
  >`SELECT count(*)::int AS tables FROM narrow_ids()`;
  if (tables === 0) return fine('all have 64 bits');
  const [most] = await db.$queryRaw<{ table: string; last: number }[]>`
    SELECT n.relation::text AS table, coalesce(pg_sequence_last_value(drawn::regclass), 0) AS last
    FROM narrow_ids() n CROSS JOIN unnest(n.sequences) AS drawn ORDER BY 2 DESC LIMIT 1`;
  const used = (most?.last ?? 0) / IDS_OF_32_BITS;
  const share = used < 0.01 ? 'less than 1' : String(Math.round(used * 100));
  const text = `${tables} tables have ids of 32 bits; ${most?.table ?? 'none'} has used ${share} % of them, the most`;
  return used > USED ? warning(`${text}: run npm run widen-ids in a maintenance window (Ids)`) : fine(text);
});

const TIMEOUTS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;

export const timeouts = ofDatabase(async ({ db }, { settings }) => {
  const violation = settings.databaseUrl === null ? undefined : await connectionViolation(settings);
  if (violation !== undefined) return problem(violation);
  const rows = await db.$queryRaw<{ name: string; value: string }[]>`
    SELECT name, current_setting(name) AS value FROM unnest(${[...TIMEOUTS]}::text[]) AS name`;
  return fine(rows.map(({ name, value }) => `${name} ${value}`).join(', '));
});

export const connections = ofDatabase(async ({ db }, { settings }) => {
  const [row] = await db.$queryRaw<{ available: number }[]>`
    SELECT least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - current_setting('reserved_connections')::int,
      (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
      (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())) AS available`;
  const available = row?.available ?? 0;
  const needed = maxConnections(settings);
  const text = `Postgres allows ${available}, the programs of this machine may need ${needed}`;
  if (needed > available)
    return problem(
      `${text}: lower API_PROCESSES or DATABASE_POOL_SIZE, or raise max_connections or the limit of the role or database`,
    );
  return fine(text);
});

/** Tables whose rows the programs only read; read and append; never delete. */
const READ_ONLY = ['_prisma_migrations'];
const APPEND_ONLY = ['audit_entry'];
const NOT_DELETED = ['user', 'organization'];

export const rights = ofDatabase(async ({ db }) => {
  const [role] = await db.$queryRaw<{ name: string; isSuperuser: boolean; owns: boolean }[]>`
    SELECT rolname AS name, rolsuper AS "isSuperuser",
      EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema() AND tableowner = rolname) AS owns
    FROM pg_roles WHERE rolname = current_user`;
  if (role?.isSuperuser)
    return warning(`${role.name} is a superuser: use a role that can only read and write rows (Roles of the database)`);
  if (role?.owns)
    return warning(
      `${role.name} owns the tables and can change the audit log: set DATABASE_OWNER_URL (Roles of the database)`,
    );
  const missing = await db.$queryRaw<{ right: string; table: string }[]>`
    SELECT wanted AS right, c.oid::regclass::text AS table
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace AND nspname IN ('public', 'graphile_worker')
    CROSS JOIN unnest(ARRAY['select', 'insert', 'update', 'delete']) AS wanted
    WHERE relkind IN ('r', 'p') AND NOT has_table_privilege(c.oid, wanted)
      AND (wanted = 'select' OR NOT relname = ANY (${READ_ONLY}))
      AND (wanted IN ('select', 'insert') OR NOT relname = ANY (${APPEND_ONLY}))
      AND NOT (wanted = 'delete' AND relname = ANY (${NOT_DELETED}))
    UNION ALL
    SELECT 'usage', seqrelid::regclass::text FROM pg_sequence
    WHERE NOT has_sequence_privilege(seqrelid, 'usage')
    ORDER BY 2, 1 LIMIT 1`;
  const [first] = missing;
  if (first)
    return problem(
      `${role?.name} has no right to ${first.right} on ${first.table}: run npm start with DATABASE_OWNER_URL, which grants it`,
    );
  return fine(`${role?.name} can read and write rows, and nothing else`);
});

export const owner = ofDatabase(async ({ db, connectionString, direct, owner: address }) => {
  if (address === (direct ?? connectionString)) return fine('the role of the programs migrates, too');
  const other = createPrisma({ connectionString: address, poolSize: 1, applicationName: 'channel-doctor' });
  const placeOf = async (one: typeof db) => {
    const [row] = await one.$queryRaw<{ place: string; name: string; owns: boolean }[]>`
      SELECT pg_postmaster_start_time()::text || ' ' || current_database() AS place, current_user AS name,
        pg_has_role(current_user, (SELECT datdba FROM pg_database WHERE datname = current_database()), 'member') AS owns`;
    return row;
  };
  try {
    const [programs, migrator] = [await placeOf(db), await placeOf(other)];
    if (programs?.place !== migrator?.place)
      return problem('DATABASE_OWNER_URL leads to another database than DATABASE_URL');
    if (!migrator?.owns) return problem(`${migrator?.name} does not own the database: migrations will fail`);
    return fine(`${migrator.name} owns the database`);
  } finally {
    await other.$disconnect();
  }
});

export const maintenance = ofDatabase(async ({ db, maintenance: address }) => {
  const waiting = await db.personalDataErasure.count({ where: { state: 'waiting', filesAt: { not: null } } });
  if (address === undefined) {
    const text = 'DATABASE_MAINTENANCE_URL is not set, which erasures of personal data need for their last step';
    return waiting > 0 ? problem(`${text}: ${waiting} wait (Personal data)`) : fine(`${text}; none waits`);
  }
  const other = createPrisma({ connectionString: address, poolSize: 1, applicationName: 'channel-doctor' });
  try {
    const [role] = await other.$queryRaw<{ name: string; mayRedact: boolean; mayRead: boolean }[]>`
      SELECT current_user AS name, has_table_privilege('orders', 'select') AS "mayRead",
        has_function_privilege('redact_audit(bigint, integer, timestamptz)', 'execute') AS "mayRedact"`;
    if (!role?.mayRedact)
      return problem(
        `${role?.name} may not execute redact_audit: run npm start with DATABASE_MAINTENANCE_URL, which grants it`,
      );
    if (role.mayRead) return warning(`${role.name} can read rows: use a role that can do nothing else (Personal data)`);
    return fine(`${role.name} can erase values of the audit log, and nothing else`);
  } finally {
    await other.$disconnect();
  }
});

export const clock = ofDatabase(async ({ db }, installation) => {
  const difference = Math.abs(
    offsetIn(
      await readClock(
        () => timeOf(db),
        () => installation.clock().getTime(),
      ),
    ),
  );
  if (difference > CLOCK_TOLERANCE)
    return problem(`${(difference / 1_000).toFixed(1)} s from the clock of Postgres: set both by NTP`);
  return fine('agrees with the clock of Postgres');
});

/** How far in the future the latest entry may be: more than the clocks of two machines differ. */
const FUTURE_TOLERANCE = 60_000;

export const latestEntry = ofDatabase(async ({ db }, installation) => {
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT max(at) AS at FROM (SELECT at FROM audit_entry ORDER BY id DESC LIMIT 100) AS latest`;
  const ahead = (row?.at?.getTime() ?? 0) - installation.clock().getTime();
  if (ahead <= FUTURE_TOLERANCE) return fine('no entry of the audit log is in the future');
  return problem(
    `the latest entry of the audit log is ${duration(ahead)} in the future: the clock was wrong then, or is wrong now. Set it by NTP; entries stay as they are`,
  );
});

const duration = (ms: number): string =>
  ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;

export const key = ofDatabase(async ({ db }, { key: read }) => {
  const secretKey = read();
  const { tried, failed } = await tryKey(db, secretKey ?? '');
  if (secretKey === null && tried === 0) return fine('there is none yet; npm start generates it');
  if (secretKey === null)
    return problem(
      'there is none, but secrets are encrypted: set SECRET_KEY, or DATA_DIR to the folder with its file secret-key',
    );
  if (failed > 0)
    return problem(
      `${failed} of ${tried} secrets of webhook endpoints were encrypted with another key: set SECRET_KEY to the former one, or after npm run secret-key to the new one`,
    );
  return fine(tried === 0 ? 'no endpoint has a secret yet' : 'decrypts the secrets of webhook endpoints');
});
