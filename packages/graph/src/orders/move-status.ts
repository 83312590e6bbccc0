import { Prisma, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { wholeSecond } from '../shared/calendar.ts';
import type { OrderWrites } from './commit-changes.ts';
import type { LockedOrder } from './lock-orders.ts';
import { freePlaces, type Places, takePlaces } from './places.ts';

type Status = LockedOrder['status'];

const HOLDING: readonly Status[] = ['InCart', 'Booked'];

/** Whether orders in a status hold places (unless they are in the cart and their time has run out). */
export const holdsPlaces = (status: Status): boolean => HOLDING.includes(status);

/** @throws conflict when the operator's table of moves has no such move */
export function checkMove({ settings }: Context, from: Status, to: Status): void {
  const moves = settings.orderStatusMoves;
  if (from === to || moves.includes('any') || moves.includes(`${from}>${to}`)) return;
  throw conflict(`An order cannot move from ${from} to ${to}.`);
}

/**
 * Moves the places of orders that come to a status: leaving `InCart` and `Booked` frees them; coming back (or confirming
 * after a hold ran out) takes them again.
 *
 * @throws conflict when the places are gone
 */
export async function movePlaces(tx: Tx, { now }: Context, orders: readonly LockedOrder[], to: Status): Promise<void> {
  // What hangs on an order moves with it as far as it still has the order's former status.
  const moved = orders.flatMap((order) => order.bookings.filter((booking) => booking.status === order.status));
  if (HOLDING.includes(to))
    await takePlaces(
      tx,
      byDeparture(moved, (booking) => booking.quantity - booking.placesHeld),
      now,
    );
  else
    await freePlaces(
      tx,
      byDeparture(moved, (booking) => booking.placesHeld),
    );
}

type MovedBooking = LockedOrder['bookings'][number];

/** Sums of places by departure. */
function byDeparture(bookings: readonly MovedBooking[], places: (booking: MovedBooking) => number): Places[] {
  const sums = new Map<number, number>();
  for (const booking of bookings) {
    sums.set(booking.availabilityId, (sums.get(booking.availabilityId) ?? 0) + places(booking));
  }
  return [...sums].flatMap(([availabilityId, sum]) => (sum > 0 ? [{ availabilityId, places: sum }] : []));
}

/**
 * What is written when orders move to a status: the orders, and of their bookings and seats those that still had the
 * order's former status.
 */
export function statusWrites({ now, settings }: Context, orders: readonly LockedOrder[], to: Status): OrderWrites {
  const status = Prisma.sql`${to}::order_status`;
  const holdExpiresAt = to === 'InCart' ? new Date(now.getTime() + settings.holdMinutes * 60_000) : null;
  const placesHeld = HOLDING.includes(to) ? Prisma.sql`booking.quantity` : Prisma.sql`0`;
  return {
    columns: [
      Prisma.sql`status = ${status}`,
      Prisma.sql`hold_expires_at = CASE WHEN o.status = ${status} THEN o.hold_expires_at ELSE ${holdExpiresAt}::timestamptz END`,
      ...(to === 'Booked'
        ? [
            Prisma.sql`booked_at = CASE WHEN o.status = ${status} THEN o.booked_at ELSE coalesce(o.booked_at, ${wholeSecond(now)}::timestamptz) END`,
          ]
        : []),
    ],
    others: [
      Prisma.sql`moving AS (
        SELECT * FROM unnest(${orders.map(({ id }) => id)}::int[], ${orders.map((order) => order.status)}::order_status[])
          AS moving (order_id, status))`,
      Prisma.sql`moved_seats AS (
        UPDATE booking_passenger seat SET status = ${status} FROM booking JOIN moving ON moving.order_id = booking.order_id
        WHERE seat.booking_id = booking.id AND seat.status = moving.status)`,
      Prisma.sql`moved_bookings AS (
        UPDATE booking SET status = ${status}, places_held = ${placesHeld} FROM moving
        WHERE booking.order_id = moving.order_id AND booking.status = moving.status)`,
    ],
  };
}
