import type { Tx } from '@channel/prisma';
import { DELIVERY_KEY, TASKS } from './queue.ts';

/**
 * Puts deliveries whose turn has come into the queue: those that are due, oldest first, as many as each endpoint may have
 * under way (one, while it fails, so that receivers that hang don't take the room of others). Of one order only the
 * oldest unfinished one goes, unless that waits for its next try.
 *
 * Endpoints are locked one after the other in ascending order until the transaction ends: what is counted stays true.
 */
export async function promote(tx: Tx, endpointIds: number[], now: Date): Promise<void> {
  if (endpointIds.length === 0) return;
  await tx.$queryRaw`SELECT id FROM webhook_endpoint WHERE id = ANY (${endpointIds}) ORDER BY id FOR NO KEY UPDATE`;
  await promoteLocked(tx, endpointIds, now);
}

/** The same for endpoints that the transaction has locked already. */
export async function promoteLocked(tx: Tx, endpointIds: number[], now: Date): Promise<void> {
  await tx.$executeRaw`
    WITH room AS (
      SELECT e.id, e.disabled_at IS NOT NULL AS is_off,
        CASE WHEN e.failing_since IS NULL THEN least(e.concurrency, coalesce(e.rate_per_second, e.concurrency)) ELSE 1 END
        - (SELECT count(*) FROM webhook_delivery q
           WHERE q.endpoint_id = e.id AND q.status = 'pending' AND q.queued_at IS NOT NULL) AS free
      FROM webhook_endpoint e WHERE e.id = ANY (${endpointIds})
    ), chosen AS (
      SELECT turn.id FROM room CROSS JOIN LATERAL (
        SELECT d.id FROM webhook_delivery d
        WHERE d.endpoint_id = room.id AND d.status = 'pending' AND d.queued_at IS NULL AND d.next_attempt_at <= ${now}
          AND (d.cause <> 'change' OR NOT room.is_off)
          AND NOT EXISTS (
            SELECT FROM webhook_delivery other
            WHERE other.endpoint_id = d.endpoint_id AND other.order_id = d.order_id AND other.status = 'pending'
              AND other.id <> d.id
              AND (other.queued_at IS NOT NULL OR (other.id < d.id AND other.next_attempt_at <= ${now})))
        ORDER BY d.next_attempt_at, d.id
        LIMIT greatest(room.free, 0)
      ) turn
    ), queued AS (
      UPDATE webhook_delivery d SET queued_at = ${now} FROM chosen WHERE d.id = chosen.id RETURNING d.id
    )
    SELECT graphile_worker.add_jobs(array_agg((
      ${TASKS.deliver}, json_build_object('deliveryId', id), NULL, NULL, NULL, ${DELIVERY_KEY} || id, NULL, NULL
    )::graphile_worker.job_spec ORDER BY id))
    FROM queued HAVING count(*) > 0`;
}
