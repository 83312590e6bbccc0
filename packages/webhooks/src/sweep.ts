import { inTransaction } from '@channel/prisma';
import type { Courier } from './courier.ts';
import { matchEvents } from './match-events.ts';
import { promote } from './promote.ts';
import { DELIVERY_KEY } from './queue.ts';

/** Younger events may still be in the queue. */
const TIMEOUT = 60_000;
const ORDERS_AT_A_TIME = 500;

/**
 * Recovers from jobs that were lost for any reason: events without deliveries, deliveries that are marked as queued but
 * have no job, and overdue deliveries. Does nothing in a healthy system.
 */
export async function sweep(courier: Courier): Promise<void> {
  const { db, clock } = courier;
  const old = new Date(clock().getTime() - TIMEOUT);
  const forgotten = await db.$queryRaw<{ orderId: number }[]>`
    SELECT DISTINCT order_id AS "orderId" FROM webhook_event
    WHERE matched_at IS NULL AND created_at <= ${old} LIMIT ${ORDERS_AT_A_TIME}`;
  if (forgotten.length > 0) {
    courier.log('warn', 'the sweep found events that no job had matched', { orders: forgotten.length });
    await matchEvents(
      courier,
      forgotten.map(({ orderId }) => orderId),
    );
  }
  const lost = await db.$executeRaw`
    UPDATE webhook_delivery d SET queued_at = NULL
    WHERE d.status = 'pending' AND d.queued_at <= ${old} AND NOT EXISTS (
      SELECT FROM graphile_worker.jobs j
      WHERE j.key = ${DELIVERY_KEY} || d.id AND (j.locked_at IS NOT NULL OR j.attempts < j.max_attempts))`;
  if (lost > 0) courier.log('warn', 'the sweep found deliveries whose jobs were lost', { deliveries: lost });
  const due = await db.$queryRaw<{ id: number }[]>`
    SELECT DISTINCT endpoint_id AS id FROM webhook_delivery
    WHERE status = 'pending' AND queued_at IS NULL AND next_attempt_at <= ${clock()} ORDER BY 1`;
  for (const { id } of due) await inTransaction(db, (tx) => promote(tx, [id], clock()));
}
