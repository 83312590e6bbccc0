import type { PrismaClient, Tx } from '@channel/prisma';
import { endStreams } from './crew-sessions.ts';
import { newSecret, type ParsedToken, parseIdAndSecret } from './secrets.ts';

/** In front of every service token, so that scanners of source code and logs find it. */
export const SERVICE_TOKEN_PREFIX = 'chb_service_';

const TOKEN = /^chb_service_([1-9]\d{0,15})_([A-Za-z0-9_-]{43})$/;

/** Maximum number of valid tokens of an account: one for each place of use, and one more while one of them is replaced. */
export const MAX_SERVICE_TOKENS = 5;

/** The parts of a service token; null for any other text. */
export const parseServiceToken = (text: string): ParsedToken | null => parseIdAndSecret(TOKEN.exec(text));

/** Condition of the tokens that are neither revoked nor expired. */
export const validServiceTokens = (now: Date) => ({
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
});

/**
 * Creates a token of a service account. The caller holds a lock of the account, and has counted its tokens.
 *
 * @returns the text for its holder, which is stored nowhere
 */
export async function createServiceToken(
  tx: Tx,
  token: { accountId: number; name: string; expiresAt: Date | null },
  now: Date,
): Promise<{ id: number; text: string }> {
  const { hash: secretHash, text } = newSecret();
  const { id } = await tx.serviceToken.create({
    data: { ...token, secretHash, createdAt: now },
    select: { id: true },
  });
  return { id, text: `${SERVICE_TOKEN_PREFIX}${id}_${text}` };
}

/**
 * Revokes a token of a service account: every process refuses it from the commit on, and ends its streams.
 *
 * @returns false when the account has no such token or it is revoked already
 */
export async function revokeServiceToken(
  tx: Tx,
  { accountId, id }: { accountId: number; id: number },
  now: Date,
): Promise<boolean> {
  const { count } = await tx.serviceToken.updateMany({
    where: { id, accountId, revokedAt: null },
    data: { revokedAt: now },
  });
  if (count > 0) await endStreams(tx, [accountId]);
  return count > 0;
}

const MINUTE = 60_000;

/** When this process last wrote the use of each token, by database. */
const writtenTo = new WeakMap<PrismaClient, Map<number, number>>();

/** Number of remembered tokens at which those of former minutes are removed. */
const MANY = 1_000;

/**
 * Remembers that a token was used, at most once a minute, by a statement of its own that nobody waits for. A failed
 * write is not repeated: the next use is a minute later at most.
 */
export function noteUse(db: PrismaClient, id: number, now: Date): void {
  const written = writtenTo.get(db) ?? new Map<number, number>();
  writtenTo.set(db, written);
  const before = now.getTime() - MINUTE;
  if ((written.get(id) ?? Number.NEGATIVE_INFINITY) > before) return;
  if (written.size >= MANY) for (const [other, at] of written) if (at <= before) written.delete(other);
  written.set(id, now.getTime());
  db.serviceToken
    .updateMany({
      where: { id, revokedAt: null, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: now } }] },
      data: { lastUsedAt: now },
    })
    .catch(() => {});
}
