import { Prisma, type PrismaClient, type Tx } from '@channel/prisma';
import type { Caller } from './caller.ts';
import { BELONGS, type CrewAccess } from './crew-sessions.ts';
import { type BucketLimits, takeGuess } from './guess-buckets.ts';
import { newSecret, sha256 } from './secrets.ts';

/**
 * Creates the calendar of a person in an organization; the address of an earlier one ends.
 *
 * @returns the secret of its address; only the hash is stored
 */
export async function createCrewCalendar(tx: Tx, of: CrewAccess, now: Date): Promise<string> {
  const { text, hash: secretHash } = newSecret();
  const data = { secretHash, createdAt: now };
  await tx.crewCalendar.upsert({ where: { userId_organizationId: of }, create: { ...of, ...data }, update: data });
  return text;
}

/**
 * Whose calendar a secret opens. Wrong secrets are counted for the address of the caller.
 *
 * @returns null for an unknown secret, or if the person left or is disabled
 */
export async function crewOfCalendar(
  db: PrismaClient,
  { secret, caller }: { secret: string; caller: Caller },
  now: Date,
  limits: BucketLimits,
): Promise<CrewAccess | null | { waitSeconds: number }> {
  const guess = takeGuess(caller, now, limits);
  if (guess.waitSeconds !== null) return guess;
  const [found] = await db.$queryRaw<CrewAccess[]>`
    SELECT c.user_id AS "userId", c.organization_id AS "organizationId" FROM crew_calendar c
    WHERE c.secret_hash = ${sha256(secret)} AND ${BELONGS(Prisma.sql`c.user_id`, Prisma.sql`c.organization_id`)}`;
  if (found) guess.release();
  return found ?? null;
}
