import { Prisma } from '@channel/prisma';
import type { ChangeStream, Context } from '../context.ts';
import { cursorAt, type Place, placeOf, refusedCursor } from './cursor.ts';

/** The channel on which the database announces the streams with new changes, when their transactions commit. */
export const CHANGES = 'changes';

/** Maximum changes that a page compares with what the caller may see and requests. */
export const MAX_SCANNED = 2_000;

/** Maximum changes that get their positions at a time; it takes 0.2 s on a busy machine. */
const MAX_SEQUENCED = 5_000;

/** Gives committed changes of all streams their positions. @returns whether more of them may wait */
async function sequenceChanges(db: Context['db']): Promise<boolean> {
  const [row] = await db.$queryRaw<{ count: number }[]>`SELECT sequence_changes(${MAX_SEQUENCED}::int) AS count`;
  return row?.count === MAX_SEQUENCED;
}

/**
 * Gives all committed changes their positions, as readers do for some. For a recurring job: without readers the changes
 * would wait in a table that is meant to be small.
 */
export async function sequenceAll(db: Context['db']): Promise<void> {
  while (await sequenceChanges(db));
}

/**
 * Joins the entry of the audit log (`a`) that recorded a change (`c`). They are of one time, but for a difference of clocks:
 * the partitions of other months are not read.
 */
export const isEntryOfChange = Prisma.sql`a.id = c.audit_entry_id
  AND a.at BETWEEN c.at - interval '1 day' AND c.at + interval '1 day'`;

/** What a page reads of a stream. */
export type ChangeQuery = {
  stream: ChangeStream;
  /** The columns of a change, beside its `position` and `token`. */
  columns: Prisma.Sql;
  /** Further tables, joined to the changes (`c`). */
  joins: Prisma.Sql;
  /** The changes that the caller may see and requests. */
  where: Prisma.Sql;
  /** A cursor; null begins with the oldest change that is kept. */
  after: string | null | undefined;
  first: number;
};

/** Changes in the order of their positions. */
export type ChangePage<Row> = {
  changes: (Row & { cursor: string })[];
  /** The place up to which the page has read, also where nothing of it is visible. */
  endCursor: string;
  /** Whether there may be more changes at once. */
  hasNextPage: boolean;
};

type Ends = {
  lastPosition: string;
  floorPosition: string;
  floorToken: number;
  /** The token of the change at the position of the cursor. */
  token: number | null;
  scanned: number;
  scannedPosition: string | null;
  scannedToken: number | null;
};

/**
 * A page of a stream, from changes that have positions: all that were committed before, unless their number is large.
 * It reads at most `MAX_SCANNED` changes.
 *
 * @throws a validation error for a cursor that is malformed, too old or of another history
 */
export async function readChanges<Row extends object>(
  db: Context['db'],
  { stream, columns, joins, where, after, first }: ChangeQuery,
): Promise<ChangePage<Row>> {
  const place = typeof after === 'string' ? placeOf(stream, after) : undefined;
  const isMore = await sequenceChanges(db);
  // One statement: what is deleted because of its age is deleted before or after it, not while it reads.
  const rows = await db.$queryRaw<(Row & Place & { ends: Ends })[]>`
    WITH scanned AS MATERIALIZED (
      SELECT * FROM sequenced_change
      WHERE stream = ${stream}::change_stream AND position > ${place?.position ?? '0'}::text::bigint
      ORDER BY position LIMIT ${MAX_SCANNED}
    ), last AS (
      SELECT position, token FROM scanned ORDER BY position DESC LIMIT 1
    ), ends AS (
      SELECT json_build_object('lastPosition', f.last_position::text, 'floorPosition', f.floor_position::text,
        'floorToken', f.floor_token, 'scanned', (SELECT count(*) FROM scanned),
        'scannedPosition', last.position::text, 'scannedToken', last.token,
        'token', (SELECT token FROM sequenced_change
          WHERE stream = f.stream AND position = ${place?.position ?? '0'}::text::bigint)) AS ends
      FROM change_feed f LEFT JOIN last ON true WHERE f.stream = ${stream}::change_stream
    ), found AS (
      SELECT c.position, c.token, ${columns} FROM scanned c ${joins} WHERE ${where}
      ORDER BY c.position LIMIT ${first + 1}
    )
    SELECT ends.ends, found.*, found.position::text AS position FROM ends LEFT JOIN found ON true ORDER BY found.position`;
  const ends = rows[0]?.ends;
  if (!ends) throw new Error(`the stream ${stream} has no row in change_feed`);
  if (place) checkPlace(place, ends);
  const found = rows.filter(({ position }) => position !== null);
  const changes = found.slice(0, first).map((row) => ({ ...row, cursor: cursorAt(stream, row) }));
  const isFull = found.length > first;
  const end = isFull ? changes.at(-1)?.cursor : undefined;
  return {
    changes,
    endCursor: end ?? scannedCursor(stream, ends) ?? after ?? cursorAt(stream, floorOf(ends)),
    hasNextPage: isFull || ends.scanned === MAX_SCANNED || isMore,
  };
}

const floorOf = ({ floorPosition, floorToken }: Ends): Place => ({ position: floorPosition, token: floorToken });

const scannedCursor = (stream: ChangeStream, { scannedPosition, scannedToken }: Ends): string | undefined =>
  scannedPosition === null ? undefined : cursorAt(stream, { position: scannedPosition, token: scannedToken ?? 0 });

/** @throws a validation error for a place that is too old or was never in this stream */
function checkPlace({ position, token }: Place, ends: Ends): void {
  const [at, floor] = [BigInt(position), BigInt(ends.floorPosition)];
  if (at < floor) throw refusedCursor('CURSOR_EXPIRED');
  if (token !== (at === floor ? ends.floorToken : ends.token)) throw refusedCursor('CURSOR_UNKNOWN');
}

/** The cursor behind the newest change that has a position. */
export async function currentCursor(db: Context['db'], stream: ChangeStream): Promise<string> {
  await sequenceChanges(db);
  const rows = await db.$queryRaw<Place[]>`
    SELECT f.last_position::text AS position, coalesce(c.token, f.floor_token) AS token
    FROM change_feed f LEFT JOIN sequenced_change c ON c.stream = f.stream AND c.position = f.last_position
    WHERE f.stream = ${stream}::change_stream`;
  const [place] = rows;
  if (!place) throw new Error(`the stream ${stream} has no row in change_feed`);
  return cursorAt(stream, place);
}
