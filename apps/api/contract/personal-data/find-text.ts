import { Prisma, type PrismaClient } from '@channel/prisma';

/*
 * Finds texts in the whole database: in every column of every table of every schema, also those that a later migration
 * adds, whatever their type.
 */

type Column = { table: string; column: string; type: string };

/** @param db a client of the owner: every row counts */
const columnsOf = (db: PrismaClient): Promise<Column[]> => db.$queryRaw<Column[]>`
  SELECT format('%I.%I', c.table_schema, c.table_name) AS "table", c.column_name AS "column", c.data_type AS type
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
  WHERE c.table_schema NOT IN ('pg_catalog', 'information_schema') AND t.table_type = 'BASE TABLE' ORDER BY 1, 2`;

/**
 * The columns that hold one of the texts, ignoring case, with the number of rows. Bytes are compared with those of the
 * text in UTF-8 and in base64.
 */
export async function columnsWith(db: PrismaClient, texts: readonly string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { table, column, type } of await columnsOf(db)) {
    const name = Prisma.raw(`"${column}"`);
    const content = type === 'bytea' ? Prisma.sql`encode(${name}, 'escape')` : Prisma.sql`${name}::text`;
    const forms = texts.flatMap((text) => [text, Buffer.from(text).toString('base64').replace(/=+$/, '')]);
    const [row] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM ${Prisma.raw(table)}
      WHERE EXISTS (SELECT FROM unnest(${forms}::text[]) AS form WHERE position(lower(form) IN lower(${content})) > 0)`;
    if (row && row.count > 0) found[`${table.replace(/^public\./, '')}.${column}`] = row.count;
  }
  return found;
}
