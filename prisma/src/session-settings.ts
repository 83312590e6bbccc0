import pg from 'pg';

/** The time limits of a session of the programs, in milliseconds: of a statement, of a wait for a lock, and between the statements of a transaction. */
export const LIMITS = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
} as const;

/**
 * What else holds in a session of the programs. Prisma's adapter writes and reads times without a zone, so the zone must be
 * UTC. The default isolation level makes a statement for each transaction unnecessary. JIT compilation takes longer than
 * any of our statements.
 */
const DEFAULTS = { timezone: 'UTC', jit: 'off', default_transaction_isolation: 'read committed' } as const;

/** The same as parameters of a connection that is a session of its own. */
export const sessionSettings = (statementTimeout: number = LIMITS.statement_timeout): pg.PoolConfig => ({
  ...LIMITS,
  statement_timeout: statementTimeout,
  options: Object.entries(DEFAULTS)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' '),
});

/** The statements that make them the defaults of a role, of the present one without a name, in one database or in all. */
export function roleSettings(role?: string, database?: string): string {
  const of = role === undefined ? 'current_user' : pg.escapeIdentifier(role);
  const where = database === undefined ? '' : `in database ${pg.escapeIdentifier(database)} `;
  return Object.entries({ ...LIMITS, ...DEFAULTS })
    .map(([name, value]) => `alter role ${of} ${where}set ${name} = ${pg.escapeLiteral(String(value))}`)
    .join('; ');
}

/**
 * Makes them the defaults of a role in its database: a pooler in transaction mode takes none from its clients. They hold
 * for new connections of the pooler to Postgres.
 *
 * @param connectionString the address of Postgres itself, with the role
 */
export async function setForRole(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'channel-booking-migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { name } = (await client.query('select current_database() as name')).rows[0];
    await client.query(roleSettings(undefined, name));
  } finally {
    await client.end();
  }
}

/** A connection, in the view of its client. */
export type Connection = {
  /** Whether it is a session of Postgres, and not of a pooler. */
  isSession: boolean;
  /** Settings of the programs that do not hold in it, as `name value`. */
  deviations: string[];
  /** The server, the database and the role: equal for two addresses of the same. */
  place: string;
};

/**
 * Connects as the programs do.
 *
 * @param isPooled whether the address leads to a pooler, which is sent no settings
 * @throws the error of the connection; a pooler refuses settings with the state 08P01
 */
export async function examineConnection(connectionString: string, isPooled: boolean): Promise<Connection> {
  const connectionTimeoutMillis = 2_000;
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis,
    query_timeout: connectionTimeoutMillis,
    application_name: 'channel-booking-probe',
    ...(isPooled ? {} : sessionSettings()),
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Omit<Connection, 'isSession'> & { pid: number }>(
      `select pg_backend_pid() as pid, concat_ws(' ', pg_postmaster_start_time(), current_database(), current_user) as place,
         array(select name || ' ' || current_setting(name) from unnest($1::text[]) as name where current_setting(name) = '0'
           union all
           select 'timezone ' || current_setting('timezone') where to_char(now(), 'TZ') <> $2
           union all
           select name || ' ' || current_setting(name) from (values ('default_transaction_isolation')) as other (name)
             where current_setting(name) <> $3) as deviations`,
      // Zones such as Etc/UTC are the same.
      [Object.keys(LIMITS), DEFAULTS.timezone, DEFAULTS.default_transaction_isolation],
    );
    const [{ pid, place, deviations }] = rows as [(typeof rows)[number]];
    // A pooler gives its clients keys of its own.
    return { isSession: pid === client.processID, deviations, place };
  } finally {
    await client.end();
  }
}
