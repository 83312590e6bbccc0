import type { PrismaClient } from '@channel/prisma';
import { prunePlaces } from './known-places.ts';
import { pruneAttempts, type ThrottleLimits } from './throttle.ts';
import type { TokenLives } from './tokens.ts';

/**
 * Removes tokens and links that have expired, salts of refreshes that can't be repeated any more, families of which no token is left, login counters
 * that no longer count, and places from where nobody has logged in for long.
 * For a recurring job; nothing depends on it but the size of the tables. Sessions: see `Sessions.prune`.
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
  await pruneAttempts(db, now, limits);
  await prunePlaces(db, now);
}
