import type { PrismaClient, Tx } from '@channel/prisma';

/** Postgres channel on which every process receives changes of batches. */
export const BATCHES = 'batch_changes';

/** Notifies all processes, when the transaction commits, that the state of a batch changed. */
export async function announceBatch(tx: PrismaClient | Tx, id: number): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${BATCHES}, ${String(id)})`;
}
