import pg from 'pg';

/** Sends a statement over a connection of its own. */
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
