import type { PrismaClient } from '@channel/prisma';

/** The tables that v1 writes to, except logs and tokens, and the key of their rows. */
const TABLES: Record<string, string> = {
  booking: 'id',
  booking_passenger: "booking_id || '-' || passenger_id",
  orders: 'id',
  passenger: 'id',
  point: 'id',
  tag: 'id',
  ticket: 'id',
  transfer: 'id',
};
/** Only departures with bookings are compared, because there are many others. */
const DEPARTURES = "SELECT 'availability:' || id AS row, booked::text AS hash FROM availability WHERE booked > 0";

const rows = [
  ...Object.entries(TABLES).map(
    ([table, key]) => `SELECT '${table}:' || ${key} AS row, md5(t::text) AS hash FROM ${table} t`,
  ),
  DEPARTURES,
].join(' UNION ALL ');

/** A hash of everything that v1 can write. */
export async function fingerprint(db: PrismaClient): Promise<string> {
  const [found] = await db.$queryRawUnsafe<{ all: string }[]>(
    `SELECT md5(string_agg(row || hash, ',' ORDER BY row)) AS all FROM (${rows}) r`,
  );
  return found?.all ?? '';
}

/** Each row, with a hash of its content. */
export async function contents(db: PrismaClient): Promise<Map<string, string>> {
  const found = await db.$queryRawUnsafe<{ row: string; hash: string }[]>(rows);
  return new Map(found.map(({ row, hash }) => [row, hash]));
}

/** Rows that are new (`+`), deleted (`-`) or changed; the first booking of a departure is a change of it. */
export function changed(before: Map<string, string>, after: Map<string, string>): string[] {
  const mark = (row: string, prefix: string) => (row.startsWith('availability:') ? row : prefix + row);
  return [
    ...[...after.keys()].flatMap((row) => {
      if (!before.has(row)) return [mark(row, '+')];
      return before.get(row) === after.get(row) ? [] : [row];
    }),
    ...[...before.keys()].flatMap((row) => (after.has(row) ? [] : [mark(row, '-')])),
  ];
}
