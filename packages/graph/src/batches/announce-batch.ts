import type { PrismaClient, Tx } from '@channel/prisma';

/** Channel of Postgres on which every process hears of batches. */
export const BATCHES = 'batch_changes';

/** Tells all processes, when the transaction commits, that a batch went on. */
export async function announceBatch(tx: PrismaClient | Tx, id: number): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${BATCHES}, ${String(id)})`;
}
