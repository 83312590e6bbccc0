import type { Tx } from '@channel/prisma';

/**
 * Queues the deliveries that are due, see the database function of this name: at most the concurrency of each endpoint,
 * and the deliveries of each order in sequence. Skips deliveries for endpoints that are switched off. Locks the
 * endpoints until the transaction ends.
 */
export async function promote(tx: Tx, endpointIds: number[], now: Date): Promise<void> {
  if (endpointIds.length === 0) return;
  await tx.$executeRaw`SELECT webhook_promote(${endpointIds}::bigint[], ${now}::timestamptz)`;
}
