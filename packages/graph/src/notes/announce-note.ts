import type { Tx } from '@channel/prisma';
import { announceOrders } from '@channel/webhooks';

/** Postgres channel on which every process receives the orders whose notes changed. */
export const NOTES = 'order_notes';

/** Notifies all processes, when the transaction commits, that the notes of an order changed or were read. */
export async function announceNotes(tx: Tx, orderId: number): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${NOTES}, ${String(orderId)})`;
}

/** Notifies drivers and guides, who watch their orders, that a note for them changed. The order and its version did not. */
export async function announceCrewNote(tx: Tx, orderId: number): Promise<void> {
  const { version } = await tx.order.findUniqueOrThrow({ where: { id: orderId }, select: { version: true } });
  await announceOrders(tx, [{ orderId, version }]);
}
