/**
 * The settings of programs on a database of a test server. With `TEST_POOLER`, the host and port of a pooler before the
 * server at `TEST_POOLED`, programs connect to that server through it, and to any other one directly.
 *
 * @param connectionString the database with the role of the programs
 */
export function programSettings(connectionString: string): { DATABASE_URL: string; DATABASE_DIRECT_URL?: string } {
  const { TEST_POOLER: pooler, TEST_POOLED: pooled } = process.env;
  const url = new URL(connectionString);
  if (!pooler || url.host !== pooled) return { DATABASE_URL: connectionString };
  url.host = pooler;
  return { DATABASE_URL: url.href, DATABASE_DIRECT_URL: connectionString };
}
