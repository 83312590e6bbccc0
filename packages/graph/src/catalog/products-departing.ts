import { dateAt } from '../shared/calendar.ts';
import { oncePerRequest } from '../shared/once-per-request.ts';
import type { DateRange } from './offered-dates.ts';

/**
 * Days from a start to an end, both included and both optional, and the places that a single departure must have left.
 */
export type Departing = DateRange & { numberOfBooks?: number | null };

/** The time zone that is furthest behind UTC. */
const LAST_ZONE = 'Etc/GMT+12';

/**
 * Ids of the products of a role that have an `offer` on these days with enough places, whose departure has not left yet
 * in the local time of its place. Prisma can't compare with local times.
 */
export const productsDeparting = oncePerRequest(
  async ({ db, now }, roleId: number, { startDate, endDate, numberOfBooks }: Departing): Promise<number[]> => {
    if (endDate && endDate < dateAt(now, LAST_ZONE)) return [];
    const rows = await db.$queryRaw<{ id: number }[]>`
      SELECT id FROM products_departing(
        ${roleId}::bigint, ${startDate ?? null}::date, ${endDate ?? null}::date, ${numberOfBooks ?? 1}::int, ${now}::timestamptz
      ) AS id`;
    return rows.map(({ id }) => id);
  },
);
