import { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { wholeSecond } from '../shared/calendar.ts';
import type { OrderWrites } from './commit-changes.ts';
import type { LockedOrder } from './lock-orders.ts';

type Status = LockedOrder['status'];

/** @throws conflict when the setting `orderStatusMoves` does not allow the move */
export function checkMove({ settings }: Context, from: Status, to: Status): void {
  const moves = settings.orderStatusMoves;
  if (from === to || moves.includes('any') || moves.includes(`${from}>${to}`)) return;
  throw conflict(`An order cannot move from ${from} to ${to}.`);
}

/**
 * The writes of moving orders to a status: the orders, and the seats that still had the order's former status.
 * `moveBookings` moves their bookings with their places.
 */
export function statusWrites({ now }: Context, orders: readonly LockedOrder[], to: Status): OrderWrites {
  const status = Prisma.sql`${to}::order_status`;
  const bookedAt = Prisma.sql`booked_at = CASE WHEN o.status = ${status} THEN o.booked_at ELSE coalesce(o.booked_at, ${wholeSecond(now)}::timestamptz) END`;
  return {
    columns: [Prisma.sql`status = ${status}`, ...(to === 'Booked' ? [bookedAt] : [])],
    others: [
      Prisma.sql`moving AS (
        SELECT * FROM unnest(${orders.map(({ id }) => id)}::bigint[], ${orders.map((order) => order.status)}::order_status[])
          AS moving (order_id, status))`,
      Prisma.sql`moved_seats AS (
        UPDATE booking_passenger seat SET status = ${status} FROM booking JOIN moving ON moving.order_id = booking.order_id
        WHERE seat.booking_id = booking.id AND seat.status = moving.status)`,
    ],
  };
}
