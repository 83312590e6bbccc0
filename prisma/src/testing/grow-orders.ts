import pg from 'pg';

/** Added to the ids of each copy; the demo world has fewer rows of any table. */
const STRIDE = 100_000;

/** The tables of an order, and their columns with ids of copied rows. */
const COPIED: Readonly<Record<string, readonly string[]>> = {
  transfer: ['id'],
  orders: ['id', 'pickup_id', 'dropoff_id'],
  passenger: ['id', 'order_id'],
  booking: ['id', 'order_id'],
  booking_passenger: ['booking_id', 'passenger_id'],
};

/**
 * Copies the orders of the demo world until it has at least so many, with their transfers, passengers and bookings, and
 * analyses the tables. Copies hold places that their departures do not count, and no text search finds them.
 *
 * @param connectionString of the owner of the database
 */
export async function growOrders(connectionString: string, orders: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    // The triggers would compute what is copied.
    await client.query('SET session_replication_role = replica');
    const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM orders');
    const copies = Math.ceil(orders / (rows[0]?.count ?? 1)) - 1;
    for (const [table, ids] of Object.entries(COPIED)) await copy(client, table, ids, copies);
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

async function copy(client: pg.Client, table: string, ids: readonly string[], copies: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [table],
  );
  const columns = rows.map(({ name }) => name);
  const copyOf = (name: string) => {
    if (ids.includes(name)) return `t."${name}" + n * ${STRIDE}`;
    return table === 'orders' && name === 'key' ? 'NULL' : `t."${name}"`;
  };
  await client.query(
    `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
    SELECT ${columns.map(copyOf).join(', ')} FROM "${table}" t, generate_series(1, ${copies}) n`,
  );
}
