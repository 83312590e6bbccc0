import { Prisma, type PrismaClient, queryRows } from '@channel/prisma';

/** What a quota allows. */
export type Quota = {
  /** The quota and whom it counts, such as `organization 5`. */
  key: string;
  /** Units in a window; at least 1. */
  limit: number;
  /** Length of a window in seconds. Windows begin at multiples of it since 1970. */
  seconds: number;
};

/** What a process requests of a quota. */
export type Wanted = {
  /** The end of the present window, in milliseconds since 1970. */
  endsAt: number;
  /** With fewer units nothing is granted. */
  min: number;
  /** The usual number. */
  block: number;
};

/** Units that a process may use until the end of the window, and how many nobody has. */
export type Grant = { endsAt: number; granted: number; rest: number };

/** Units that a process does not need. */
export type Unused = { key: string; endsAt: number; units: number };

/**
 * Of few remaining units a process gets this part, so that many processes share the last ones.
 */
const PART = 8;

const granted = (used: string) => `(
  select case when r.rest < $3::numeric then 0
    else least(r.rest, greatest($3::numeric, least($4::numeric, ceil(r.rest / ${PART})))) end::bigint
  from (select greatest($5::numeric - ${used}, 0) as rest) r)`;

/** A row of a window that begins next belongs to a process whose clock is a little ahead; any other is of the past. */
const IS_PRESENT = `u.ends_at between excluded.ends_at and excluded.ends_at + make_interval(secs => $6::float8)`;
const USED = `case when ${IS_PRESENT} then u.used else 0 end`;

/** One statement, so that processes that ask at the same time get different units. */
const GRANT = `insert into quota_use as u (key, ends_at, used, granted)
  select $1::text, $2::timestamptz, first.units, first.units from (select ${granted('0')} as units) first
  on conflict (key) do update set
    ends_at = case when ${IS_PRESENT} then u.ends_at else excluded.ends_at end,
    used = ${USED} + ${granted(`(${USED})`)},
    granted = ${granted(`(${USED})`)}
  returning ends_at, used::float8, granted::float8`;

/**
 * Grants units of a quota to this process: of all processes together at most `limit` in a window. The window of the row
 * counts if it is later than that of the process, whose clock may be behind.
 */
export async function grantUnits(
  db: PrismaClient,
  { key, limit, seconds }: Quota,
  { endsAt, min, block }: Wanted,
): Promise<Grant> {
  const values = [key, new Date(endsAt), min, block, limit, seconds];
  const [row] = await queryRows(db, { name: 'grant units', text: GRANT, values });
  // In the column order of the statement.
  const [end, used, units] = row as [Date, number, number];
  return { endsAt: end.getTime(), granted: units, rest: Math.max(0, limit - used) };
}

/** Returns units of windows that are not over. Units of a window that is over are void. */
export async function returnUnits(db: PrismaClient, unused: readonly Unused[]): Promise<void> {
  if (unused.length === 0) return;
  const keys = unused.map(({ key }) => key);
  const ends = unused.map(({ endsAt }) => new Date(endsAt));
  const units = unused.map((each) => BigInt(each.units));
  // In one order, so that two processes cannot deadlock.
  await db.$executeRaw`
    with unused as (select * from unnest(${keys}::text[], ${ends}::timestamptz[], ${units}::bigint[]) u (key, ends_at, units)),
    locked as (
      select q.key, unused.units from quota_use q join unused on unused.key = q.key and unused.ends_at = q.ends_at
      order by q.key for update of q
    )
    update quota_use q set used = greatest(0, q.used - locked.units) from locked where locked.key = q.key`;
}

/** Removes the rows of windows that are over. For a recurring job; only the size of the table depends on it. */
export async function pruneUnits(db: PrismaClient, now: Date): Promise<void> {
  await db.$executeRaw(Prisma.sql`delete from quota_use where ends_at <= ${now}`);
}
