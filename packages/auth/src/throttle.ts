import { Prisma, type PrismaClient, type Tx } from '@channel/prisma';

/** Limits of password guesses. */
export type ThrottleLimits = {
  /** This many failed logins of one account lock it. */
  loginFailures: number;
  /** The window within which failures are counted, and the length of the first lock; in seconds. */
  loginWindowSeconds: number;
};

/**
 * Each failure after a lock doubles it, up to four windows: a longer lock would let an attacker lock the owner out for
 * days.
 */
const MAX_DOUBLINGS = 2;
const LONGEST_LOCK = 2 ** MAX_DOUBLINGS;

/**
 * Counts an attempt as failed before its password is checked, so that parallel guesses cannot exceed the limit;
 * `forgetAttempts` reverts it. Behaves the same whether an account of a name exists or not.
 *
 * @param counters names of the counters, see `counterOf`
 * @returns null when the attempt may proceed, else the seconds until all counters are unlocked.
 */
export async function countAttempt(
  db: PrismaClient,
  counters: string[],
  now: Date,
  limits: ThrottleLimits,
): Promise<number | null> {
  const limit = limits.loginFailures;
  const window = Prisma.sql`make_interval(secs => ${limits.loginWindowSeconds}::float8)`;
  const at = Prisma.sql`${now}::timestamptz`;
  // A lock that ends later than any may was made before the clock went back.
  const isOfFuture = Prisma.sql`
    coalesce(t.locked_until - ${window} * ${LONGEST_LOCK}::int, t.window_start_at - ${window}) > ${at}`;
  const stale = Prisma.sql`(${isOfFuture}
    or coalesce(t.locked_until + ${window} * ${LONGEST_LOCK}::int, t.window_start_at + ${window}) <= ${at})`;
  const failures = Prisma.sql`case when ${stale} then 1 else t.failures + 1 end`;
  const lock = (count: Prisma.Sql) => Prisma.sql`
    case when ${count} >= ${limit}::int
      then ${at} + ${window} * power(2, least(${MAX_DOUBLINGS}::int, ${count} - ${limit}::int))
    end`;

  // Sorted, so that two attempts with the same two counters cannot deadlock.
  const locked = await db.$queryRaw<{ key: Uint8Array<ArrayBuffer> }[]>`
    with tried as (${keysOf(counters)}),
    counted as (
      insert into login_throttle as t (key, failures, window_start_at, locked_until)
      select key, 1, ${at}, ${lock(Prisma.sql`1`)} from tried order by key
      on conflict (key) do update set
        failures = ${failures},
        window_start_at = case when ${stale} then ${at} else t.window_start_at end,
        locked_until = ${lock(failures)}
      where t.locked_until is null or t.locked_until <= ${at} or ${isOfFuture}
      returning key
    )
    select key from tried except select key from counted`;
  if (locked.length === 0) return null;
  const keys = locked.map(({ key }) => key);
  const { _max } = await db.loginThrottle.aggregate({ where: { key: { in: keys } }, _max: { lockedUntil: true } });
  // A concurrent attempt may have unlocked it: then a retry is possible immediately.
  const milliseconds = (_max.lockedUntil ?? now).getTime() - now.getTime();
  return Math.max(1, Math.ceil(milliseconds / 1000));
}

/** Resets these counters after a correct password. */
export async function forgetAttempts(db: PrismaClient | Tx, counters: string[]): Promise<void> {
  await db.$executeRaw`
    delete from login_throttle where key in (
      select key from login_throttle where key in (${keysOf(counters)}) order by key for update
    )`;
}

/** Removes counters that no longer count. */
export async function pruneAttempts(db: PrismaClient, now: Date, limits: ThrottleLimits): Promise<void> {
  const ago = (windows: number) => new Date(now.getTime() - limits.loginWindowSeconds * windows * 1000);
  await db.loginThrottle.deleteMany({
    where: {
      OR: [{ lockedUntil: null, windowStartAt: { lte: ago(1) } }, { lockedUntil: { lte: ago(LONGEST_LOCK) } }],
    },
  });
}

/** Lower-cased by Postgres, like the lookup of accounts: letter case does not give a name a separate counter. */
function keysOf(counters: string[]): Prisma.Sql {
  return Prisma.sql`select distinct sha256(convert_to(lower(name), 'UTF8')) as key from unnest(${counters}::text[]) name`;
}

/**
 * The name of a counter: of an account (for all of its names), separately for each known place and for all other
 * places; or of a name without an account.
 */
export function counterOf(tried: { userId: number; place?: Uint8Array | undefined } | { name: string }): string {
  if ('name' in tried) return `name:${tried.name}`;
  const { userId, place } = tried;
  return place ? `account:${userId}@${Buffer.from(place).toString('hex')}` : `account:${userId}`;
}
