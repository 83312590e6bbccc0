import type { PrismaClient, Tx } from '@channel/prisma';
import { ownerSees } from './may-receive.ts';

/**
 * The number of deliveries that one event of each of these orders would make to the endpoints that are switched on now.
 */
export async function expectedDeliveries(
  db: PrismaClient | Tx,
  orderIds: number[],
  allOrders: string,
): Promise<number> {
  const rows = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM orders o
    JOIN webhook_endpoint e ON e.organization_id = o.organization_id AND e.disabled_at IS NULL
    WHERE o.id = ANY (${orderIds}::bigint[]) AND ${ownerSees(allOrders)}`;
  return rows[0]?.count ?? 0;
}
