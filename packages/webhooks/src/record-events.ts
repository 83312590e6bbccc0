import type { Tx } from '@channel/prisma';
import { announced, announceOrders, type OrderNotice } from './announce.ts';
import { type MatchPayload, TASKS } from './queue.ts';

/** An event of an order. */
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
  /** The body exactly as it will be sent. */
  payload: string;
};

/**
 * Writes events in the transaction of their changes, queues the job that finds their receivers, and notifies all
 * processes which orders changed: all in one statement, all or nothing.
 *
 * @param notices the orders that changed, with or without an event
 */
export async function recordEvents(
  tx: Tx,
  events: readonly NewEvent[],
  notices: readonly OrderNotice[] = [],
): Promise<void> {
  if (events.length === 0) return announceOrders(tx, notices);
  const payload: MatchPayload = { orderIds: [...new Set(events.map(({ orderId }) => orderId))] };
  await tx.$executeRaw`
    WITH recorded AS (
      INSERT INTO webhook_event
        (id, organization_id, order_id, sequence, kind, actor_id, request_id, created_at, payload)
      SELECT * FROM unnest(
        ${events.map(({ id }) => id)}::uuid[], ${events.map(({ organizationId }) => organizationId)}::int[],
        ${events.map(({ orderId }) => orderId)}::int[], ${events.map(({ sequence }) => sequence)}::int[],
        ${events.map(({ kind }) => kind)}::text[], ${events.map(({ actorId }) => actorId)}::int[],
        ${events.map(({ requestId }) => requestId)}::text[],
        ${events.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[],
        ${events.map((event) => event.payload)}::text[])
    )
    SELECT graphile_worker.add_job(${TASKS.match}, ${JSON.stringify(payload)}::json), ${announced(notices)}`;
}
