import type { PrismaClient } from '@channel/prisma';

/* What a request writes: the rows of all tables that it adds or removes. A changed row is both. */

/** Tables whose ids are recognized wherever they are written, by the numbers with which they begin. */
const NUMBERED = ['orders', 'booking', 'passenger', 'transfer', 'ticket', 'point', 'tag', 'audit_entry'] as const;
const FIRST = 910_000_001;
const APART = 10_000_000;

/** Gives the new rows of each table ids in a range of its own. */
export async function numberApart(db: PrismaClient): Promise<void> {
  for (const [index, table] of NUMBERED.entries())
    await db.$executeRawUnsafe(
      `ALTER SEQUENCE ${table}_id_seq RESTART ${table === 'audit_entry' ? 8_990_000_001 : FIRST + index * APART}`,
    );
}

export type Rows = ReadonlyMap<string, ReadonlySet<string>>;

/** All tables, that of the queue included, but for change stamps, which are random. */
export async function tablesOf(db: PrismaClient): Promise<string[]> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND (n.nspname = 'public' AND c.relname <> 'change_stamp' OR c.oid = 'graphile_worker._private_jobs'::regclass) ORDER BY 1`;
  return tables.map(({ name }) => name);
}

/** The rows of all tables, as JSON. */
export async function rowsOfAll(db: PrismaClient): Promise<Rows> {
  const tables = await tablesOf(db);
  const selects = tables.map((name) => `SELECT $$${name}$$ AS name, to_jsonb(t)::text AS row FROM ${name} t`);
  const rows = await db.$queryRawUnsafe<{ name: string; row: string }[]>(selects.join(' UNION ALL '));
  const all = new Map(tables.map((name) => [name, new Set<string>()]));
  for (const { name, row } of rows) all.get(name)?.add(row);
  return all;
}

/** Rows in the form of the recording. */
export type Written = Record<string, { added: unknown[]; removed: unknown[] }>;

/** The rows that differ, without what no two requests have in common: ids, keys, hashes, and times of the database. */
export function writtenBetween(before: Rows, after: Rows): Written {
  const without = (rows: ReadonlySet<string> = new Set(), others: ReadonlySet<string> = new Set()) =>
    [...rows].filter((row) => !others.has(row)).sort(byId);
  const changed = [...after].flatMap(([table, rows]) => {
    const [added, removed] = [without(rows, before.get(table)), without(before.get(table), rows)];
    return added.length + removed.length > 0 ? [[table, { added, removed }] as const] : [];
  });
  const ranks = new Map<string, string>();
  const text = JSON.stringify(Object.fromEntries(changed), null, 1)
    .replaceAll(/\b(9[1-9]|899)\d{7}\b/g, (id) => ranked(ranks, id))
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'uuid')
    .replaceAll(/(?<=address_key\\": \\")[\w-]{43}|(?<=\/tickets\/)[\w-]{43}/g, 'ticket key')
    .replaceAll(/\\\\\\\\x[0-9a-f]{64}/g, 'hash');
  const parsed = JSON.parse(text) as Record<string, { added: string[]; removed: string[] }>;
  return Object.fromEntries(
    Object.entries(parsed).map(([table, { added, removed }]) => [
      table,
      { added: added.map((row) => rowOf(table, row)), removed: removed.map((row) => rowOf(table, row)) },
    ]),
  );
}

const byId = (one: string, other: string) => keyOf(one) - keyOf(other) || (one < other ? -1 : 1);
const keyOf = (row: string) => Number(/"(?:id|order_id)": (\d+)/.exec(row)?.[1] ?? 0);

/** The number of an id among those of its table, in the order of the rows. */
function ranked(ranks: Map<string, string>, id: string): string {
  const range = id.slice(0, 2);
  const known = ranks.get(id) ?? String([...ranks.keys()].filter((each) => each.startsWith(range)).length + 1);
  ranks.set(id, known);
  return known;
}

/** Columns that depend on the clock of the database or on earlier requests of the test. */
export const OWN: Readonly<Record<string, readonly string[]>> = {
  'graphile_worker._private_jobs': ['id', 'run_at', 'created_at', 'updated_at', 'task_id'],
  unsequenced_change: ['id', 'transaction'],
  tag_use: ['id'],
  change_stamp: ['transaction', 'value'],
};

function rowOf(table: string, row: string): unknown {
  const columns = JSON.parse(row) as Record<string, unknown>;
  for (const column of OWN[table] ?? []) delete columns[column];
  return columns;
}
