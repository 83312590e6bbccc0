import type { ClientBase } from 'pg';
import { messageOf } from '../errors.ts';
import { checkInvariants } from './check-invariants.ts';

export type Verified = { tables: number; indexes: number; problems: string[] };

/** Ordinary tables with their TOAST, and materialized views. */
const TABLES = `select oid::regclass::text as name from pg_class
  where relkind in ('r', 'm', 't') and relpersistence = 'p' order by relpages`;

const INDEXES = `select c.oid::regclass::text as name from pg_class c join pg_index i on i.indexrelid = c.oid
  join pg_am a on a.oid = c.relam
  where c.relkind = 'i' and c.relpersistence = 'p' and a.amname = 'btree' and i.indisvalid and i.indisready order by relpages`;

const PROBLEMS = 'select blkno, offnum, msg from verify_heapam(relation => $1::regclass) limit 5';
const MAX_PROBLEMS = 200;

/** Verifies each table and each B-tree index of a database with Postgres's extension amcheck, and the invariants. */
export async function verifyDatabase(client: ClientBase): Promise<Verified> {
  const problems: string[] = [];
  const attempt = async (what: string, check: () => Promise<void>) => {
    if (problems.length >= MAX_PROBLEMS) return;
    await check().catch((error: unknown) => problems.push(`${what}: ${messageOf(error)}`));
  };
  await client.query('create extension if not exists amcheck');
  const tables = await client.query<{ name: string }>(TABLES);
  for (const { name } of tables.rows) {
    await attempt(name, async () => {
      const { rows } = await client.query<{ blkno: string; msg: string }>(PROBLEMS, [name]);
      for (const { blkno, msg } of rows) problems.push(`${name}, block ${blkno}: ${msg}`);
    });
  }
  const indexes = await client.query<{ name: string }>(INDEXES);
  for (const { name } of indexes.rows)
    await attempt(name, async () => void (await client.query('select bt_index_check($1::regclass, true)', [name])));
  await attempt('Invariants', async () => {
    const violations = await checkInvariants(async <Row>(text: string) => (await client.query(text)).rows as Row[]);
    for (const { invariant, rows } of violations) problems.push(`${rows} rows violate ${invariant}`);
  });
  return { tables: tables.rows.length, indexes: indexes.rows.length, problems };
}
