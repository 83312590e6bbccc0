import type { Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { extendAvailability } from './extend-availability.ts';

/**
 * Makes the future departures of a service level follow its schedules: those that no schedule wants any more are deleted,
 * those that it changes are changed, and missing ones are created up to the horizon. Departures with bookings (whatever
 * their state) and those made or changed by hand stay as they are; so does one that is being booked at this moment. The
 * product of the service level must be locked.
 */
export async function followSchedules(tx: Tx, context: Context, serviceLevelId: number): Promise<void> {
  // A booking refers to its departure before it counts its places: skipping locked rows leaves it the departure.
  await tx.$executeRaw`
    WITH future AS (
      SELECT a.id, s.end_time, s.capacity, s.expiration_date, s.expiration_minutes_after_booking,
        s.start_time IS NOT DISTINCT FROM a.start_time
        AND (a.date IS NULL) = (sl.availability_type NOT IN ('per_slot', 'per_time', 'daily'))
        AND (a.date IS NULL OR rate_holds(s.valid_from, s.valid_to, s.weekdays, a.date)
          AND a.date BETWEEN sl.offer_time_start AND sl.offer_time_end) AS is_wanted
      FROM availability a
      JOIN schedule s ON s.id = a.schedule_id
      JOIN service_level sl ON sl.id = a.service_level_id
      JOIN product p ON p.id = sl.product_id
      JOIN city c ON c.id = p.city_id
      WHERE a.service_level_id = ${serviceLevelId}::bigint AND a.booked = 0
        AND (a.date IS NULL OR a.date >= (${context.now}::timestamptz AT TIME ZONE c.time_zone)::date)
        AND NOT EXISTS (SELECT FROM booking b WHERE b.availability_id = a.id)
      ORDER BY a.id
      FOR UPDATE OF a SKIP LOCKED
    ), gone AS (
      DELETE FROM availability a USING future WHERE a.id = future.id AND NOT future.is_wanted
    )
    UPDATE availability a SET end_time = future.end_time, capacity = future.capacity,
      expiration_date = future.expiration_date,
      expiration_minutes_after_booking = future.expiration_minutes_after_booking
    FROM future
    WHERE a.id = future.id AND future.is_wanted
      AND (a.end_time, a.capacity, a.expiration_date, a.expiration_minutes_after_booking) IS DISTINCT FROM
        (future.end_time, future.capacity, future.expiration_date, future.expiration_minutes_after_booking)`;
  const horizon = { now: context.now, months: context.settings.availabilityHorizonMonths };
  await extendAvailability(tx, { ...horizon, serviceLevelId });
}

/** Deletes the future departures of a schedule that is about to be deleted, except those that `followSchedules` keeps. */
export async function dropDepartures(tx: Tx, { now }: Context, scheduleId: number): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM availability WHERE id IN (
      SELECT a.id FROM availability a
      JOIN service_level sl ON sl.id = a.service_level_id
      JOIN product p ON p.id = sl.product_id
      JOIN city c ON c.id = p.city_id
      WHERE a.schedule_id = ${scheduleId}::bigint AND a.booked = 0
        AND (a.date IS NULL OR a.date >= (${now}::timestamptz AT TIME ZONE c.time_zone)::date)
        AND NOT EXISTS (SELECT FROM booking b WHERE b.availability_id = a.id)
      ORDER BY a.id
      FOR UPDATE OF a SKIP LOCKED
    )`;
}
