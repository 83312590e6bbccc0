import type { Prisma, PrismaClient, Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { principalsOf } from '../people/principals.ts';
import { visibleOrders } from './visible-orders.ts';

const state = {
  pickup: { select: { id: true, date: true, time: true, driverId: true, pointId: true, point: true } },
  dropoff: { select: { id: true, date: true, time: true, driverId: true, pointId: true, point: true } },
  passengers: { where: { isLeader: true } },
  bookings: {
    select: { id: true, status: true, quantity: true, placesHeld: true, availabilityId: true },
    orderBy: { id: 'asc' },
  },
} as const satisfies Prisma.OrderInclude;

/** An order as verbs that change it see it: with its transfers, its leader and its bookings. */
export type LockedOrder = Prisma.OrderGetPayload<{ include: typeof state }>;

/**
 * Locks those of the orders that the actor may see, in ascending order of id, so that no two writers wait for each other;
 * rows that point to an order may be written meanwhile.
 */
export async function lockOrders(tx: Tx, context: Context, ids: number[]): Promise<LockedOrder[]> {
  const locked = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM orders WHERE id = ANY (${ids}) AND viewers && ${principalsOf(context)} ORDER BY id FOR NO KEY UPDATE`;
  return tx.order.findMany({
    where: { id: { in: locked.map(({ id }) => id) } },
    include: state,
    orderBy: { id: 'asc' },
  });
}

/** Those of the orders that the actor may see, as verbs that change them see them, in ascending order of id; not locked. */
export function readOrders(db: PrismaClient | Tx, context: Context, ids: number[]): Promise<LockedOrder[]> {
  const where = { AND: [{ id: { in: ids } }, visibleOrders(context)] };
  return db.order.findMany({ where, include: state, orderBy: { id: 'asc' } });
}
