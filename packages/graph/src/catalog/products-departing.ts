import { dateAt } from '../shared/calendar.ts';
import { oncePerRequest } from '../shared/once-per-request.ts';
import type { DateRange } from './offered-dates.ts';

/** Days from a start to an end, both included and either left out, and how many places a single departure must have left. */
export type Departing = DateRange & { numberOfBooks?: number | null };

/** No place on earth is further behind. */
const LAST_ZONE = 'Etc/GMT+12';

/**
 * Ids of the products of a role that have a departure as `offer` shows it on these days, with places, which by the clock of
 * its place has not left yet. Prisma can't compare with that clock.
 */
export const productsDeparting = oncePerRequest(
  async ({ db, now }, roleId: number, { startDate, endDate, numberOfBooks }: Departing): Promise<number[]> => {
    if (endDate && endDate < dateAt(now, LAST_ZONE)) return [];
    const rows = await db.$queryRaw<{ id: number }[]>`
      SELECT id FROM products_departing(
        ${roleId}::int, ${startDate ?? null}::date, ${endDate ?? null}::date, ${numberOfBooks ?? 1}::int, ${now}::timestamptz
      ) AS id`;
    return rows.map(({ id }) => id);
  },
);
