import type { PrismaClient } from '@channel/prisma';
import { unseal } from '@channel/webhooks';

/** Secrets that are tried; of each kind the oldest and the newest. */
const TRIED = 50;

/** Tries a key on secrets of webhook endpoints. @returns how many it tried, and how many another key has encrypted */
export async function tryKey(db: PrismaClient, secretKey: string): Promise<{ tried: number; failed: number }> {
  const secrets = await db.$queryRaw<{ sealed: Uint8Array }[]>`
    SELECT secret AS sealed FROM webhook_endpoint WHERE id IN (
      (SELECT id FROM webhook_endpoint WHERE deleted_at IS NULL ORDER BY id LIMIT ${TRIED})
      UNION (SELECT id FROM webhook_endpoint WHERE deleted_at IS NULL ORDER BY id DESC LIMIT ${TRIED}))`;
  return { tried: secrets.length, failed: secrets.filter(({ sealed }) => !opens(sealed, secretKey)).length };
}

/**
 * Why a program must not start with a key: it decrypts none of the secrets, so that every webhook would fail. Undefined if it
 * may, also while the database is away or has no tables yet.
 */
export async function keyViolation(db: PrismaClient, secretKey: string | null): Promise<string | undefined> {
  const { tried, failed } = await tryKey(db, secretKey ?? '').catch(() => ({ tried: 0, failed: 0 }));
  if (tried === 0 || failed < tried) return undefined;
  return `SECRET_KEY is not the key that encrypted the secrets of webhook endpoints (${tried} of ${tried} tried): set it to the former one, or after npm run secret-key to the new one. Nothing was changed`;
}

function opens(sealed: Uint8Array, secretKey: string): boolean {
  try {
    unseal(sealed, secretKey);
    return true;
  } catch {
    return false;
  }
}
