import { randomBytes } from 'node:crypto';
import type { PrismaClient } from '@channel/prisma';
import { derivedSecret, type Secret, tokenText } from './secrets.ts';
import type { TokenLives, TokenPair } from './token-pair.ts';

/*
 * The pair of a refresh with an idempotency key is not random: it is derived from the old token, the key and a salt. A
 * client that sends token and key again gets the same pair, although only hashes are stored. The database alone reveals
 * no token, and an old token alone reveals none of its successors: the salt is deleted when the time is over.
 */

/** The tokens that result from a refresh, and the salt to store with them. */
export type Successors = { access: Secret; refresh: Secret; salt: Uint8Array<ArrayBuffer> };

export function repeatable(secret: string, key: string, salt = new Uint8Array(randomBytes(32))): Successors {
  const derived = (what: string) => derivedSecret(secret, salt, `${what} ${key}`);
  return { access: derived('access'), refresh: derived('refresh'), salt };
}

type Used = {
  familyId: number;
  usedAt: Date | null;
  repeatSalt: Uint8Array<ArrayBuffer> | null;
  family: { userId: number };
};

/** The pair that resulted from a used token; null when the key differs or the time is over. */
export async function repeatedPair(
  db: PrismaClient,
  { familyId, usedAt, repeatSalt, family }: Used,
  secret: string,
  key: string,
  now: Date,
  { refreshRepeatSeconds }: TokenLives,
): Promise<TokenPair | null> {
  const over = (usedAt?.getTime() ?? 0) + refreshRepeatSeconds * 1_000;
  if (repeatSalt === null || now.getTime() > over) return null;
  const { access, refresh } = repeatable(secret, key, repeatSalt);
  const next = await db.refreshToken.findFirst({ where: { familyId, secretHash: refresh.hash } });
  if (!next?.firstAccessId) return null;
  return {
    userId: family.userId,
    accessToken: tokenText(next.firstAccessId, access),
    refreshToken: tokenText(next.id, refresh),
  };
}
