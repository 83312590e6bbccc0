import { execute, Prisma, type PrismaClient, type Tx } from '@channel/prisma';

/** Postgres channels on which every process receives notices, see `listen`. */
export const CHANNELS = { orders: 'order_changes', deliveries: 'webhook_deliveries' } as const;

/** An order that changed, with its version after the change. */
export type OrderNotice = { orderId: number; version: number };
/** A delivery that was attempted or given up. */
export type DeliveryNotice = { deliveryId: number };

/** Postgres takes at most 8,000 bytes in a notice; an order takes at most 24. */
const ORDERS_OF_A_NOTICE = 300;

/** Notifies all processes, when the transaction commits, which orders changed. */
export async function announceOrders(tx: PrismaClient | Tx, orders: readonly OrderNotice[]): Promise<void> {
  if (orders.length > 0) await execute(tx, Prisma.sql`SELECT ${announced(orders)}`);
}

/** The SQL expression of `announceOrders`, for use in another statement. */
export function announced(orders: readonly OrderNotice[]): Prisma.Sql {
  const notices: string[] = [];
  for (let start = 0; start < orders.length; start += ORDERS_OF_A_NOTICE) {
    const part = orders.slice(start, start + ORDERS_OF_A_NOTICE);
    notices.push(JSON.stringify(part.map(({ orderId, version }) => [orderId, version])));
  }
  return Prisma.sql`(SELECT count(pg_notify(${CHANNELS.orders}, notice)) FROM unnest(${notices}::text[]) AS notice)`;
}

/** Reads a notice of `announceOrders`. */
export const ordersOf = (notice: string): OrderNotice[] =>
  (JSON.parse(notice) as [number, number][]).map(([orderId, version]) => ({ orderId, version }));

/** Reads a notice of a delivery. */
export const deliveryOf = (notice: string): DeliveryNotice => ({ deliveryId: Number(notice) });

/** Notifies all processes, when the transaction commits, that a delivery was attempted or given up. */
export async function announceDelivery(tx: PrismaClient | Tx, deliveryId: number): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${CHANNELS.deliveries}, ${String(deliveryId)})`;
}
