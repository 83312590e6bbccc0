import { Prisma, type PrismaClient } from '@channel/prisma';
import { compareHash, computeHash, inHashSlot, needsRehash, PasswordsBusy } from './passwords.ts';
import { countAttempt, forgetAttempts, type ThrottleLimits } from './throttle.ts';

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

type Names = { email: string | null; username: string | null };

/**
 * Checks a login and counts it when it fails. A right password is refused, too, while its name is locked.
 * Never call it inside a transaction: the count must outlive whatever the caller does next.
 */
export async function checkLogin(
  db: PrismaClient,
  credentials: Credentials,
  now: Date,
  limits: ThrottleLimits,
): Promise<{ userId: number } | LoginRefusal> {
  const names = namesOf(credentials);
  const tried = [names.email, names.username].filter((name) => name !== null);
  if (tried.length === 0) return { refused: 'credentials' };
  try {
    return await inHashSlot(async () => {
      // Counted within the slot: at most two right logins of one name are counted as failures at any moment.
      const wait = await countAttempt(db, tried, now, limits);
      if (wait !== null) return { refused: 'throttled', retryAfterSeconds: wait };
      const userId = await userWith(db, names, credentials.password);
      if (userId === null) return { refused: 'credentials' };
      await forgetAttempts(db, tried);
      return { userId };
    });
  } catch (error) {
    if (error instanceof PasswordsBusy) return { refused: 'throttled', retryAfterSeconds: 1 };
    throw error;
  }
}

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
