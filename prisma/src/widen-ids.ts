import pg from 'pg';

/** A table whose ids were widened, and the time for which nobody could use it, in milliseconds. */
export type Widened = { table: string; ms: number };

/** While it waits for the lock of a table, all others wait behind it. */
const LOCK_TIMEOUT = '10s';

/** A session keeps the types of fields for which it has prepared a function, until the function is replaced. */
const RENEW_FUNCTIONS = `do $renew$
  declare definition text;
  begin
    for definition in select pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
      where l.lanname = 'plpgsql' and p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    loop execute definition; end loop;
  end $renew$`;

/** The names that API and worker give their connections. */
const PROGRAMS = ['channel-api', 'channel-worker', 'channel-booking-queue', 'channel-booking-liveness-lock'];

/**
 * The names of the connections of API and worker to a database. They have to end before ids are widened: a statement that
 * began before a table was rewritten sees it as empty. Connections show also programs of release 1.0.0, which do not register.
 */
export async function connectedPrograms(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
       where datname = current_database() and application_name = any ($1) order by 1`,
      [PROGRAMS],
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * Widens the ids of all tables that have 32 bits to 64 bits, the smallest table first, each in a transaction of its own. A
 * repeated call goes on with the tables that are left.
 *
 * @param connectionString of the role that owns the tables, to Postgres itself
 * @throws when a table is in use for 10 s; the tables before it are widened
 */
export async function* widenIds(connectionString: string): AsyncGenerator<Widened> {
  const client = new pg.Client({ connectionString, application_name: 'channel-booking-widen-ids' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'; set statement_timeout = 0`);
    const { rows } = await client.query<{ table: string }>(
      'select relation::text as table from narrow_ids() order by pg_total_relation_size(relation), 1',
    );
    for (const { table } of rows) {
      const start = performance.now();
      // Ended without `commit`, the transaction is rolled back with its connection.
      await client.query('begin');
      await client.query('select widen_ids($1::text::regclass)', [table]);
      await client.query(RENEW_FUNCTIONS);
      await client.query('commit');
      const ms = performance.now() - start;
      // A column of another type has no statistics for the planner. Others use the table meanwhile.
      await client.query(`analyze ${table}`);
      yield { table, ms };
    }
    await client.query('select drop_narrow_functions()');
  } finally {
    await client.end();
  }
}
