import { Prisma, type PrismaClient } from '@channel/prisma';
import { type Caller, NO_CALLER, placeOf, turnOf } from './caller.ts';
import { type BucketLimits, takeGuess, UNCOUNTED } from './guess-buckets.ts';
import { inHashSlot, PasswordsBusy } from './hash-queue.ts';
import { rememberPlace } from './known-places.ts';
import { compareHash, computeHash, needsRehash } from './passwords.ts';
import { countAttempt, counterOf, forgetAttempts, type ThrottleLimits } from './throttle.ts';

/** Credentials of a login: a password and at least one name. Letter case of names does not matter. */
export type Credentials = {
  email?: string | null;
  /** If `email` is given too, both must belong to the same user. */
  username?: string | null;
  /** For a form with one field: the e-mail address if it contains an `@`, else the username. */
  emailOrUsername?: string | null;
  password: string;
};

/**
 * Why a login is refused. `credentials` covers unknown names, wrong passwords and disabled users alike; `throttled`
 * does not reveal whether the name exists either.
 */
export type LoginRefusal = { refused: 'credentials' } | { refused: 'throttled'; retryAfterSeconds: number };

/** Limits of failed logins. */
export type LoginLimits = ThrottleLimits & BucketLimits;

/**
 * The result of a successful login; `device` is the browser's new secret, where the caller's entry point has cookies.
 */
export type LoggedIn = { userId: number; device?: string };

type Names = { email: string | null; username: string | null };

/**
 * Checks a login, and counts it if it fails: for the account, and for the caller's address and network. While they are
 * locked, a correct password is refused, too. A caller at a known place of the account has a separate counter, so that
 * failures elsewhere cannot lock the account there, and is not stopped by the bucket of the address.
 *
 * Never call it inside a transaction: the count must survive a rollback of the caller.
 */
export async function checkLogin(
  db: PrismaClient,
  credentials: Credentials,
  now: Date,
  limits: LoginLimits,
  caller: Caller = NO_CALLER,
): Promise<LoggedIn | LoginRefusal> {
  const names = namesOf(credentials);
  if (names.email === null && names.username === null) return { refused: 'credentials' };
  const { counters, knownAs } = await countersOf(db, names, caller);
  const guess = knownAs ? UNCOUNTED : takeGuess(caller, now, limits);
  if (guess.waitSeconds !== null) return { refused: 'throttled', retryAfterSeconds: guess.waitSeconds };
  let hasFailed = false;
  try {
    return await inHashSlot(
      async () => {
        // Counted within the slot: at most two correct logins of one account are counted as failures at any moment.
        const wait = await countAttempt(db, counters, now, limits);
        if (wait !== null) return { refused: 'throttled', retryAfterSeconds: wait };
        const userId = await userWith(db, names, credentials.password);
        hasFailed = userId === null;
        if (userId === null) return { refused: 'credentials' };
        await forgetAttempts(db, counters);
        return { userId, ...(await rememberPlace(db, userId, caller, now)) };
      },
      knownAs ? { lane: knownAs, isKnown: true } : turnOf(caller),
    );
  } catch (error) {
    if (error instanceof PasswordsBusy) return { refused: 'throttled', retryAfterSeconds: 1 };
    throw error;
  } finally {
    if (!hasFailed) guess.release();
  }
}

/**
 * The counters of an attempt. Runs one statement whether the names exist or not.
 *
 * @returns `knownAs`, the counter of the known place, where the caller is at one
 */
async function countersOf(
  db: PrismaClient,
  { email, username }: Names,
  caller: Caller,
): Promise<{ counters: string[]; knownAs?: string }> {
  const place = placeOf(caller);
  const named = [
    ...(email === null ? [] : [Prisma.sql`select ${email} as name, (${accountWith('email', email)}) as id`]),
    ...(username === null
      ? []
      : [Prisma.sql`select ${username} as name, (${accountWith('username', username)}) as id`]),
  ];
  const rows = await db.$queryRaw<{ name: string; userId: number | null; isKnown: boolean }[]>`
    select name, named.id as "userId",
      exists (select from login_place p where p.user_id = named.id and p.key = ${place}) as "isKnown"
    from (${Prisma.join(named, ' union all ')}) named`;
  const [{ userId, isKnown } = { userId: null, isKnown: false }] = rows;
  if (userId !== null && isKnown && place && rows.every((row) => row.userId === userId)) {
    const knownAs = counterOf({ userId, place });
    return { counters: [knownAs], knownAs };
  }
  return { counters: rows.map(({ name, userId }) => counterOf(userId === null ? { name } : { userId })) };
}

const accountWith = (column: 'email' | 'username', name: string): Prisma.Sql =>
  Prisma.sql`select id from "user" where lower(${Prisma.raw(column)}) = lower(${name})`;

async function userWith(db: PrismaClient, names: Names, password: string): Promise<number | null> {
  const conditions = [
    ...(names.email === null ? [] : [Prisma.sql`lower(email) = lower(${names.email})`]),
    ...(names.username === null ? [] : [Prisma.sql`lower(username) = lower(${names.username})`]),
  ];
  const [user] = await db.$queryRaw<{ id: number; hash: string | null; isOpen: boolean }[]>`
    select id, password_hash as hash, disabled_at is null and kind = 'person' as "isOpen"
    from "user" where ${Prisma.join(conditions, ' and ')}`;

  // Always computes a hash; otherwise the response time would reveal which names exist.
  const matches = await compareHash(user?.hash ?? null, password);
  if (!user?.hash || !user.isOpen || !matches) return null;
  if (needsRehash(user.hash)) {
    const passwordHash = await computeHash(password);
    await db.user.updateMany({ where: { id: user.id, passwordHash: user.hash }, data: { passwordHash } });
  }
  return user.id;
}

function namesOf({ email, username, emailOrUsername }: Credentials): Names {
  const either = clean(emailOrUsername);
  const isEmail = either?.includes('@');
  return {
    email: clean(email) ?? (isEmail ? either : null),
    username: clean(username) ?? (isEmail ? null : either),
  };
}

/**
 * Postgres rejects NUL in texts. No account name contains NUL or the replacement character, so the result is the same.
 */
function clean(name: string | null | undefined): string | null {
  return name?.trim().replaceAll('\0', '\uFFFD') || null;
}
