import { Prisma } from '@channel/prisma';
import type { Context, PlannedOrder } from '../context.ts';
import { dateText, timeText } from '../shared/calendar.ts';
import { inPieces } from '../shared/in-pieces.ts';
import type { Estimates } from './job-times.ts';
import type { Place } from './travel.ts';

type Tags = Record<string, Prisma.JsonValue>;

/** One side of the transport of an order, as the board needs it. */
export type TransferFacts = {
  date: Date | null;
  time: Date | null;
  driverId: number | null;
  /** Null where none is set. */
  address: string | null;
  place: Place | null;
  tags: Tags;
};

/** What the dispatch board needs of an order. */
export type OrderFacts = Estimates & {
  id: number;
  organizationId: number;
  cityId: number;
  city: string;
  timeZone: string;
  startsAt: Date | null;
  endsAt: Date | null;
  endIsKnown: boolean;
  startsAtLocal: Date | null;
  endsAtLocal: Date | null;
  /** Whether the booked departure has a day and no time of day. */
  isWholeDay: boolean;
  tourGuideId: number | null;
  /** Whether the order is booked, or holds its places in the cart. */
  isHeld: boolean;
  /** Whether the sold service level includes a guide. */
  hasGuide: boolean;
  /** Key of the departure, shared by the orders that go together. An order without a booking has its own. */
  departure: string;
  guests: number;
  /** Where the experience begins. */
  place: Place;
  pickup: TransferFacts;
  dropoff: TransferFacts;
  tags: Tags;
};

const ORDERS_AT_A_TIME = 500;

type PointRow = { cityId: number; latitude: number; longitude: number } | null;
type Row = Omit<OrderFacts, 'place' | 'pickup' | 'dropoff'> & {
  location: PointRow;
  pickup: Omit<TransferFacts, 'place' | 'date' | 'time'> & { point: PointRow };
  dropoff: Omit<TransferFacts, 'place' | 'date' | 'time'> & { point: PointRow };
  pickupDate: Date | null;
  pickupTime: Date | null;
  dropoffDate: Date | null;
  dropoffTime: Date | null;
};

/**
 * Reads the facts of orders, by ascending id. The caller has checked that the actor may see them.
 *
 * @param planned one of the orders as it would be with another booking
 */
export async function orderFacts(
  context: Context,
  ids: readonly number[],
  planned?: PlannedOrder,
): Promise<OrderFacts[]> {
  const stored = ids.filter((id) => id !== planned?.id);
  const rows: Row[] = [];
  for (const some of inPieces(stored, ORDERS_AT_A_TIME)) rows.push(...(await factsOf(context, some, STORED)));
  if (planned && ids.includes(planned.id)) rows.push(...(await factsOf(context, [planned.id], sourceOf(planned))));
  rows.sort((one, other) => one.id - other.id);
  const cities = await cityPlaces(context, [...new Set(rows.map(({ cityId }) => cityId))]);
  return rows.map(({ location, pickup, dropoff, pickupDate, pickupTime, dropoffDate, dropoffTime, ...row }) => ({
    ...row,
    place: exactly(location) ?? cities.get(row.cityId) ?? nowhere(row.cityId),
    pickup: { ...pickup, date: pickupDate, time: pickupTime, place: exactly(pickup.point) },
    dropoff: { ...dropoff, date: dropoffDate, time: dropoffTime, place: exactly(dropoff.point) },
  }));
}

const exactly = (point: PointRow): Place | null => point && { ...point, isExact: true };
const nowhere = (cityId: number): Place => ({ cityId, latitude: null, longitude: null, isExact: false });

/** Where facts are read: the rows of orders (`o`), and the first booking of each. */
type Source = { orders: Prisma.Sql; booking: Prisma.Sql };

const STORED: Source = {
  orders: Prisma.sql`orders`,
  booking: Prisma.sql`SELECT availability_id, date, start_time FROM booking WHERE order_id = o.id ORDER BY id LIMIT 1`,
};

const KEPT = ['id', 'organization_id', 'pickup_id', 'dropoff_id', 'tour_guide_id'];
/** The columns of an order that another booking may change, and that facts are read from. */
const SOLD = [
  'city_id',
  'product_id',
  'time_zone',
  'starts_at',
  'ends_at',
  'starts_at_local',
  'ends_at_local',
  'booked_details',
];

function sourceOf({ columns, booking: { availabilityId, date, startTime } }: PlannedOrder): Source {
  const selected = [...KEPT, ...SOLD].map((name) => {
    const column = Prisma.raw(name);
    return Prisma.sql`${columns.get(name) ?? column} AS ${column}`;
  });
  return {
    // Another booking takes places, also that of a cart whose hold has ended.
    orders: Prisma.sql`(SELECT ${Prisma.join(selected)}, 'Booked'::text AS status FROM orders)`,
    booking: Prisma.sql`SELECT ${availabilityId}::bigint AS availability_id, ${dateText(date)}::date AS date,
      ${startTime && timeText(startTime)}::time AS start_time`,
  };
}

function factsOf({ db, settings, now }: Context, ids: readonly number[], { orders, booking }: Source): Promise<Row[]> {
  const keys = [settings.languageTag, ...settings.capacityTags];
  const tagsOf = (owner: Prisma.Sql) => Prisma.sql`coalesce((
    SELECT jsonb_object_agg(t.key, t.value) FROM tag t
    WHERE ${owner} AND t.organization_id = o.organization_id AND t.key = ANY (${keys}::text[])), '{}')`;
  const point = (row: Prisma.Sql) => Prisma.sql`CASE WHEN ${row}.id IS NOT NULL THEN jsonb_build_object(
    'cityId', ${row}.city_id, 'latitude', ${row}.latitude::float8, 'longitude', ${row}.longitude::float8) END`;
  const side = (transfer: Prisma.Sql, at: Prisma.Sql) => Prisma.sql`jsonb_build_object(
    'driverId', ${transfer}.driver_id, 'address', ${at}.address, 'point', ${point(at)},
    'tags', ${tagsOf(Prisma.sql`t.transfer_id = ${transfer}.id`)})`;
  const [pickup, dropoff] = [Prisma.sql`pickup`, Prisma.sql`dropoff`];
  return db.$queryRaw<Row[]>`
    SELECT o.id, o.organization_id AS "organizationId", o.city_id AS "cityId", c.name AS city, o.time_zone AS "timeZone",
      o.starts_at AS "startsAt", o.ends_at AS "endsAt", coalesce(o.ends_at > o.starts_at, false) AS "endIsKnown", o.starts_at_local AS "startsAtLocal",
      o.ends_at_local AS "endsAtLocal",
      b.availability_id IS NOT NULL AND b.start_time IS NULL AS "isWholeDay", o.tour_guide_id AS "tourGuideId",
      coalesce((o.booked_details #>> '{serviceLevel,hasTourGuide}')::boolean, false) AS "hasGuide",
      coalesce(b.availability_id || ' ' || b.date, 'order ' || o.id) AS departure,
      o.status <> 'InCart' OR EXISTS (
        SELECT FROM booking held WHERE held.order_id = o.id AND held.places_held > 0
          AND (held.hold_expires_at IS NULL OR held.hold_expires_at > ${now}::timestamptz)) AS "isHeld",
      (SELECT count(*)::int FROM passenger p WHERE p.order_id = o.id) AS guests,
      coalesce(product.guide_minutes, own.guide_minutes, ${settings.guideMinutes}::int) AS "guideMinutes",
      coalesce(product.transfer_minutes, own.transfer_minutes, ${settings.transferMinutes}::int) AS "transferMinutes",
      ${point(Prisma.sql`location`)} AS location,
      ${side(pickup, Prisma.sql`pickup_at`)} AS pickup, pickup.date AS "pickupDate", pickup.time AS "pickupTime",
      ${side(dropoff, Prisma.sql`dropoff_at`)} AS dropoff, dropoff.date AS "dropoffDate", dropoff.time AS "dropoffTime",
      ${tagsOf(Prisma.sql`t.order_id = o.id`)} AS tags
    FROM ${orders} o
    JOIN organization own ON own.id = o.organization_id
    JOIN city c ON c.id = o.city_id
    JOIN transfer pickup ON pickup.id = o.pickup_id
    JOIN transfer dropoff ON dropoff.id = o.dropoff_id
    LEFT JOIN point pickup_at ON pickup_at.id = pickup.point_id
    LEFT JOIN point dropoff_at ON dropoff_at.id = dropoff.point_id
    LEFT JOIN product ON product.id = o.product_id
    LEFT JOIN point location ON location.id = product.location_id
    LEFT JOIN LATERAL (${booking}) b ON true
    WHERE o.id = ANY (${ids}::bigint[])
    ORDER BY o.id`;
}

/** Where cities are, by any point of the catalogue in them. */
async function cityPlaces({ db }: Context, ids: number[]): Promise<Map<number, Place>> {
  const rows = await db.$queryRaw<NonNullable<PointRow>[]>`
    SELECT p.city_id AS "cityId", p.latitude::float8 AS latitude, p.longitude::float8 AS longitude FROM point p
    WHERE p.id IN (
      SELECT min(any_point.id) FROM point any_point
      WHERE any_point.city_id = ANY (${ids}::bigint[]) AND any_point.organization_id IS NULL GROUP BY any_point.city_id)`;
  return new Map(rows.map((row) => [row.cityId, { ...row, isExact: false }]));
}
