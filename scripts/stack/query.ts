import pg from 'pg';

/** Runs a statement over a new connection. */
export async function query(
  connectionString: string,
  sql: string,
  values: string[] = [],
): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}
