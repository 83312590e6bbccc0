import type { PrismaClient, Tx } from '@channel/prisma';

/** How far availabilities are made ahead, counted from the day that it is at each place. */
export type Horizon = { now: Date; months: number };

/**
 * Makes the availabilities that schedules promise and that are not there yet: for each departure of each day from today
 * (by the calendar of the product's city) to the horizon, within the validity of the schedule and the offer period of
 * its service level. What has no departures (a pass, or an availability type that nobody listed) gets one row without a
 * date. Rows that exist are never touched, sold or not, so that it may run as often as one likes, also at the same time.
 *
 * @returns how many rows were made
 */
export function extendAvailability(db: PrismaClient | Tx, { now, months }: Horizon): Promise<number> {
  // Rows that exist are left out by the query: skipping them as conflicts would use up an id for each, every day.
  return db.$executeRaw`
    INSERT INTO availability (service_level_id, schedule_id, date, start_time, end_time, capacity,
      expiration_date, expiration_minutes_after_booking)
    SELECT wanted.service_level_id, wanted.id, wanted.date, wanted.start_time, wanted.end_time, wanted.capacity,
      wanted.expiration_date, wanted.expiration_minutes_after_booking
    FROM (
      SELECT s.*, day.date
      FROM schedule s
      JOIN service_level sl ON sl.id = s.service_level_id
      JOIN product p ON p.id = sl.product_id
      JOIN city c ON c.id = p.city_id
      CROSS JOIN LATERAL (SELECT (${now}::timestamptz AT TIME ZONE c.time_zone)::date AS today) here
      CROSS JOIN LATERAL (
        SELECT moment::date AS date
        FROM generate_series(
          greatest(s.valid_from, sl.offer_time_start, here.today)::timestamp,
          least(s.valid_to, sl.offer_time_end, (here.today + make_interval(months => ${months}::int))::date)::timestamp,
          interval '1 day'
        ) moment
        WHERE coalesce(cardinality(s.weekdays), 0) = 0 OR extract(isodow FROM moment)::int = ANY (s.weekdays)
      ) day
      WHERE sl.availability_type IN ('per_slot', 'per_time', 'daily')
      UNION ALL
      SELECT s.*, NULL::date
      FROM schedule s
      JOIN service_level sl ON sl.id = s.service_level_id
      WHERE sl.availability_type NOT IN ('per_slot', 'per_time', 'daily')
    ) wanted
    WHERE NOT EXISTS (
      SELECT FROM availability a
      WHERE a.service_level_id = wanted.service_level_id
        AND coalesce(a.date, '-infinity') = coalesce(wanted.date, '-infinity')
        AND coalesce(a.start_time, '24:00') = coalesce(wanted.start_time, '24:00')
    )
    ORDER BY wanted.date, wanted.id
    ON CONFLICT DO NOTHING`;
}
