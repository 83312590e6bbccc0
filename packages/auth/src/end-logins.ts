import type { PrismaClient, Tx } from '@channel/prisma';
import { endCrewAccess, endStreams } from './crew-sessions.ts';

/**
 * Ends every session, also of the page of the crew, and every token of a user; none of them is valid any more.
 *
 * @param reason why; stored with the tokens
 */
export async function endLogins(
  tx: PrismaClient | Tx,
  userId: number,
  now: Date,
  reason: 'disabled' | 'password' | 'unlinked',
): Promise<void> {
  await tx.authSession.deleteMany({ where: { userId } });
  await endCrewAccess(tx, { userId });
  // Service accounts are refused while their owner is disabled.
  const owned = await tx.serviceAccount.findMany({ where: { ownerId: userId }, select: { userId: true } });
  await endStreams(
    tx,
    owned.map((account) => account.userId),
  );
  await tx.tokenFamily.updateMany({
    where: { userId, revokedAt: null },
    data: { revokedAt: now, revokedReason: reason },
  });
}
