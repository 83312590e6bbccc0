import type { Prisma, PrismaClient, Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { lockedRows, readRows } from '../shared/rows.ts';
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
  createdAt: true,
  pickup: transfer,
  dropoff: transfer,
  passengers: { where: { isLeader: true } },
  bookings: {
    select: {
      id: true,
      serviceLevelId: true,
      status: true,
      quantity: true,
      placesHeld: true,
      holdExpiresAt: true,
      availabilityId: true,
    },
    orderBy: { id: 'asc' },
  },
} as const satisfies Prisma.OrderSelect;

/** The state of an order that mutations need: with its transfers, its leader and its bookings. */
export type LockedOrder = Prisma.OrderGetPayload<{ select: typeof state }>;

/** `lockMatching` for orders with the given ids. */
export const lockOrders = (tx: Tx, context: Context, ids: number[], waits?: boolean): Promise<LockedOrder[]> =>
  lockMatching(tx, context, { id: { in: ids } }, ids.length, waits);

/**
 * Locks the matching orders that the actor may see, in ascending order of id, so that writers cannot deadlock. Other
 * transactions may still write rows that reference a locked order.
 *
 * @param max maximum number of orders; the rest is neither locked nor read
 * @param waits whether to wait for orders that other transactions have locked, see `lockedRows`
 */
export function lockMatching(
  tx: Tx,
  context: Context,
  where: Prisma.OrderWhereInput,
  max: number,
  waits?: boolean,
): Promise<LockedOrder[]> {
  const matches = { AND: [where, visibleOrders(context)] };
  return lockedRows(tx, 'Order', { where: matches, select: state, orderBy: { id: 'asc' }, take: max }, waits);
}

/** The state of the given orders that the actor may see, in ascending order of id, without locks. */
export function readOrders(db: PrismaClient | Tx, context: Context, ids: number[]): Promise<LockedOrder[]> {
  const where = { AND: [{ id: { in: ids } }, visibleOrders(context)] };
  return readRows(db, 'Order', { where, select: state, orderBy: { id: 'asc' } });
}
