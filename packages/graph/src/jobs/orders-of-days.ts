import { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { dateText } from '../shared/calendar.ts';

/** An order that began longer ago is over. */
export const LONGEST_ORDER_DAYS = 31;

const asDates = (days: readonly Date[]) => Prisma.sql`${days.map(dateText)}::text[]::date[]`;

/**
 * Orders with a transfer or a start on some days, of all organizations. Each kind is a query on its own index: with the
 * three as alternatives of one condition, Postgres would scan the transfers of all orders.
 */
export async function ordersOn({ db }: Context, days: readonly Date[]): Promise<number[]> {
  if (days.length === 0) return [];
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT o.id FROM orders o JOIN transfer t ON t.id = o.pickup_id WHERE t.date = ANY (${asDates(days)})
    UNION
    SELECT o.id FROM orders o JOIN transfer t ON t.id = o.dropoff_id WHERE t.date = ANY (${asDates(days)})
    UNION
    SELECT o.id FROM unnest(${asDates(days)}) day JOIN orders o ON o.starts_at_local >= day AND o.starts_at_local < day + 1`;
  return rows.map(({ id }) => id);
}

/** Orders in which people work on some days, of all organizations: also those that began on an earlier day. */
export async function ordersWorkedBy(
  { db }: Context,
  people: readonly number[],
  days: readonly Date[],
): Promise<number[]> {
  if (people.length === 0 || days.length === 0) return [];
  const dates = asDates(days);
  // A transfer without a date is on the day of its order: the few orders of these days are read first, and then their
  // transfers, because a join would scan all orders.
  const rows = await db.$queryRaw<{ id: number }[]>`
    WITH started AS MATERIALIZED (
      SELECT o.id, o.pickup_id, o.dropoff_id FROM unnest(${dates}) day
      JOIN orders o ON o.starts_at_local >= day AND o.starts_at_local < day + 1)
    SELECT o.id FROM transfer t JOIN orders o ON o.pickup_id = t.id
    WHERE t.driver_id = ANY (${people}::bigint[]) AND t.date = ANY (${dates})
    UNION
    SELECT o.id FROM transfer t JOIN orders o ON o.dropoff_id = t.id
    WHERE t.driver_id = ANY (${people}::bigint[]) AND t.date = ANY (${dates})
    UNION
    SELECT s.id FROM started s WHERE EXISTS (
      SELECT FROM transfer t WHERE t.id IN (s.pickup_id, s.dropoff_id) AND t.date IS NULL
        AND t.driver_id = ANY (${people}::bigint[]) OFFSET 0)
    UNION
    SELECT o.id FROM unnest(${dates}) day JOIN orders o ON o.tour_guide_id = ANY (${people}::bigint[])
      AND o.starts_at_local >= day - ${LONGEST_ORDER_DAYS}::int AND o.starts_at_local < day + 1 AND o.ends_at_local >= day`;
  return rows.map(({ id }) => id);
}
