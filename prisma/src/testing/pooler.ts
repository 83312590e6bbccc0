/**
 * The settings of programs on a database of the test server. With `TEST_POOLER`, the host and port of a pooler before that
 * server, programs connect through it.
 *
 * @param connectionString the database with the role of the programs
 */
export function programSettings(connectionString: string): { DATABASE_URL: string; DATABASE_DIRECT_URL?: string } {
  const { TEST_POOLER: pooler } = process.env;
  if (!pooler) return { DATABASE_URL: connectionString };
  const url = new URL(connectionString);
  url.host = pooler;
  return { DATABASE_URL: url.href, DATABASE_DIRECT_URL: connectionString };
}
