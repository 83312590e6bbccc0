import { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { addDays, addMonths, wallClockAt } from '../shared/calendar.ts';
import type { PosRole } from './pos-role.ts';
import { published, sellableBy } from './visible-products.ts';

/** Days from a start to an end, both included, by the calendar of the place. */
export type DateRange = { startDate?: Date | null; endDate?: Date | null };

const DEFAULT_MONTHS = 3;
const MAX_DAYS = 731;

/** A departure at a rate on a day. */
export type OfferRow = { date: Date; rateId: number; availabilityId: number };

/** The product that a role sells, with the clock of its place. @throws not found where the role may not sell it */
export async function soldProduct({ db }: Context, role: PosRole, id: number) {
  const product = await db.product.findFirst({
    where: { AND: [{ id }, sellableBy([role.id]), published] },
    select: { id: true, city: { select: { timeZone: true } } },
  });
  if (!product) throw notFound('Product');
  return { id: product.id, timeZone: product.city.timeZone };
}

/**
 * The days meant by a filter: three months from today where it names none, three months from the bound that it names.
 *
 * @throws a validation error for a range that ends before it starts or is longer than two years
 */
export function rangeOf({ startDate, endDate }: DateRange, today: Date): { from: Date; to: Date } {
  const from = startDate ?? (endDate ? addMonths(endDate, -DEFAULT_MONTHS) : today);
  const to = endDate ?? addMonths(from, DEFAULT_MONTHS);
  if (to < from) throw invalid([{ path: ['filter', 'endDate'], message: 'must not lie before the start date.' }]);
  if (to > addDays(from, MAX_DAYS)) {
    throw invalid([{ path: ['filter', 'endDate'], message: 'must lie within two years of the start date.' }]);
  }
  return { from, to };
}

/** SQL condition: departures (as `offer`) of a product that can still be sold, within a filter's days. */
export function stillOffered(product: { id: number; timeZone: string }, filter: DateRange, now: Date): Prisma.Sql {
  const here = wallClockAt(now, product.timeZone);
  const { from, to } = rangeOf(filter, here.date);
  return Prisma.sql`offer.product_id = ${product.id}
    AND offer.date BETWEEN ${from}::date AND ${to}::date
    AND (offer.date > ${here.date}::date
      OR offer.date = ${here.date}::date AND (offer.start_time IS NULL OR offer.start_time > ${here.time}::time))`;
}
