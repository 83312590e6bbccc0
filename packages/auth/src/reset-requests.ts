import type { PrismaClient } from '@channel/prisma';
import type { Caller } from './caller.ts';
import { type BucketLimits, takeGuess } from './guess-buckets.ts';
import { countAttempt, type ThrottleLimits } from './throttle.ts';

/** Requests for one address that are admitted before it is locked; the lock is that of failed logins. */
const REQUESTS = 3;

/**
 * Whether a request for a link to set a new password is admitted. Does the same whether an account has the address or
 * not. A request counts for the address and the network of the caller like a failed login, and for the e-mail address,
 * whose owner must not be flooded with mails.
 *
 * Never call it inside a transaction: the count must survive a rollback of the caller.
 *
 * @returns `isAdmitted` is false where the e-mail address had too many requests, which the caller must not be shown
 */
export async function admitResetRequest(
  db: PrismaClient,
  email: string,
  now: Date,
  limits: BucketLimits & Pick<ThrottleLimits, 'loginWindowSeconds'>,
  caller: Caller,
): Promise<{ isAdmitted: boolean } | { refused: 'throttled'; retryAfterSeconds: number }> {
  const guess = takeGuess(caller, now, limits);
  if (guess.waitSeconds !== null) return { refused: 'throttled', retryAfterSeconds: guess.waitSeconds };
  const { loginWindowSeconds } = limits;
  const wait = await countAttempt(db, [`reset:${email}`], now, { loginFailures: REQUESTS, loginWindowSeconds });
  return { isAdmitted: wait === null };
}
