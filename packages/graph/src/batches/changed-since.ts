import type { PrismaClient, Tx } from '@channel/prisma';

/** Reason for skipping orders that were changed since a batch was planned: who changed them, by order id. */
export async function changedSince(db: PrismaClient | Tx, orderIds: number[]): Promise<Map<number, string>> {
  const rows = await db.$queryRaw<{ orderId: number; name: string | null; at: Date }[]>`
    SELECT given.id AS "orderId", last.name, last.at
    FROM unnest(${orderIds}::int[]) AS given (id)
    CROSS JOIN LATERAL (
      SELECT u.name, a.at FROM audit_entry a LEFT JOIN "user" u ON u.id = a.actor_id
      WHERE a.entity = 'order' AND a.entity_id = given.id ORDER BY a.id DESC LIMIT 1) AS last`;
  return new Map(
    rows.map(({ orderId, name, at }) => [orderId, `Changed since by ${name ?? 'the system'}, ${utc(at)}.`]),
  );
}

/** Reason for orders without a change in the audit log. */
export const CHANGED = 'Changed since.';

const utc = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
