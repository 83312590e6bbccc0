import type { Tx } from '@channel/prisma';
import { addJob, type MatchPayload, TASKS } from './queue.ts';

/** Something that happened to an order. */
export type NewEvent = {
  /** UUID; the same in every delivery. */
  id: string;
  organizationId: number;
  orderId: number;
  /** The order's version after the change. */
  sequence: number;
  kind: string;
  actorId: number | null;
  requestId: string | null;
  createdAt: Date;
  /** The body, as it will be sent. */
  payload: string;
};

/**
 * Writes events in the transaction of the changes that they tell of, and asks the queue to find their receivers: all of
 * it happens, or nothing.
 */
export async function recordEvents(tx: Tx, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.webhookEvent.createMany({ data: events });
  const payload: MatchPayload = { orderIds: [...new Set(events.map(({ orderId }) => orderId))] };
  await addJob(tx, TASKS.match, payload);
}
