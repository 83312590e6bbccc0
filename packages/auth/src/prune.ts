import type { PrismaClient } from '@channel/prisma';
import { prunePlaces } from './known-places.ts';
import { pruneAttempts, type ThrottleLimits } from './throttle.ts';
import type { TokenLives } from './token-pair.ts';

/** Milliseconds for which tokens of service accounts are shown after their end. */
const SHOWN_MS = 30 * 86_400_000;

/**
 * Removes expired tokens, links and sessions of the crew, salts of refreshes that can no longer be repeated, families without tokens, tokens of service
 * accounts that ended a month ago, login
 * counters that no longer count, and known places without a recent login. For a recurring job; only the size of the
 * tables depends on it. Sessions of the console: see `Sessions.prune`.
 */
export async function pruneLogins(
  db: PrismaClient,
  now: Date,
  limits: ThrottleLimits & Pick<TokenLives, 'refreshRepeatSeconds'>,
): Promise<void> {
  await db.refreshToken.updateMany({
    where: { repeatSalt: { not: null }, usedAt: { lt: new Date(now.getTime() - limits.refreshRepeatSeconds * 1_000) } },
    data: { repeatSalt: null },
  });
  await db.accessToken.deleteMany({ where: { expiresAt: { lte: now } } });
  await db.refreshToken.deleteMany({ where: { expiresAt: { lte: now } } });
  await db.tokenFamily.deleteMany({ where: { accessTokens: { none: {} }, refreshTokens: { none: {} } } });
  await db.passwordLink.deleteMany({ where: { expiresAt: { lte: now } } });
  await db.crewLink.deleteMany({ where: { expiresAt: { lte: now } } });
  await db.crewSession.deleteMany({ where: { expiresAt: { lte: now } } });
  const ended = { lte: new Date(now.getTime() - SHOWN_MS) };
  await db.serviceToken.deleteMany({ where: { OR: [{ expiresAt: ended }, { revokedAt: ended }] } });
  await pruneAttempts(db, now, limits);
  await prunePlaces(db, now);
}
