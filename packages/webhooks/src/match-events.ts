import { inTransaction, type Tx } from '@channel/prisma';
import type { Courier } from './courier.ts';
import { ownerSees } from './may-receive.ts';
import { promote } from './promote.ts';
import { addJob, TASKS, type WakePayload } from './queue.ts';

/**
 * Creates the deliveries of the new events of some orders: one for each endpoint of the order's organization whose
 * owner may see the order. An endpoint that is switched off gets none; its missed events can be sent later, see
 * `repeatable`.
 *
 * Events of one order are processed in sequence and only once, however many of these jobs run concurrently.
 */
export async function matchEvents(courier: Courier, orderIds: number[]): Promise<void> {
  const { db, settings, clock } = courier;
  await inTransaction(db, async (tx) => {
    const events = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM webhook_event
      WHERE order_id = ANY (${orderIds}) AND matched_at IS NULL ORDER BY order_id, sequence FOR NO KEY UPDATE`;
    if (events.length === 0) return;
    const now = clock();
    const dueAt = new Date(now.getTime() + (settings.webhookRetrySeconds[0] ?? 0) * 1_000);
    const endpoints = await tx.$queryRaw<{ id: number }[]>`
      WITH made AS (
        INSERT INTO webhook_delivery (event_id, event_at, endpoint_id, order_id, cause, next_attempt_at, created_at)
        SELECT ev.id, ev.created_at, e.id, ev.order_id, 'change', ${dueAt}::timestamptz, ${now}::timestamptz
        FROM webhook_event ev
        JOIN orders o ON o.id = ev.order_id
        JOIN webhook_endpoint e ON e.organization_id = ev.organization_id AND e.created_at <= ev.created_at
        WHERE ev.id = ANY (${events.map(({ id }) => id)}::uuid[]) AND e.disabled_at IS NULL
          AND ${ownerSees(settings.permissions.allOrders)}
        ORDER BY ev.order_id, ev.sequence, e.id
        RETURNING endpoint_id
      ), matched AS (
        UPDATE webhook_event SET matched_at = ${now} WHERE id = ANY (${events.map(({ id }) => id)}::uuid[])
      )
      SELECT DISTINCT endpoint_id AS id FROM made ORDER BY 1`;
    const endpointIds = endpoints.map(({ id }) => id);
    if (dueAt > now) await wakeAt(tx, endpointIds, dueAt);
    // Also skips deliveries for endpoints that were switched off meanwhile.
    await promote(tx, endpointIds, now);
  });
}

/** Adds jobs that let deliveries of endpoints continue at a time. */
export async function wakeAt(tx: Tx, endpointIds: number[], at: Date): Promise<void> {
  for (const endpointId of endpointIds) {
    const payload: WakePayload = { endpointId, dueAt: at.toISOString() };
    await addJob(tx, TASKS.wake, payload, at);
  }
}
