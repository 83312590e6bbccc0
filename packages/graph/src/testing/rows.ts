import type { PrismaClient } from '@channel/prisma';

/** The number of rows of each table, by table name. */
export async function rowCounts(db: PrismaClient): Promise<Record<string, number>> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`;
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS rows FROM ${name}`);
  const rows = await db.$queryRawUnsafe<{ name: string; rows: number }[]>(counts.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}
