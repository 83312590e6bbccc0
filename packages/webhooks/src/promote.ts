import type { Tx } from '@channel/prisma';

/**
 * Puts deliveries whose turn has come into the queue, see the database's function of this name: as many as each endpoint
 * may have under way, and of each order in their order. What waits for an endpoint that is off is skipped. Locks the endpoints until the
 * transaction ends.
 */
export async function promote(tx: Tx, endpointIds: number[], now: Date): Promise<void> {
  if (endpointIds.length === 0) return;
  await tx.$executeRaw`SELECT webhook_promote(${endpointIds}::int[], ${now}::timestamptz)`;
}
