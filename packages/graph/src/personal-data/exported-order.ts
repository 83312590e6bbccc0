import { type ArchiveReader, Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import type { ExportedList } from './exported-lists.ts';

/** Rows of a list that one statement reads; a list may have any number. */
const ROWS_AT_A_TIME = 100;

/** The members of an order that are no lists, as JSON without its last brace. */
export async function orderHead({ db }: Context, orderId: number): Promise<string> {
  const [row] = await db.$queryRaw<{ text: string }[]>`
    SELECT row_to_json(part)::text AS text FROM (
      SELECT o.id, o.reference_code, o.status, o.created_at, o.booked_at, o.starts_at_local AS starts_at,
        o.ends_at_local AS ends_at, o.time_zone, o.currency_code AS currency, o.total_sold AS total, o.checkout_date,
        o.booked_details #>> '{product,title}' AS product, issuer.name AS sold_by, client.name AS client
      FROM orders o JOIN "user" issuer ON issuer.id = o.issuer_id JOIN client ON client.id = o.client_id
      WHERE o.id = ${orderId}) AS part`;
  if (!row) throw new Error(`order ${orderId} is gone`);
  return row.text.slice(0, -1);
}

/** Rows of a list as JSON, and the place of the last one. */
export type Page = { list: number; entries: string[]; last: string[]; isCut: boolean };

type Row = { list: number; entry: string; place: string[]; fetched: number; total: number };

/**
 * The next rows of lists, in one statement: of the first list those after a place. A list that is cut has more rows,
 * which the next call reads; no list follows it. Lists without rows are left out.
 *
 * @param from the index of the first list
 * @param bytes about how many, at least one row
 */
export async function listPages(
  { db }: Context,
  lists: readonly ExportedList[],
  { from, after, bytes }: { from: number; after: readonly string[] | null; bytes: number },
): Promise<Page[]> {
  const parts = lists.map((list, index) => rowsOf(list, index, index === from ? after : null)).slice(from);
  if (parts.length === 0) return [];
  const rows = await db.$queryRaw<Row[]>`
    SELECT list, entry, place, fetched, total FROM (
      SELECT entries.*, count(*) OVER ()::int AS total,
        sum(octet_length(entry)) OVER (ORDER BY list, nth) - octet_length(entry) AS before
      FROM (${Prisma.join(parts, ' UNION ALL ')}) AS entries) AS sized
    WHERE before < ${bytes} ORDER BY list, nth`;
  const pages: Page[] = [];
  for (const [list, some] of Map.groupBy(rows, (row) => row.list)) {
    const { fetched, place } = some.at(-1) as Row;
    const isCut = fetched === ROWS_AT_A_TIME || some.length < fetched;
    pages.push({ list, entries: some.map(({ entry }) => entry), last: place, isCut });
    if (isCut) return pages;
  }
  const [first] = rows;
  const last = pages.at(-1);
  // The next list has rows that did not fit.
  if (first && last && rows.length < first.total) last.isCut = true;
  return pages;
}

function rowsOf({ columns, from, keys }: ExportedList, index: number, after: readonly string[] | null): Prisma.Sql {
  const sorted = Prisma.raw(keys.map(([key]) => key).join(', '));
  const place = Prisma.raw(keys.map(([key]) => `(${key})::text`).join(', '));
  const given = keys.map(([, type], at) => Prisma.sql`${after?.[at] ?? null}::text::${Prisma.raw(type)}`);
  const rest = after === null ? Prisma.empty : Prisma.sql`AND (${sorted}) > (${Prisma.join(given)})`;
  return Prisma.sql`(
    SELECT ${index}::int AS list, nth::int AS nth, entry, place, count(*) OVER ()::int AS fetched FROM (
      SELECT row_number() OVER (ORDER BY ${sorted}) AS nth, ARRAY[${place}] AS place,
        (SELECT row_to_json(listed)::text FROM (SELECT ${columns}) AS listed) AS entry
      FROM ${from} ${rest} ORDER BY ${sorted} LIMIT ${ROWS_AT_A_TIME}) AS page)`;
}

/**
 * The next entries of an order in the archived months of the audit log. The audit log must have recorded that the request
 * of the reader exports the order.
 */
export async function archivePage(
  reader: ArchiveReader,
  orderId: number,
  after: readonly string[] | null,
): Promise<Omit<Page, 'list'>> {
  const [past = '0'] = after ?? [];
  const rows = await reader.read({ orderId, past, most: ROWS_AT_A_TIME });
  return {
    entries: rows.map(({ entry }) => entry),
    last: [rows.at(-1)?.id ?? past],
    isCut: rows.length === ROWS_AT_A_TIME,
  };
}

/** Whether months of the audit log were archived. */
export async function hasArchive({ db }: Context): Promise<boolean> {
  const [row] = await db.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'audit_archive' AND c.relkind = 'r') AS has`;
  return row?.has === true;
}
