import { Prisma, type PrismaClient, type Tx } from '@channel/prisma';

/** When guessing passwords is stopped. */
export type ThrottleLimits = {
  /** So many failed logins of one account name lock it. */
  loginFailures: number;
  /** The time within which failures are counted, and the length of the first lock; in seconds. */
  loginWindowSeconds: number;
};

/** Each failure after a lock doubles it, up to four windows: more would let a stranger keep the owner out for days. */
const MOST_DOUBLINGS = 2;
const LONGEST_LOCK = 2 ** MOST_DOUBLINGS;

/**
 * Counts an attempt as failed before its password is looked at, so that parallel guesses can't pass the limit
 * unseen; `forgetAttempts` takes it back. Whether the name exists makes no difference.
 *
 * @returns null when the attempt may go on, else the seconds until the name is open again.
 */
export async function countAttempt(
  db: PrismaClient,
  names: string[],
  now: Date,
  limits: ThrottleLimits,
): Promise<number | null> {
  const limit = limits.loginFailures;
  const window = Prisma.sql`make_interval(secs => ${limits.loginWindowSeconds}::float8)`;
  const at = Prisma.sql`${now}::timestamptz`;
  const stale = Prisma.sql`
    coalesce(t.locked_until + ${window} * ${LONGEST_LOCK}::int, t.window_start_at + ${window}) <= ${at}`;
  const failures = Prisma.sql`case when ${stale} then 1 else t.failures + 1 end`;
  const lock = (count: Prisma.Sql) => Prisma.sql`
    case when ${count} >= ${limit}::int
      then ${at} + ${window} * power(2, least(${MOST_DOUBLINGS}::int, ${count} - ${limit}::int))
    end`;

  // Sorted, so that two attempts with the same two names can't each hold the row that the other waits for.
  const locked = await db.$queryRaw<{ key: Uint8Array<ArrayBuffer> }[]>`
    with tried as (${keysOf(names)}),
    counted as (
      insert into login_throttle as t (key, failures, window_start_at, locked_until)
      select key, 1, ${at}, ${lock(Prisma.sql`1`)} from tried order by key
      on conflict (key) do update set
        failures = ${failures},
        window_start_at = case when ${stale} then ${at} else t.window_start_at end,
        locked_until = ${lock(failures)}
      where t.locked_until is null or t.locked_until <= ${at}
      returning key
    )
    select key from tried except select key from counted`;
  if (locked.length === 0) return null;
  const keys = locked.map(({ key }) => key);
  const { _max } = await db.loginThrottle.aggregate({ where: { key: { in: keys } }, _max: { lockedUntil: true } });
  // Another attempt may have opened the name in between: then it can be tried again at once.
  const milliseconds = (_max.lockedUntil ?? now).getTime() - now.getTime();
  return Math.max(1, Math.ceil(milliseconds / 1000));
}

/** The account was opened with its password: its names start from zero. */
export async function forgetAttempts(db: PrismaClient | Tx, names: string[]): Promise<void> {
  await db.$executeRaw`
    delete from login_throttle where key in (
      select key from login_throttle where key in (${keysOf(names)}) order by key for update
    )`;
}

/** Removes counters that no longer count. */
export async function pruneAttempts(db: PrismaClient, now: Date, limits: ThrottleLimits): Promise<void> {
  const before = new Date(now.getTime() - limits.loginWindowSeconds * LONGEST_LOCK * 1000);
  await db.loginThrottle.deleteMany({
    where: { windowStartAt: { lte: before }, OR: [{ lockedUntil: null }, { lockedUntil: { lte: before } }] },
  });
}

/** Lower-cased by Postgres, as the accounts are when they are looked up: no spelling gets a counter of its own. */
function keysOf(names: string[]): Prisma.Sql {
  return Prisma.sql`select distinct sha256(convert_to(lower(name), 'UTF8')) as key from unnest(${names}::text[]) name`;
}
