import { inTransaction, type PrismaClient, type Tx } from '@channel/prisma';
import { type Caller, NO_CALLER } from './caller.ts';
import { endLogins } from './end-logins.ts';
import { inHashSlot, PasswordsBusy } from './hash-queue.ts';
import { forgetPlaces, rememberPlace } from './known-places.ts';
import { computeHash } from './passwords.ts';
import { isSame, newSecret, parseToken, tokenText } from './secrets.ts';

/** A one-time link to set a password. Anyone who holds the token can take over the account. */
export type PasswordLink = { token: string; expiresAt: Date };

/** Why a link is refused. `link` covers unknown, used, replaced and expired links and disabled users alike. */
export type LinkRefusal = { refused: 'link' } | { refused: 'throttled'; retryAfterSeconds: number };

/** Creates the single link of a user; an earlier one ends. Only the SHA-256 of its secret is stored. */
export async function createPasswordLink(tx: Tx, userId: number, now: Date, hours: number): Promise<PasswordLink> {
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + hours * 3_600_000);
  await endPasswordLinks(tx, userId);
  const { id } = await tx.passwordLink.create({
    data: { userId, secretHash: secret.hash, createdAt: now, expiresAt },
    select: { id: true },
  });
  return { token: tokenText(id, secret), expiresAt };
}

/** Ends the link of a user, if there is one. */
export async function endPasswordLinks(tx: PrismaClient | Tx, userId: number): Promise<void> {
  await tx.passwordLink.deleteMany({ where: { userId } });
}

/**
 * The user whose password a link sets; does not use up the link. Wrong secrets are not counted: a secret of 256 bits
 * cannot be guessed, and a counter would let other clients lock links, whose ids are not secret.
 */
export async function readPasswordLink(
  db: PrismaClient,
  token: string,
  now: Date,
): Promise<{ userId: number; expiresAt: Date } | LinkRefusal> {
  const parsed = parseToken(token);
  if (!parsed) return { refused: 'link' };
  const link = await db.passwordLink.findFirst({
    where: { id: parsed.id, expiresAt: { gt: now }, user: { disabledAt: null, kind: 'person' } },
  });
  if (!link || !isSame(parsed.hash, link.secretHash)) return { refused: 'link' };
  return { userId: link.userId, expiresAt: link.expiresAt };
}

/**
 * Sets a password by a link, once: of many concurrent calls exactly one succeeds. All sessions and tokens of the user
 * end, the lock of failed logins is lifted, and the known places of the user are removed. Not for use inside a
 * transaction.
 *
 * @param within runs in the transaction of the change, for writes that belong to it
 */
export async function usePasswordLink(
  db: PrismaClient,
  { token, password, caller = NO_CALLER }: { token: string; password: string; caller?: Caller },
  now: Date,
  within: (tx: Tx, userId: number) => Promise<void> = async () => {},
): Promise<{ userId: number; device?: string } | LinkRefusal> {
  const link = await readPasswordLink(db, token, now);
  const parsed = parseToken(token);
  if ('refused' in link || !parsed) return 'refused' in link ? link : { refused: 'link' };
  const { userId } = link;
  try {
    // Before the transaction, because hashing is slow.
    const turn = { lane: `link:${userId}`, isKnown: true };
    const passwordHash = await inHashSlot(() => computeHash(password), turn);
    return await inTransaction(db, async (tx) => {
      const { count } = await tx.passwordLink.deleteMany({ where: { id: parsed.id, userId } });
      if (count === 0) return { refused: 'link' };
      await tx.user.update({ where: { id: userId }, data: { passwordHash }, select: { id: true } });
      await endLogins(tx, userId, now, 'password');
      await forgetPlaces(tx, userId);
      const remembered = await rememberPlace(tx, userId, caller, now);
      await within(tx, userId);
      return { userId, ...remembered };
    });
  } catch (error) {
    if (error instanceof PasswordsBusy) return { refused: 'throttled', retryAfterSeconds: 1 };
    throw error;
  }
}
