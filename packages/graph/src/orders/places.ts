import { Prisma, type PrismaClient, type Tx } from '@channel/prisma';
import { conflict } from '../errors.ts';

/**
 * Takes places of a departure, if there are enough. The row's own condition is the guard: it holds whatever else runs.
 * Places of holds that have run out count as free.
 *
 * @throws conflict when there are not enough
 */
export async function takePlaces(tx: Tx, availabilityId: number, places: number, now: Date): Promise<void> {
  const take = () =>
    tx.availability.updateMany({
      where: { id: availabilityId, remaining: { gte: places } },
      data: { booked: { increment: places } },
    });
  if ((await take()).count === 1) return;
  if ((await releaseExpiredHolds(tx, now, availabilityId)) > 0 && (await take()).count === 1) return;
  throw conflict('There are not enough places left.');
}

/**
 * Frees the places of orders in the cart whose time has run out; the orders stay as they are.
 *
 * @param availabilityId looks at one departure alone
 * @returns how many bookings lost their places
 */
export async function releaseExpiredHolds(tx: PrismaClient | Tx, now: Date, availabilityId?: number): Promise<number> {
  const only = availabilityId === undefined ? Prisma.empty : Prisma.sql`AND b.availability_id = ${availabilityId}`;
  // Locks orders, then departures, both in ascending order, as every other writer does.
  const released = await tx.$queryRaw<{ bookings: bigint }[]>`
    WITH expired AS (
      SELECT o.id FROM orders o
      WHERE o.status = 'InCart' AND o.hold_expires_at <= ${now}
        AND EXISTS (SELECT FROM booking b WHERE b.order_id = o.id AND b.places_held > 0 ${only})
      ORDER BY o.id FOR NO KEY UPDATE SKIP LOCKED
    ), held AS (
      SELECT b.id, b.availability_id, b.places_held FROM booking b JOIN expired ON expired.id = b.order_id WHERE b.places_held > 0
    ), freed AS (
      UPDATE booking SET places_held = 0 FROM held WHERE booking.id = held.id
    ), locked AS (
      SELECT id FROM availability WHERE id IN (SELECT availability_id FROM held) ORDER BY id FOR NO KEY UPDATE
    ), departures AS (
      SELECT locked.id, sum(held.places_held)::int AS places
      FROM locked JOIN held ON held.availability_id = locked.id GROUP BY locked.id
    ), returned AS (
      UPDATE availability a SET booked = a.booked - departures.places FROM departures WHERE a.id = departures.id
    ), cleared AS (
      UPDATE orders SET hold_expires_at = NULL FROM expired WHERE orders.id = expired.id
    )
    SELECT count(*) AS bookings FROM held`;
  return Number(released[0]?.bookings ?? 0);
}
