import type { PrismaClient, Tx } from '@channel/prisma';
import { type Rows, tablesOf, type Written, writtenBetween } from '../written-rows/rows.ts';

/*
 * The rows that are written to any table, by whomever: triggers keep each row before and after it is written. A table of
 * many rows costs nothing, as long as they are not written.
 */

/** Begins to record. */
export async function recordWrites(db: PrismaClient): Promise<void> {
  await db.$executeRaw`CREATE SCHEMA recorded`;
  await db.$executeRaw`CREATE TABLE recorded.write (name text, row text, sign int)`;
  await db.$executeRaw`
    CREATE FUNCTION recorded.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN INSERT INTO recorded.write VALUES (TG_ARGV[0], to_jsonb(OLD)::text, -1); END IF;
      IF TG_OP <> 'DELETE' THEN INSERT INTO recorded.write VALUES (TG_ARGV[0], to_jsonb(NEW)::text, 1); END IF;
      RETURN NULL;
    END $$`;
  for (const name of [...(await tablesOf(db)), 'change_stamp'])
    await db.$executeRawUnsafe(
      `CREATE TRIGGER zz_recorded AFTER INSERT OR UPDATE OR DELETE ON ${name} FOR EACH ROW EXECUTE FUNCTION recorded.note($$${name}$$)`,
    );
}

/** A row of a table: with a negative sign as it was, with a positive one as it is. */
export type RecordedRow = { name: string; row: string; sign: number };

/** The rows that were written since the last call, without those that are as before. */
export const takeWrites = (db: PrismaClient | Tx): Promise<RecordedRow[]> => db.$queryRaw<RecordedRow[]>`
  WITH taken AS (DELETE FROM recorded.write RETURNING *)
  SELECT name, row, sum(sign)::int AS sign FROM taken GROUP BY name, row HAVING sum(sign) <> 0`;

/** The rows of several calls, without those that are as before all of them. */
export function netOf(recorded: readonly RecordedRow[]): RecordedRow[] {
  const net = new Map<string, RecordedRow>();
  for (const { name, row, sign } of recorded) {
    const key = `${name} ${row}`;
    net.set(key, { name, row, sign: (net.get(key)?.sign ?? 0) + sign });
  }
  return [...net.values()].filter(({ sign }) => sign !== 0);
}

/** The same of all rows before and after. */
export function differingRows(before: Rows, after: Rows): RecordedRow[] {
  const without = (rows: Rows, others: Rows, sign: number) =>
    [...rows].flatMap(([name, own]) =>
      [...own].flatMap((row) => (others.get(name)?.has(row) ? [] : [{ name, row, sign }])),
    );
  return [...without(before, after, -1), ...without(after, before, 1)];
}

/** Rows in the form of `written-rows`. */
export function writtenOf(recorded: readonly RecordedRow[]): Written {
  const names = [...new Set(recorded.map(({ name }) => name))].sort();
  const rowsOf = (isAdded: boolean) => {
    const kept = recorded.filter(({ sign }) => sign > 0 === isAdded);
    return new Map(
      names.map((table) => [table, new Set(kept.flatMap(({ name, row }) => (name === table ? [row] : [])))]),
    );
  };
  const written = writtenBetween(rowsOf(false), rowsOf(true));
  // They were in the order of columns that are left out.
  for (const { added, removed } of Object.values(written)) for (const rows of [added, removed]) rows.sort(byText);
  return written;
}

const byText = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
