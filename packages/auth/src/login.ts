import { Prisma, type PrismaClient } from '@channel/prisma';
import { type Caller, NO_CALLER, placeOf, turnOf } from './caller.ts';
import { type BucketLimits, takeGuess, UNCOUNTED } from './guess-buckets.ts';
import { inHashSlot, PasswordsBusy } from './hash-queue.ts';
import { rememberPlace } from './known-places.ts';
import { compareHash, computeHash, needsRehash } from './passwords.ts';
import { countAttempt, counterOf, forgetAttempts, type ThrottleLimits } from './throttle.ts';

/** What somebody logs in with: a password and at least one name. Letter case of names does not matter. */
export type Credentials = {
  email?: string | null;
  /** Together with `email` both must name the same user. */
  username?: string | null;
  /** For a form with one field: the e-mail when it contains an `@`, else the user name. */
  emailOrUsername?: string | null;
  password: string;
};

/**
 * Why nobody was let in. `credentials` covers unknown names, wrong passwords and disabled users alike;
 * `throttled` says nothing about whether the name exists either.
 */
export type LoginRefusal = { refused: 'credentials' } | { refused: 'throttled'; retryAfterSeconds: number };

/** When failed logins are stopped. */
export type LoginLimits = ThrottleLimits & BucketLimits;

/** Who was let in; `device` is the browser's new secret, where the caller's entry point has cookies. */
export type LoggedIn = { userId: number; device?: string };

type Names = { email: string | null; username: string | null };

/**
 * Checks a login and counts it when it fails: of the account, and of the caller's address and network. A right password is refused,
 * too, while they are locked. Who logs in from where the account was logged in to before has a counter of that place, so that
 * strangers can't lock the account there, and passes the address's.
 *
 * Never call it inside a transaction: the count must outlive whatever the caller does next.
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
        // Counted within the slot: at most two right logins of one account are counted as failures at any moment.
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
 * What an attempt is counted under. One statement whether the names exist or not.
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
    select id, password_hash as hash, disabled_at is null and not is_system as "isOpen"
    from "user" where ${Prisma.join(conditions, ' and ')}`;

  // The hash is computed for everybody, or the time would tell which names exist.
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

/** Postgres takes no NUL in texts; no account has one, so a character that no account has either does as well. */
function clean(name: string | null | undefined): string | null {
  return name?.trim().replaceAll('\0', '\uFFFD') || null;
}
