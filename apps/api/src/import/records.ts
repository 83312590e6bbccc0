import { createHash } from 'node:crypto';
import { Prisma, type Tx } from '@channel/prisma';

/**
 * The kinds of record that have a key in the file, with their tables. A part's key contains its owner's: `tour/day`.
 */
const TABLES = {
  organization: 'organization',
  country: 'country',
  city: 'city',
  point: 'point',
  category: 'category',
  media: 'media',
  supplier: 'supplier',
  client: 'client',
  role: 'role',
  user: '"user"',
  product: 'product',
  serviceLevel: 'service_level',
  priceCategory: 'price_category',
  rate: 'rate',
  schedule: 'schedule',
  order: 'orders',
} as const;

export type Kind = keyof typeof TABLES;
export const kinds = Object.keys(TABLES) as Kind[];

/** An imported record: its row, and the hash of its content (null: the row was adopted, not imported). */
type Imported = { id: number; hash: string | null };

/** The records of earlier imports. */
export type Records = {
  /** The row of a record; undefined for one that was never imported. */
  find(kind: Kind, key: string): Imported | undefined;
  /** The key under which a row was imported. */
  keyOf(kind: Kind, id: number): string | undefined;
  set(kind: Kind, key: string, imported: Imported): void;
};

/** Reads the records of earlier imports. Records whose rows were deleted count as never imported. */
export async function loadRecords(tx: Tx): Promise<Records> {
  const byKind = new Map(
    kinds.map((kind) => [kind, { ids: new Map<string, Imported>(), keys: new Map<number, string>() }]),
  );
  const set: Records['set'] = (kind, key, imported) => {
    byKind.get(kind)?.ids.set(key, imported);
    byKind.get(kind)?.keys.set(imported.id, key);
  };
  for (const kind of kinds) {
    const rows = await tx.$queryRaw<{ key: string; id: number; hash: string }[]>`
      SELECT r.key, r.entity_id AS id, encode(r.content_hash, 'hex') AS hash FROM imported_record r
      WHERE r.kind = ${kind} AND EXISTS (SELECT FROM ${Prisma.raw(TABLES[kind])} t WHERE t.id = r.entity_id)`;
    for (const { key, id, hash } of rows) set(kind, key, { id, hash });
  }
  return {
    find: (kind, key) => byKind.get(kind)?.ids.get(key),
    keyOf: (kind, id) => byKind.get(kind)?.keys.get(id),
    set,
  };
}

/** The SHA-256 of a record's content, in hexadecimal. */
export const hashOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** Stores the row of each record. */
export async function saveRecords(
  tx: Tx,
  kind: Kind,
  saved: { key: string; id: number; hash: string }[],
  now: Date,
): Promise<void> {
  if (saved.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO imported_record (kind, key, entity_id, content_hash, imported_at)
    SELECT ${kind}, r.key, r.id, decode(r.hash, 'hex'), ${now}
    FROM unnest(${saved.map(({ key }) => key)}::text[], ${saved.map(({ id }) => id)}::bigint[], ${saved.map(({ hash }) => hash)}::text[])
      AS r (key, id, hash)
    ON CONFLICT (kind, key) DO UPDATE
    SET entity_id = excluded.entity_id, content_hash = excluded.content_hash, imported_at = excluded.imported_at`;
}

/** Tables whose rows have no key in the file, but are referenced by other rows of the same import. */
const UNKEYED = {
  booking: 'booking',
  passenger: 'passenger',
  transfer: 'transfer',
  rateCategory: 'rate_category',
  pickupOptions: 'pickup_options',
} as const;

/** Draws ids for new rows, so that rows can refer to each other before they are written. */
export async function drawIds(tx: Tx, kind: Kind | keyof typeof UNKEYED, count: number): Promise<number[]> {
  if (count === 0) return [];
  const table = { ...TABLES, ...UNKEYED }[kind];
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence(${table}, 'id')) AS id FROM generate_series(1, ${count})`;
  return rows.map(({ id }) => id);
}

/** Postgres takes at most 65,535 parameters in a statement; no row here has more than 40 columns. */
const ROWS_AT_ONCE = 1_000;

/** Writes many rows with few statements. */
export async function inChunks<Row>(rows: readonly Row[], write: (chunk: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) await write(rows.slice(start, start + ROWS_AT_ONCE));
}
