import type { PrismaClient, Tx } from '@channel/prisma';

/** Reason for skipping orders that were changed since a batch was planned: who changed them, by order id. */
async function changedSince(db: PrismaClient | Tx, orderIds: number[]): Promise<Map<number, string>> {
  const rows = await db.$queryRaw<{ orderId: number; name: string | null; at: string; timeZone: string }[]>`
    SELECT given.id AS "orderId", last.name, z.time_zone AS "timeZone",
      to_char(last.at AT TIME ZONE z.time_zone, 'YYYY-MM-DD HH24:MI') AS at
    FROM unnest(${orderIds}::bigint[]) AS given (id)
    JOIN orders o ON o.id = given.id
    JOIN organization z ON z.id = o.organization_id
    CROSS JOIN LATERAL (
      SELECT u.name, a.at FROM audit_entry a LEFT JOIN "user" u ON u.id = a.actor_id
      WHERE a.entity = 'order' AND a.entity_id = given.id AND a.at >= o.created_at - interval '1 day' ORDER BY a.id DESC LIMIT 1) AS last`;
  return new Map(
    rows.map(({ orderId, name, at, timeZone }) => [
      orderId,
      `Changed since by ${name ?? 'the system'}, ${at} (${timeZone}).`,
    ]),
  );
}

/** Reason for orders without a change in the audit log. */
const CHANGED = 'Changed since.';

/**
 * Marks rows of a batch as stale: their orders were changed since the plan.
 *
 * @param endedAt when the rows were finished; null in a batch that has not run
 */
export async function markStale(tx: Tx, batchId: number, orderIds: number[], endedAt: Date | null): Promise<void> {
  if (orderIds.length === 0) return;
  const known = await changedSince(tx, orderIds);
  const reasons = orderIds.map((id) => known.get(id) ?? CHANGED);
  await tx.$executeRaw`
    UPDATE batch_row r SET status = 'stale', reason = given.reason, ended_at = ${endedAt}::timestamptz
    FROM unnest(${orderIds}::bigint[], ${reasons}::text[]) AS given (order_id, reason)
    WHERE r.batch_id = ${batchId} AND r.order_id = given.order_id`;
}
