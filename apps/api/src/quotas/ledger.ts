import { Prisma, type PrismaClient, queryRows } from '@channel/prisma';

/** What a quota allows. */
export type Quota = {
  /** The quota and whom it counts, such as `organization 5`. */
  key: string;
  /** Units in a window; at least 1. */
  limit: number;
  /** Length of a window in seconds. Windows begin at multiples of it since 1970. */
  seconds: number;
  /**
   * Whether units are paced once the quota was used up, until clearly less of it is used: granted evenly over the window.
   * Else whoever sends too much uses them all in the first moment of each window, at the cost of everybody else.
   */
  isPaced?: boolean;
};

/** What a process requests of a quota. */
export type Wanted = {
  /** The present, in milliseconds since 1970. */
  now: number;
  /** The end of the present window, in milliseconds since 1970. */
  endsAt: number;
  /** With fewer units nothing is granted. */
  min: number;
  /** When the process last refused a use because the quota was used up, in milliseconds since 1970; null if it never did. */
  refusedAt: number | null;
};

/** Units that a process may use until the end of the window, and how many nobody has. */
export type Grant = {
  endsAt: number;
  granted: number;
  rest: number;
  /** The time before which no process gets more units; null if units are not paced. */
  nextAt: number | null;
};

/** Units that a process does not need. */
export type Unused = { key: string; endsAt: number; units: number };

/** A process gets a fiftieth of a quota at a time: some hundred statements in a window, however many requests. */
const BLOCKS = 50;
/** Of paced units it gets those of so many seconds, at least one. */
const PACE = 0.05;
/**
 * Paced units may be used so many seconds after they were due, and at most a tenth of a window. `Retry-After` has whole
 * seconds: a client that obeys it would else get one unit in a second, whatever its quota.
 */
const LATE = 1;
/** Of few remaining units a process gets this part, so that many processes share the last ones. */
const PART = 8;
/** Units are paced for so many seconds, and at least a window, after the quota was used up. */
const PACED_FOR = 60;
/** Paced units go on being paced while this part of those that were due is used. */
const BUSY = 0.9;

const granted = (used: string, block: string) => `(
  select case when r.rest < $3::numeric then 0
    else least(r.rest, greatest($3::numeric, least(${block}, ceil(r.rest / ${PART})))) end::bigint
  from (select greatest($5::numeric - ${used}, 0) as rest) r)`;

const seconds = (text: string) => `make_interval(secs => (${text})::float8)`;
/** Whether a time is less than so many seconds away; whatever is further away was written by another clock. */
const isNear = (time: string, length: string) => `${time} between $7 - ${seconds(length)} and $7 + ${seconds(length)}`;

/** The time of a block of paced units: no more than it is granted ahead. */
const PACED_BLOCK = seconds('$10::float8 * $6::float8 / $5::float8');

/**
 * One statement, so that processes that ask at the same time get different units. A row of a window that begins next
 * belongs to a process whose clock is a little ahead; any other one is of the past.
 */
const GRANT = `insert into quota_use as u (key, ends_at, used, granted, refused_at)
  select $1::text, $2::timestamptz, first.units, first.units, case when first.units = 0 then $7::timestamptz else $8 end
  from (select ${granted('0', '$4::numeric')} as units) first
  on conflict (key) do update set (ends_at, used, granted, next_at, refused_at) = (
    select held.ends_at, held.used + new.units, new.units,
      case when held.is_paced and new.units > 0
        then greatest(coalesce(held.next_at, $7 - ${PACED_BLOCK}), $7 - ${seconds('$9')}) + ${seconds('new.units * $6::float8 / $5::float8')}
        when held.is_paced then held.next_at end,
      case when $5::numeric - held.used < $3::numeric or held.is_paced and held.due > $5::numeric / 2 and held.used + new.units >= ${BUSY} * held.due
        then $7 else held.refused_at end
    from (
      select case when is_present then u.ends_at else excluded.ends_at end as ends_at,
        case when is_present then u.used else 0 end as used,
        case when u.next_at is not null then least(u.next_at, $7 + ${PACED_BLOCK}) end as next_at,
        $5::numeric * (1 - extract(epoch from excluded.ends_at - $7) / $6::numeric) as due,
        refused_at, coalesce($9::float8 > 0 and ${isNear('refused_at', `greatest(${PACED_FOR}, $6::float8)`)}, false) as is_paced
      from (
        select u.ends_at between excluded.ends_at and excluded.ends_at + ${seconds('$6')} as is_present,
          greatest(u.refused_at, $8::timestamptz) as refused_at
      ) known
    ) held, lateral (
      select case when not held.is_paced then ${granted('held.used', '$4::numeric')}
        when held.next_at > $7 then 0
        else ${granted('held.used', '$10::numeric')} end as units
    ) new
  )
  returning ends_at, used::float8, granted::float8, next_at`;

/**
 * Grants units of a quota to this process: of all processes together at most `limit` in a window. The window of the row
 * counts if it is later than that of the process, whose clock may be behind.
 */
export async function grantUnits(
  db: PrismaClient,
  { key, limit, seconds, isPaced = false }: Quota,
  { now, endsAt, min, refusedAt }: Wanted,
): Promise<Grant> {
  const block = Math.ceil(limit / BLOCKS);
  const paced = Math.ceil((limit / seconds) * PACE);
  const late = isPaced ? Math.max(Math.min(LATE, seconds / 10), (paced * seconds) / limit) : 0;
  const refused = refusedAt === null ? null : new Date(refusedAt);
  const values = [key, new Date(endsAt), min, block, limit, seconds, new Date(now), refused, late, paced];
  const [row] = await queryRows(db, { name: 'grant units', text: GRANT, values });
  // In the column order of the statement.
  const [end, used, units, next] = row as [Date, number, number, Date | null];
  return { endsAt: end.getTime(), granted: units, rest: Math.max(0, limit - used), nextAt: next?.getTime() ?? null };
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

/** Removes the rows that matter no more. For a recurring job; only the size of the table depends on it. */
export async function pruneUnits(db: PrismaClient, now: Date): Promise<void> {
  const past = new Date(now.getTime() - PACED_FOR * 1_000);
  await db.$executeRaw(Prisma.sql`delete from quota_use where ends_at <= ${past}`);
}
