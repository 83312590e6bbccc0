import type { Prisma, PrismaClient, Tx } from '@channel/prisma';
import { lockRows, readRows } from '../compiler/rows.ts';
import type { Context } from '../context.ts';
import { visibleOrders } from './visible-orders.ts';

const transfer = { select: { id: true, date: true, time: true, driverId: true, pointId: true, point: true } } as const;

const state = {
  id: true,
  organizationId: true,
  roleId: true,
  clientId: true,
  issuerId: true,
  contactPersonId: true,
  tourGuideId: true,
  cityId: true,
  timeZone: true,
  status: true,
  version: true,
  referenceCode: true,
  pickup: transfer,
  dropoff: transfer,
  passengers: { where: { isLeader: true } },
  bookings: {
    select: { id: true, status: true, quantity: true, placesHeld: true, availabilityId: true },
    orderBy: { id: 'asc' },
  },
} as const satisfies Prisma.OrderSelect;

/** An order as verbs that change it see it: with its transfers, its leader and its bookings. */
export type LockedOrder = Prisma.OrderGetPayload<{ select: typeof state }>;

/** `lockMatching` for orders named by their ids. */
export const lockOrders = (tx: Tx, context: Context, ids: number[]): Promise<LockedOrder[]> =>
  lockMatching(tx, context, { id: { in: ids } }, ids.length);

/**
 * Locks the orders that match among those that the actor may see, in ascending order of id, so that no two writers wait for each other;
 * rows that point to an order may be written meanwhile.
 *
 * @param most the rest is neither locked nor read
 */
export async function lockMatching(
  tx: Tx,
  context: Context,
  where: Prisma.OrderWhereInput,
  max: number,
): Promise<LockedOrder[]> {
  const ids = await lockRows(tx, 'Order', { AND: [where, visibleOrders(context)] }, max);
  // Only a statement of its own, after the lock, sees what others did while it was waited for.
  return readRows(tx, 'Order', { where: { id: { in: ids } }, select: state, orderBy: { id: 'asc' } });
}

/** Those of the orders that the actor may see, as verbs that change them see them, in ascending order of id; not locked. */
export function readOrders(db: PrismaClient | Tx, context: Context, ids: number[]): Promise<LockedOrder[]> {
  const where = { AND: [{ id: { in: ids } }, visibleOrders(context)] };
  return readRows(db, 'Order', { where, select: state, orderBy: { id: 'asc' } });
}
