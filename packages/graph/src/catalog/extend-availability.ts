import type { PrismaClient, Tx } from '@channel/prisma';

/** How far ahead availabilities are created, counted from the current local day of each place. */
export type Horizon = {
  now: Date;
  months: number;
  /** Only of this service level. */
  serviceLevelId?: number;
};

/**
 * Creates the missing availabilities of schedules: one for each departure of each day from today (the local date of the
 * product's city) to the horizon, within the validity of the schedule and the offer period of its service level. A
 * service level without departures (a pass, or an availability type without schedule rules) gets one row without a
 * date. Existing rows are never changed, whether sold or not, so it is safe to run any number of times, also
 * concurrently.
 *
 * @returns the number of rows that were created
 */
export function extendAvailability(db: PrismaClient | Tx, { now, months, serviceLevelId }: Horizon): Promise<number> {
  const only = serviceLevelId ?? null;
  // The query leaves out existing rows: ON CONFLICT DO NOTHING would use up a sequence value for each of them, every
  // day.
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
      WHERE sl.availability_type IN ('per_slot', 'per_time', 'daily') AND (${only}::bigint IS NULL OR sl.id = ${only}::bigint)
      UNION ALL
      SELECT s.*, NULL::date
      FROM schedule s
      JOIN service_level sl ON sl.id = s.service_level_id
      WHERE sl.availability_type NOT IN ('per_slot', 'per_time', 'daily') AND (${only}::bigint IS NULL OR sl.id = ${only}::bigint)
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
