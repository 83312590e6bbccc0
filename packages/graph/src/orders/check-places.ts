import type { PrismaClient, Tx } from '@channel/prisma';

/** A departure whose `booked` differs from the places that its bookings hold. */
export type UnbalancedDeparture = { availabilityId: number; booked: number; held: number };

/** Number of departures that one statement compares, so that it takes a few milliseconds, whatever the total. */
const DEPARTURES_AT_A_TIME = 5_000;

/** Maximum number of unbalanced departures that are listed; all are counted. */
const MAX_NAMED = 100;

/** The result of a comparison: `unbalanced` counts all unbalanced departures, `named` lists the first ones. */
export type PlacesFound = { departures: number; unbalanced: number; named: UnbalancedDeparture[] };

/**
 * Compares the `booked` of departures with the sum of places that their bookings hold: page by page along the primary
 * key. An index lists the bookings that hold places in the same order. A page is one statement, so that it sees a
 * concurrent change of places on both sides or on neither.
 */
export async function comparePlaces(db: PrismaClient | Tx): Promise<PlacesFound> {
  const found: PlacesFound = { departures: 0, unbalanced: 0, named: [] };
  for (let last = 0; ; ) {
    const { departures, unbalanced, reached } = await comparePage(db, last);
    if (reached === null) return found;
    found.departures += departures;
    found.unbalanced += unbalanced.length;
    found.named.push(...unbalanced.slice(0, MAX_NAMED - found.named.length));
    last = reached;
  }
}

type Page = { departures: number; unbalanced: UnbalancedDeparture[]; reached: number | null };

/** Compares the departures after an id. `reached` is the id of the last one; null where there are none. */
async function comparePage(db: PrismaClient | Tx, last: number): Promise<Page> {
  const [page] = await db.$queryRaw<Page[]>`
    WITH page AS MATERIALIZED (
      SELECT id, booked FROM availability WHERE id > ${last}::bigint ORDER BY id LIMIT ${DEPARTURES_AT_A_TIME}::int
    ), held AS (
      SELECT availability_id AS id, sum(places_held)::int AS places FROM booking
      WHERE places_held > 0 AND availability_id > ${last}::bigint AND availability_id <= (SELECT max(id) FROM page)
      GROUP BY availability_id
    ), compared AS (
      SELECT id, booked, coalesce(places, 0) AS held FROM page LEFT JOIN held USING (id)
    )
    SELECT count(*)::int AS departures, max(id) AS reached, coalesce(
      jsonb_agg(jsonb_build_object('availabilityId', id, 'booked', booked, 'held', held) ORDER BY id) FILTER (WHERE booked <> held),
      '[]') AS unbalanced
    FROM compared`;
  return page ?? { departures: 0, unbalanced: [], reached: null };
}

/** Compares, and stores the result as the last check, for the overview and for `/metrics`. */
export async function checkPlaces(db: PrismaClient, now: Date): Promise<PlacesFound> {
  const found = await comparePlaces(db);
  const { departures, unbalanced } = found;
  const row = {
    // With the key in it, the database resolves a race of two first checks.
    id: 1,
    checkedAt: now,
    departures,
    unbalanced,
    named: found.named.map(({ availabilityId }) => availabilityId),
  };
  await db.placesCheck.upsert({ where: { id: 1 }, create: row, update: row });
  return found;
}
