import { Prisma, type PrismaClient, type Tx } from '@channel/prisma';
import { conflict } from '../errors.ts';

/** Places of a departure. */
export type Places = { availabilityId: number; places: number };

/**
 * Takes places of departures, of each as many as are asked, or of none. The row's own condition is the guard: it holds
 * whatever else runs. Places of holds that have run out count as free. Rows are locked in ascending order.
 *
 * @throws conflict when one of them has not enough
 */
export async function takePlaces(tx: Tx, wanted: readonly Places[], now: Date): Promise<void> {
  const missing = await take(tx, wanted);
  if (missing.length === 0) return;
  const ids = missing.map(({ availabilityId }) => availabilityId);
  if ((await releaseExpiredHolds(tx, now, ids)) > 0 && (await take(tx, missing)).length === 0) return;
  throw conflict('There are not enough places left.');
}

/** Takes what is there. @returns what is not */
async function take(tx: Tx, wanted: readonly Places[]): Promise<Places[]> {
  if (wanted.length === 0) return [];
  await lock(tx, wanted);
  const taken = await tx.$queryRaw<{ id: number }[]>`
    UPDATE availability a SET booked = a.booked + given.places
    FROM ${givenPlaces(wanted)} WHERE a.id = given.id AND a.remaining >= given.places
    RETURNING a.id`;
  const ids = new Set(taken.map(({ id }) => id));
  return wanted.filter(({ availabilityId }) => !ids.has(availabilityId));
}

/** Gives places of departures back. */
export async function freePlaces(tx: Tx, held: readonly Places[]): Promise<void> {
  if (held.length === 0) return;
  await lock(tx, held);
  await tx.$executeRaw`
    UPDATE availability a SET booked = a.booked - given.places FROM ${givenPlaces(held)} WHERE a.id = given.id`;
}

const givenPlaces = (places: readonly Places[]): Prisma.Sql => Prisma.sql`
  unnest(${places.map(({ availabilityId }) => availabilityId)}::int[], ${places.map((each) => each.places)}::int[])
    AS given (id, places)`;

/**
 * Locks departures in ascending order, where there are several. It is a statement of its own: one that locks a row and
 * updates it sees the row as it was before it waited, and in a rush Postgres lets such statements wait for each other in
 * a circle. With no stronger lock than the update's: bookings, which point to the departure, must not wait for it.
 */
async function lock(tx: Tx, places: readonly Places[]): Promise<void> {
  if (places.length < 2) return;
  const ids = places.map(({ availabilityId }) => availabilityId);
  await tx.$executeRaw`SELECT FROM availability WHERE id = ANY (${ids}::int[]) ORDER BY id FOR NO KEY UPDATE`;
}

/**
 * Frees the places of orders in the cart whose time has run out; the orders stay as they are.
 *
 * @param availabilityIds looks at these departures alone
 * @returns how many bookings lost their places
 */
export async function releaseExpiredHolds(
  tx: PrismaClient | Tx,
  now: Date,
  availabilityIds?: readonly number[],
): Promise<number> {
  const only = availabilityIds ? Prisma.sql`AND b.availability_id = ANY (${availabilityIds})` : Prisma.empty;
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
