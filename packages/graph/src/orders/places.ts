import { execute, inTransaction, Prisma, type PrismaClient, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { conflict, DomainError } from '../errors.ts';
import type { LockedOrder } from './lock-orders.ts';

/*
 * The only code that changes places. `booked` of a departure is the sum of `placesHeld` of its bookings. The lock on
 * the departure's row protects both: every change holds it, and reads values again that were read before the lock.
 * Orders are locked first, in ascending order of id, then departures, in ascending order of id; a transaction that
 * holds a departure waits for no other lock. The expiry of a hold is a column of its booking, so releasing it needs no
 * lock of an order.
 */

/** Places of a departure. */
export type Places = { availabilityId: number; places: number };

type Status = LockedOrder['status'];

const HOLDING: readonly Status[] = ['InCart', 'Booked'];

/** Whether orders in a status hold places (unless they are in the cart and their hold has expired). */
export const holdsPlaces = (status: Status): boolean => HOLDING.includes(status);

/** The message for an order that does not get its places. */
export const NO_PLACES = 'There are not enough places left.';

/** When a hold that begins now expires. */
export const holdExpiry = ({ now, settings }: Pick<Context, 'now' | 'settings'>): Date =>
  new Date(now.getTime() + settings.holdMinutes * 60_000);

/** The departures of the bookings of orders. */
export const departuresOf = (orders: readonly LockedOrder[]): number[] =>
  orders.flatMap(({ bookings }) => idsOf(bookings));

/** Locks departures, in ascending order of id, before the next statement. Other transactions may still write bookings that reference them. */
export async function lockDepartures(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await execute(
      tx,
      Prisma.sql`SELECT id FROM availability WHERE id = ANY (${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
    );
}

/**
 * Adds the places of bookings written in this transaction to `booked`, with the statements that end it: what the caller
 * does next fails with a conflict when a departure has not enough places.
 *
 * @param mayRelease whether expired holds of other bookings are released first, which locks their rows
 */
export async function takePlaces(tx: Tx, wanted: readonly Places[], now: Date, mayRelease: boolean): Promise<void> {
  const places = sums(wanted);
  const ids = idsOf(places);
  // A single row needs no prior lock: Postgres checks the condition of its update again after a wait.
  if (places.length > 1 || mayRelease)
    await execute(
      tx,
      Prisma.sql`SELECT id FROM availability WHERE id = ANY (${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
    );
  if (mayRelease) await execute(tx, releasing(ids, now));
  const [one, other] = places;
  if (!one) return;
  // More than its capacity violates a constraint of a departure, also of a closed one.
  const taking = other
    ? Prisma.sql`UPDATE availability a
      SET booked = CASE WHEN a.remaining >= given.places THEN a.booked + given.places ELSE a.capacity + 1 END
      FROM unnest(${ids}::bigint[], ${places.map(({ places: number }) => number)}::int[]) AS given (id, places)
      WHERE a.id = given.id`
    : Prisma.sql`UPDATE availability
      SET booked = CASE WHEN remaining >= ${one.places}::int THEN booked + ${one.places}::int ELSE capacity + 1 END
      WHERE id = ${one.availabilityId}::bigint`;
  await execute(tx, taking, lackOfPlaces);
}

/**
 * Lets what the caller does next fail with a conflict if a departure has not enough places, without locking it: a
 * booking without places should cost little.
 */
export async function expectPlaces(tx: Tx, wanted: readonly Places[]): Promise<void> {
  for (const { availabilityId, places } of wanted) {
    const short = Prisma.sql`SELECT (remaining || ' places left')::int FROM availability
      WHERE id = ${availabilityId}::bigint AND remaining < ${places}::int`;
    await execute(tx, short, (error) => (isError(error, ' places left') ? conflict(NO_PLACES) : error));
  }
}

const isError = (error: unknown, text: string) => error instanceof Error && error.message.includes(text);

/** Whether an error means that a departure has not enough places. */
export const isLackOfPlaces = (error: unknown): boolean => error instanceof DomainError && error.message === NO_PLACES;

/**
 * The same at once, for callers with an error of their own. Releases expired holds of other bookings if needed.
 *
 * @returns the departures without enough places; if there are any, the caller must not commit
 */
export async function tryTakePlaces(tx: Tx, wanted: readonly Places[], now: Date): Promise<number[]> {
  const places = sums(wanted);
  // A single row needs no prior lock: Postgres checks the condition of its update again after a wait.
  if (places.length > 1) await lockDepartures(tx, idsOf(places));
  const lacking = await count(tx, places);
  if (lacking.length > 0 && places.length === 1) await lockDepartures(tx, idsOf(lacking));
  return countAfterRelease(tx, lacking, now);
}

/**
 * Moves the bookings of locked orders that still have the order's status to a new status. Leaving `InCart` and `Booked`
 * releases their places; returning takes them, also those of expired holds of other bookings if needed. A booking keeps
 * the places that it holds already, also by an expired hold.
 *
 * @param holdUntil when a hold ends
 * @returns the writes, as common table expressions of the next statement, which fails where a departure has not enough
 *   places, see `lackOfPlaces`
 */
export async function moveBookings(
  tx: Tx,
  context: Pick<Context, 'now' | 'settings'>,
  orders: readonly LockedOrder[],
  to: Status,
  holdUntil: Date = holdExpiry(context),
): Promise<Prisma.Sql[]> {
  const moved = orders.flatMap((order) => order.bookings.filter(({ status }) => status === order.status));
  if (moved.length === 0) return [];
  // Only a separate statement after the lock sees places that were released during the wait. Both are sent together.
  await lockDepartures(tx, idsOf(moved));
  const ids = Prisma.sql`${moved.map(({ id }) => id)}::bigint[]`;
  return [
    Prisma.sql`moved_bookings AS (
      SELECT id, availability_id, places_held, ${holdsPlaces(to) ? Prisma.sql`quantity` : Prisma.sql`0`} AS places
      FROM booking WHERE id = ANY (${ids})
    )`,
    Prisma.sql`written_bookings AS (
      UPDATE booking SET status = ${to}::order_status, places_held = moved.places,
        hold_expires_at = ${to === 'InCart' ? holdUntil : null}::timestamptz
      FROM moved_bookings moved WHERE booking.id = moved.id
    )`,
    Prisma.sql`moved_places AS (
      SELECT availability_id AS id, sum(places - places_held)::int AS places FROM moved_bookings GROUP BY availability_id
    )`,
    Prisma.sql`expired AS (
      SELECT id, availability_id, places_held FROM booking
      WHERE availability_id IN (SELECT a.id FROM availability a JOIN moved_places USING (id) WHERE places > greatest(remaining, 0))
        AND hold_expires_at <= ${context.now}::timestamptz AND id <> ALL (${ids})
    )`,
    Prisma.sql`released_bookings AS (
      UPDATE booking SET places_held = 0, hold_expires_at = NULL FROM expired WHERE booking.id = expired.id
    )`,
    Prisma.sql`counted AS (
      UPDATE availability a SET booked = CASE
        WHEN places <= 0 OR NOT is_closed AND capacity - booked + released >= places THEN booked - released + places
        ELSE capacity + 1 END
      FROM (
        SELECT id, places, coalesce((SELECT sum(places_held) FROM expired WHERE availability_id = moved_places.id), 0)::int AS released
        FROM moved_places WHERE places <> 0
      ) AS change
      WHERE a.id = change.id
    )`,
  ];
}

/** The refusal of a departure without enough places for an error of a statement that takes them; other errors stay. */
export const lackOfPlaces = (error: unknown): unknown =>
  isError(error, 'availability_places_check') ? conflict(NO_PLACES) : error;

/**
 * Changes the departures of an order's bookings: releases the places that they hold and takes those that `write` says
 * they hold then. The order must be locked.
 *
 * @param wanted the places of the new bookings
 * @param write writes the new bookings; it must not change departures
 * @throws conflict when a departure has not enough places; the caller must not commit
 */
export async function exchangePlaces(
  tx: Tx,
  orderId: number,
  wanted: readonly Places[],
  now: Date,
  write: () => Promise<void>,
): Promise<void> {
  const held = () => tx.booking.findMany({ where: { orderId }, select: { availabilityId: true, placesHeld: true } });
  await lockDepartures(tx, [...idsOf(wanted), ...idsOf(await held())]);
  // Read again: an expired hold may have been released before the lock.
  const released = (await held()).map(({ availabilityId, placesHeld }) => ({ availabilityId, places: -placesHeld }));
  await write();
  const lacking = await count(
    tx,
    sums([...wanted, ...released]).filter(({ places }) => places !== 0),
  );
  if ((await countAfterRelease(tx, lacking, now)).length > 0) throw conflict(NO_PLACES);
}

/** Number of departures that the job locks together: few, so that bookings wait only briefly. */
const DEPARTURES_AT_A_TIME = 50;

/**
 * Releases the places of expired holds; the orders stay unchanged. Departures are processed in groups, each in a
 * transaction.
 *
 * @returns how many bookings lost their places
 */
export async function releaseExpiredHolds(db: PrismaClient | Tx, now: Date): Promise<number> {
  let released = 0;
  for (let last = 0; ; ) {
    const departures = await db.$queryRaw<{ id: number }[]>`
      SELECT DISTINCT availability_id AS id FROM booking
      WHERE hold_expires_at <= ${now}::timestamptz AND availability_id > ${last}::bigint
      ORDER BY availability_id LIMIT ${DEPARTURES_AT_A_TIME}::int`;
    const ids = departures.map(({ id }) => id);
    if (ids.length === 0) return released;
    released += await inTransaction(db, async (tx) => {
      await lockDepartures(tx, ids);
      return release(tx, ids, now);
    });
    last = Math.max(...ids);
  }
}

/**
 * The free places of departures: the remaining ones, and those of expired holds of orders other than the given ones.
 * For previews only: nothing is locked.
 */
export const placesLeft = (
  db: PrismaClient | Tx,
  departures: readonly number[],
  orders: readonly number[],
  now: Date,
): Promise<Map<number, number>> =>
  placesWith(
    db,
    departures,
    Prisma.sql`NOT a.is_closed AND b.hold_expires_at <= ${now}::timestamptz AND b.order_id <> ALL (${orders}::bigint[])`,
  );

/** The free places of departures for an order: the remaining ones, its own, and those of expired holds. For previews. */
export const placesFor = (
  db: PrismaClient | Tx,
  departures: readonly number[],
  orderId: number,
  now: Date,
): Promise<Map<number, number>> =>
  placesWith(
    db,
    departures,
    Prisma.sql`(NOT a.is_closed AND b.hold_expires_at <= ${now}::timestamptz OR b.order_id = ${orderId})`,
  );

/** The remaining places of departures, and those of the bookings (`b`) that count as free, read in one statement. */
async function placesWith(
  db: PrismaClient | Tx,
  departures: readonly number[],
  isFree: Prisma.Sql,
): Promise<Map<number, number>> {
  const rows = await db.$queryRaw<Places[]>`
    SELECT a.id AS "availabilityId", a.remaining + coalesce(sum(b.places_held), 0)::int AS places
    FROM availability a LEFT JOIN booking b ON b.availability_id = a.id AND ${isFree}
    WHERE a.id = ANY (${departures}::bigint[]) GROUP BY a.id`;
  return new Map(rows.map(({ availabilityId, places }) => [availabilityId, places]));
}

const idsOf = (departures: readonly { availabilityId: number }[]) => departures.map((each) => each.availabilityId);

/** The sum of places for each departure. */
function sums(all: readonly Places[]): Places[] {
  const places = new Map<number, number>();
  for (const each of all) places.set(each.availabilityId, (places.get(each.availabilityId) ?? 0) + each.places);
  return [...places].map(([availabilityId, sum]) => ({ availabilityId, places: sum }));
}

/** Adds places to `booked` where enough remain. @returns the entries of departures without enough places */
async function count(tx: Tx, wanted: readonly Places[]): Promise<Places[]> {
  if (wanted.length === 0) return [];
  const taken = await tx.$queryRaw<{ id: number }[]>`
    UPDATE availability a SET booked = a.booked + given.places
    FROM unnest(${idsOf(wanted)}::bigint[], ${wanted.map(({ places }) => places)}::int[]) AS given (id, places)
    WHERE a.id = given.id AND a.remaining >= given.places
    RETURNING a.id`;
  const ids = new Set(taken.map(({ id }) => id));
  return wanted.filter(({ availabilityId }) => !ids.has(availabilityId));
}

/**
 * Releases the expired holds of locked departures, then counts places.
 *
 * @returns the departures without enough places
 */
async function countAfterRelease(tx: Tx, wanted: readonly Places[], now: Date): Promise<number[]> {
  if (wanted.length === 0) return [];
  await release(tx, idsOf(wanted), now);
  return idsOf(await count(tx, wanted));
}

/** Releases the expired holds of locked departures. @returns how many bookings lost their places */
async function release(tx: Tx, departures: readonly number[], now: Date): Promise<number> {
  const [released] = await tx.$queryRaw<{ bookings: number }[]>(releasing(departures, now));
  return released?.bookings ?? 0;
}

const releasing = (departures: readonly number[], now: Date) => Prisma.sql`
    WITH expired AS (
      SELECT id, availability_id, places_held FROM booking
      WHERE availability_id = ANY (${departures}::bigint[]) AND hold_expires_at <= ${now}::timestamptz
    ), written AS (
      UPDATE booking SET places_held = 0, hold_expires_at = NULL FROM expired WHERE booking.id = expired.id
    ), change AS (
      SELECT availability_id AS id, sum(places_held)::int AS places FROM expired GROUP BY availability_id
    ), counted AS (
      UPDATE availability a SET booked = a.booked - change.places FROM change WHERE a.id = change.id
    )
    SELECT count(*)::int AS bookings FROM expired`;
