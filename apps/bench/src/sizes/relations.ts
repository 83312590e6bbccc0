import type pg from 'pg';

/* What tables hold and what Postgres writes ahead for them. */

/** The bytes of a table; partitions count for their table. */
export type TableBytes = { table: string; heap: number; indexes: number; toast: number };

const PARENTS = `SELECT c.oid, c.reltoastrelid, coalesce(pg_partition_root(c.oid), c.oid)::regclass::text AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema')`;

/** The bytes of all tables of the database. */
export async function tableBytes(client: pg.Client): Promise<TableBytes[]> {
  const { rows } = await client.query<TableBytes>(`SELECT name AS table, sum(pg_relation_size(oid))::float8 AS heap,
      sum(pg_indexes_size(oid))::float8 AS indexes,
      sum(CASE reltoastrelid WHEN 0 THEN 0 ELSE pg_total_relation_size(reltoastrelid) END)::float8 AS toast
    FROM (${PARENTS}) t GROUP BY name ORDER BY name`);
  return rows;
}

/** The bytes of the write-ahead log of a table, its indexes and its TOAST: of records, and of images of whole pages. */
export type WalBytes = { table: string; records: number; images: number };

/** The write-ahead log between two positions by table; what belongs to none (commits, locks) is the last row. */
export async function walBytes(client: pg.Client, from: string, to: string): Promise<WalBytes[]> {
  const { rows } = await client.query<WalBytes>(
    `WITH relation AS (
      SELECT pg_relation_filenode(r.oid) AS file, t.name FROM (${PARENTS}) t
      JOIN LATERAL (SELECT t.oid UNION SELECT indexrelid FROM pg_index WHERE indrelid IN (t.oid, t.reltoastrelid)
        UNION SELECT t.reltoastrelid) r (oid) ON r.oid <> 0
    ), total AS (
      SELECT sum(record_size)::float8 AS records, sum(fpi_size)::float8 AS images FROM pg_get_wal_stats($1::pg_lsn, $2::pg_lsn, false)
    ), block AS (
      SELECT relation.name AS table,
        -- A record of several blocks, such as that of a split, counts once for each of its tables.
        sum(record_length::float8 / blocks - block_fpi_length)::float8 AS records, sum(block_fpi_length)::float8 AS images
      FROM (SELECT *, count(*) OVER (PARTITION BY start_lsn) AS blocks FROM pg_get_wal_block_info($1::pg_lsn, $2::pg_lsn, false)) b
      JOIN relation ON relation.file = b.relfilenode
      WHERE b.reldatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
      GROUP BY 1
    )
    SELECT * FROM (SELECT "table", records, images FROM block WHERE records + images > 0 ORDER BY records + images DESC) b
    UNION ALL
    SELECT 'commits and all else', total.records - coalesce((SELECT sum(records) FROM block), 0),
      total.images - coalesce((SELECT sum(images) FROM block), 0) FROM total`,
    [from, to],
  );
  return rows;
}
