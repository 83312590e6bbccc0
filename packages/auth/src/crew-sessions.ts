import { inTransaction, Prisma, type PrismaClient, type Tx } from '@channel/prisma';
import type { Caller } from './caller.ts';
import { readCookie } from './cookies.ts';
import { type BucketLimits, takeGuess } from './guess-buckets.ts';
import { newSecret, type Secret, sha256 } from './secrets.ts';

/** A person in an organization, whose jobs a link, a session or a calendar shows. */
export type CrewAccess = { userId: number; organizationId: number };

/**
 * The holder of a session of the page of the crew. It is no actor: it has no roles and no permissions, and sees only the
 * jobs of this person.
 */
export type CrewMember = CrewAccess & {
  sessionId: number;
  name: string;
  organizationName: string;
  /** When the session ends in any case. */
  expiresAt: Date;
};

/** A secret for its holder, and when it ends. */
export type CrewPass = { secret: string; expiresAt: Date };

const COOKIE = 'channel_crew';
/** Format of secrets of `newSecret`. */
const SECRET = /^[\w-]{43}$/;
const HOUR_MS = 3_600_000;

/** The condition for a person who is enabled and has a role in the organization. */
export const BELONGS = (userId: Prisma.Sql, organizationId: Prisma.Sql): Prisma.Sql => Prisma.sql`
  EXISTS (SELECT FROM "user" member WHERE member.id = ${userId} AND member.disabled_at IS NULL AND member.kind = 'person')
  AND EXISTS (SELECT FROM user_role held JOIN role ON role.id = held.role_id
    WHERE held.user_id = ${userId} AND role.organization_id = ${organizationId})`;

/** Creates the single link of a person in an organization; an earlier one ends. Only the hash of its secret is stored. */
export async function createCrewLink(tx: Tx, of: CrewAccess, now: Date, hours: number): Promise<CrewPass> {
  const { text, hash: secretHash } = newSecret();
  const expiresAt = new Date(now.getTime() + hours * HOUR_MS);
  const data = { secretHash, createdAt: now, expiresAt };
  await tx.crewLink.upsert({
    where: { userId_organizationId: pick(of) },
    create: { ...pick(of), ...data },
    update: data,
  });
  return { secret: text, expiresAt };
}

const pick = ({ userId, organizationId }: CrewAccess): CrewAccess => ({ userId, organizationId });

/** Whether a link can still be exchanged. Nothing is counted: the caller has created the link. */
export async function isCrewLinkValid(db: PrismaClient | Tx, secret: string, now: Date): Promise<boolean> {
  const [link] = await db.$queryRaw<unknown[]>`SELECT 1 FROM crew_link l WHERE ${exchangeable(secret, now)}`;
  return link !== undefined;
}

const exchangeable = (secret: string, now: Date): Prisma.Sql => Prisma.sql`
  l.secret_hash = ${sha256(secret)} AND l.expires_at > ${now}::timestamptz
  AND ${BELONGS(Prisma.sql`l.user_id`, Prisma.sql`l.organization_id`)}`;

/**
 * Exchanges a link for a session: of many concurrent exchanges exactly one succeeds. Wrong secrets are counted for the
 * address of the caller. Not for use inside a transaction.
 *
 * @returns null for a link that is unknown, used or expired, or whose person left or is disabled
 */
export async function exchangeCrewLink(
  db: PrismaClient,
  { secret, caller }: { secret: string; caller: Caller },
  now: Date,
  limits: BucketLimits & { crewSessionHours: number },
): Promise<(CrewPass & CrewAccess) | null | { waitSeconds: number }> {
  const guess = takeGuess(caller, now, limits);
  if (guess.waitSeconds !== null) return guess;
  const exchanged = SECRET.test(secret)
    ? await inTransaction(db, async (tx) => {
        const [link] = await tx.$queryRaw<CrewAccess[]>`
          DELETE FROM crew_link l WHERE ${exchangeable(secret, now)}
          RETURNING l.user_id AS "userId", l.organization_id AS "organizationId"`;
        return link ? startSession(tx, link, newSecret(), now, limits.crewSessionHours) : null;
      })
    : null;
  if (exchanged) guess.release();
  return exchanged;
}

async function startSession(tx: Tx, of: CrewAccess, { text, hash }: Secret, now: Date, hours: number) {
  const expiresAt = new Date(now.getTime() + hours * HOUR_MS);
  await tx.crewSession.create({ data: { ...of, secretHash: hash, createdAt: now, expiresAt }, select: { id: true } });
  return { ...of, secret: text, expiresAt };
}

/** Whether a `Cookie` header has the secret of a session of the crew, valid or not. */
export const isCrewSessionClaimed = (cookieHeader: string | undefined, isSecure: boolean): boolean =>
  secretIn(cookieHeader, isSecure) !== null;

/** The holder of the session of a `Cookie` header, as the database has it now; null without a valid session. */
export async function crewMemberOf(
  db: PrismaClient | Tx,
  cookieHeader: string | undefined,
  now: Date,
  isSecure: boolean,
): Promise<CrewMember | null> {
  const secret = secretIn(cookieHeader, isSecure);
  if (secret === null) return null;
  const [member] = await db.$queryRaw<CrewMember[]>`
    SELECT s.id AS "sessionId", s.user_id AS "userId", s.organization_id AS "organizationId", u.name,
      o.name AS "organizationName", s.expires_at AS "expiresAt"
    FROM crew_session s JOIN "user" u ON u.id = s.user_id JOIN organization o ON o.id = s.organization_id
    WHERE s.secret_hash = ${sha256(secret)} AND s.expires_at > ${now}::timestamptz
      AND ${BELONGS(Prisma.sql`s.user_id`, Prisma.sql`s.organization_id`)}`;
  return member ?? null;
}

/** Ends one session. */
export async function endCrewSession(db: PrismaClient | Tx, id: number): Promise<void> {
  await db.crewSession.deleteMany({ where: { id } });
}

/** The Postgres channel on which every process receives the id of a user whose access was ended, see `listen`. */
export const ACCESS_ENDED = 'access_ended';

/** When the transaction commits, all processes end the streams of these users that have no access any more. */
export async function endStreams(tx: PrismaClient | Tx, userIds: readonly number[]): Promise<void> {
  await tx.$executeRaw`
    SELECT count(pg_notify(${ACCESS_ENDED}, id::text)) FROM unnest(${userIds}::bigint[]) AS id`;
}

/**
 * Ends the links, the sessions and the calendars of a person: of one organization, or of all. When the transaction
 * commits, all processes end the streams that have no access any more.
 */
export async function endCrewAccess(
  tx: PrismaClient | Tx,
  where: { userId: number; organizationId?: number },
): Promise<void> {
  await tx.crewLink.deleteMany({ where });
  await tx.crewSession.deleteMany({ where });
  await tx.crewCalendar.deleteMany({ where });
  await endStreams(tx, [where.userId]);
}

const secretIn = (cookieHeader: string | undefined, isSecure: boolean) =>
  readCookie(cookieHeader, nameOf(isSecure), SECRET);

const nameOf = (isSecure: boolean) => (isSecure ? `__Secure-${COOKIE}` : COOKIE);

/**
 * The `Set-Cookie` header of a session. Browsers send it only with requests of the page of the crew; no other page of the
 * console gets it.
 */
export const crewCookie = ({ secret, expiresAt }: CrewPass, isSecure: boolean): string =>
  `${nameOf(isSecure)}=${secret}; Path=/crew; Expires=${expiresAt.toUTCString()}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

/** The `Set-Cookie` header that removes it. */
export const clearedCrewCookie = (isSecure: boolean): string =>
  crewCookie({ secret: '', expiresAt: new Date(0) }, isSecure);
