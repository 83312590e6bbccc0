import type { Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { wholeSecond } from '../shared/calendar.ts';
import type { LockedOrder } from './lock-orders.ts';
import { takePlaces } from './places.ts';

type Status = LockedOrder['status'];

const HOLDING: readonly Status[] = ['InCart', 'Booked'];

/** @throws conflict when the operator's table of moves has no such move */
export function checkMove({ settings }: Context, from: Status, to: Status): void {
  const moves = settings.orderStatusMoves;
  if (from === to || moves.includes('any') || moves.includes(`${from}>${to}`)) return;
  throw conflict(`An order cannot move from ${from} to ${to}.`);
}

/**
 * Moves orders to a status, with what hangs on it: their bookings and seats that still had the order's former status, and
 * the places. Leaving `InCart` and `Booked` frees places; coming back (or confirming after a hold ran out) takes them again.
 *
 * @throws conflict when the places are gone
 */
export async function moveStatus(tx: Tx, { now, settings }: Context, orders: LockedOrder[], to: Status): Promise<void> {
  const where = { id: { in: orders.map(({ id }) => id) } };
  const holdExpiresAt = to === 'InCart' ? new Date(now.getTime() + settings.holdMinutes * 60_000) : null;
  if (to === 'Booked')
    await tx.order.updateMany({ where: { ...where, bookedAt: null }, data: { bookedAt: wholeSecond(now) } });
  await tx.order.updateMany({ where, data: { status: to, holdExpiresAt } });
  for (const from of new Set(orders.map((order) => order.status))) {
    const orderId = { in: orders.filter((order) => order.status === from).map(({ id }) => id) };
    await tx.bookingPassenger.updateMany({ where: { booking: { orderId }, status: from }, data: { status: to } });
    await tx.booking.updateMany({ where: { orderId, status: from }, data: { status: to } });
  }
  const moved = orders.flatMap((order) => order.bookings.filter((booking) => booking.status === order.status));
  if (HOLDING.includes(to)) await takeAgain(tx, moved, now);
  else await free(tx, moved);
}

type MovedBooking = LockedOrder['bookings'][number];

/** Sums of places by departure, in ascending order of id: the order in which every writer locks departures. */
function byDeparture(
  bookings: MovedBooking[],
  places: (booking: MovedBooking) => number,
): [id: number, places: number][] {
  const sums = new Map<number, number>();
  for (const booking of bookings) {
    sums.set(booking.availabilityId, (sums.get(booking.availabilityId) ?? 0) + places(booking));
  }
  return [...sums].filter(([, sum]) => sum > 0).sort(([one], [other]) => one - other);
}

async function takeAgain(tx: Tx, bookings: MovedBooking[], now: Date): Promise<void> {
  const missing = bookings.filter((booking) => booking.placesHeld < booking.quantity);
  for (const [id, places] of byDeparture(missing, (booking) => booking.quantity - booking.placesHeld)) {
    await takePlaces(tx, id, places, now);
  }
  const ids = missing.map(({ id }) => id);
  if (ids.length > 0) await tx.$executeRaw`UPDATE booking SET places_held = quantity WHERE id = ANY (${ids})`;
}

async function free(tx: Tx, bookings: MovedBooking[]): Promise<void> {
  const departures = byDeparture(bookings, (booking) => booking.placesHeld);
  if (departures.length === 0) return;
  const ids = departures.map(([id]) => id);
  // No stronger lock than the update's own: bookings, which point to the departure, must not wait for it in a circle.
  await tx.$queryRaw`SELECT id FROM availability WHERE id = ANY (${ids}) ORDER BY id FOR NO KEY UPDATE`;
  await tx.$executeRaw`
    UPDATE availability a SET booked = a.booked - freed.places
    FROM unnest(${ids}::int[], ${departures.map(([, places]) => places)}::int[]) AS freed (id, places)
    WHERE a.id = freed.id`;
  await tx.booking.updateMany({ where: { id: { in: bookings.map(({ id }) => id) } }, data: { placesHeld: 0 } });
}
