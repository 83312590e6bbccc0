import pg from 'pg';

/** A table whose ids were widened, and the time for which nobody could use it, in milliseconds. */
export type Widened = { table: string; ms: number };

/** While it waits for the lock of a table, all others wait behind it. */
const LOCK_TIMEOUT = '10s';

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
      await client.query('select widen_ids($1::text::regclass)', [table]);
      yield { table, ms: performance.now() - start };
    }
    await client.query('select drop_narrow_functions()');
  } finally {
    await client.end();
  }
}
