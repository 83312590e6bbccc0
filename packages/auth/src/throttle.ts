import { Prisma, type PrismaClient, type Tx } from '@channel/prisma';

/** When guessing passwords is stopped. */
export type ThrottleLimits = {
  /** So many failed logins of one account lock it. */
  loginFailures: number;
  /** The time within which failures are counted, and the length of the first lock; in seconds. */
  loginWindowSeconds: number;
};

/** Each failure after a lock doubles it, up to four windows: more would let a stranger keep the owner out for days. */
const MAX_DOUBLINGS = 2;
const LONGEST_LOCK = 2 ** MAX_DOUBLINGS;

/**
 * Counts an attempt as failed before its password is looked at, so that parallel guesses can't pass the limit
 * unseen; `forgetAttempts` takes it back. Whether an account of a name exists makes no difference.
 *
 * @param counters what is counted, each by its name: see `counterOf`
 * @returns null when the attempt may go on, else the seconds until all of them are open again.
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
  const stale = Prisma.sql`
    coalesce(t.locked_until + ${window} * ${LONGEST_LOCK}::int, t.window_start_at + ${window}) <= ${at}`;
  const failures = Prisma.sql`case when ${stale} then 1 else t.failures + 1 end`;
  const lock = (count: Prisma.Sql) => Prisma.sql`
    case when ${count} >= ${limit}::int
      then ${at} + ${window} * power(2, least(${MAX_DOUBLINGS}::int, ${count} - ${limit}::int))
    end`;

  // Sorted, so that two attempts with the same two counters can't each hold the row that the other waits for.
  const locked = await db.$queryRaw<{ key: Uint8Array<ArrayBuffer> }[]>`
    with tried as (${keysOf(counters)}),
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
  // Another attempt may have opened it in between: then it can be tried again at once.
  const milliseconds = (_max.lockedUntil ?? now).getTime() - now.getTime();
  return Math.max(1, Math.ceil(milliseconds / 1000));
}

/** The account was opened with its password: these counters start from zero. */
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

/** Lower-cased by Postgres, as the accounts are when they are looked up: letter case gives no name a counter of its own. */
function keysOf(counters: string[]): Prisma.Sql {
  return Prisma.sql`select distinct sha256(convert_to(lower(name), 'UTF8')) as key from unnest(${counters}::text[]) name`;
}

/**
 * The name of a counter: of an account (whichever of its names was typed in), as those see it who log in from a place where
 * somebody logged in to it before, or else all others; and of a name that no account has.
 */
export function counterOf(tried: { userId: number; place?: Uint8Array | undefined } | { name: string }): string {
  if ('name' in tried) return `name:${tried.name}`;
  const { userId, place } = tried;
  return place ? `account:${userId}@${Buffer.from(place).toString('hex')}` : `account:${userId}`;
}
