import type { PrismaClient, Tx } from '@channel/prisma';

/** A departure that counts other places than its bookings hold. */
export type UnbalancedDeparture = { availabilityId: number; booked: number; held: number };

/** Departures that one statement compares: it takes some milliseconds, however many there are in all. */
const DEPARTURES_AT_A_TIME = 5_000;

/** How many unbalanced departures are named; all of them are counted. */
const MAX_NAMED = 100;

/** What a comparison found; `unbalanced` counts all, `named` holds the first of them. */
export type PlacesFound = { departures: number; unbalanced: number; named: UnbalancedDeparture[] };

/**
 * Compares what departures count with what their bookings hold, summed anew: page by page along the primary key, each page
 * with the bookings that hold places, which an index of their own has in the same order. A page is one statement, so that
 * places that are being moved are seen on both sides or on neither.
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

/** The departures after an id. `reached` is the last of them; null where there are none. */
async function comparePage(db: PrismaClient | Tx, last: number): Promise<Page> {
  const [page] = await db.$queryRaw<Page[]>`
    WITH page AS MATERIALIZED (
      SELECT id, booked FROM availability WHERE id > ${last}::int ORDER BY id LIMIT ${DEPARTURES_AT_A_TIME}::int
    ), held AS (
      SELECT availability_id AS id, sum(places_held)::int AS places FROM booking
      WHERE places_held > 0 AND availability_id > ${last}::int AND availability_id <= (SELECT max(id) FROM page)
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

/** Compares, and keeps what was found as the last check, for the overview and for `/metrics`. */
export async function checkPlaces(db: PrismaClient, now: Date): Promise<PlacesFound> {
  const found = await comparePlaces(db);
  const { departures, unbalanced } = found;
  const row = {
    checkedAt: now,
    departures,
    unbalanced,
    named: found.named.map(({ availabilityId }) => availabilityId),
  };
  await db.placesCheck.upsert({ where: { id: 1 }, create: row, update: row });
  return found;
}
