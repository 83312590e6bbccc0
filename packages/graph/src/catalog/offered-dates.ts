import { fromPlan, raw, type Sql, type StatementValidation, sql } from 'graphql-sql';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { addMonths, dateText, daysBetween, timeText, wallClockAt } from '../shared/calendar.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { rowsOf } from '../shared/rows.ts';
import { lang } from '../shared/translation.ts';
import { posRole } from './pos-role.ts';
import { published, sellableBy } from './visible-products.ts';

/** Days from a start to an end, both included, as local dates of the place. */
export type DateRange = { startDate?: Date | null; endDate?: Date | null };

const DEFAULT_MONTHS = 3;
const MAX_DAYS = 366;

/** A departure at a rate on a day, with the id by which it is booked at that rate. */
export type OfferRow = { id: number; date: Date; rateId: number; availabilityId: number };

/** The product that a role sells, with the local time of its place. @throws not found where the role may not sell it */
export async function soldProduct(context: Context, role: { id: number }, id: number) {
  const [product] = await rowsOf(context, 'Product', {
    where: { AND: [{ id }, sellableBy([role.id]), published] },
    select: { id: true, city: { select: { timeZone: true } } },
    take: 1,
  });
  if (!product) throw notFound('Product');
  return { id: product.id, timeZone: product.city.timeZone };
}

/**
 * The days that a filter requests: three months from today without bounds, three months from the given bound with one.
 *
 * @throws a validation error for a range of more than 366 days
 */
export function rangeOf({ startDate, endDate }: DateRange, today: Date): { from: Date; to: Date } {
  const from = startDate ?? (endDate ? addMonths(endDate, -DEFAULT_MONTHS) : today);
  const to = endDate ?? addMonths(from, DEFAULT_MONTHS);
  if (daysBetween(from, to) >= MAX_DAYS) {
    throw invalid([
      { path: ['filter', 'endDate'], message: `must be less than ${MAX_DAYS} days after the first day.` },
    ]);
  }
  return { from, to };
}

/** A request for the departures of a product. */
export type RequestedOffers = {
  role: string;
  productId: number;
  filter?:
    | (DateRange & {
        serviceLevelId?: number | null;
        numberOfBooks?: number | null;
        serviceLevel?: { ids?: readonly number[] | null } | null;
        rates?: readonly string[] | null;
      })
    | null;
};

/**
 * Departures that can still be sold at a rate and match the request, as `offer` with its rate `r` and service level
 * `sl`. Its parameters come from `offerParameters`.
 */
export const OFFERS: Sql = sql`offer
  JOIN rate r ON r.id = offer.rate_id
  JOIN service_level sl ON sl.id = offer.service_level_id
  WHERE offer.product_id = ${fromPlan('productId', 'int8')}
    AND offer.date BETWEEN ${fromPlan('from', 'date')} AND ${fromPlan('to', 'date')}
    AND (offer.date > ${fromPlan('today', 'date')}
      OR offer.date = ${fromPlan('today', 'date')} AND (offer.start_time IS NULL OR offer.start_time > ${fromPlan('time', 'time')}))
    AND (${fromPlan('places', 'int')} IS NULL OR offer.remaining >= ${fromPlan('places', 'int')})
    AND (${fromPlan('levels', 'int8[]')} IS NULL OR offer.service_level_id = ANY (${fromPlan('levels', 'int8[]')}))
    AND (${fromPlan('rates', 'text[]')} IS NULL OR r.id::text = ANY (${fromPlan('rates', 'text[]')})
      OR r.title = ANY (${fromPlan('rates', 'text[]')}) OR r.translations -> ${lang} ->> 'title' = ANY (${fromPlan('rates', 'text[]')}))`;

/** Of the time of day: which departures of today have left. Bookings change the departures of one product. */
export const OFFERS_VALIDATION: StatementValidation = {
  subjects: { availability: sql`ARRAY[${fromPlan('productId', 'int8')}]` },
  moments: {
    time: sql`SELECT max(a.start_time) FROM service_level l JOIN availability a ON a.service_level_id = l.id
      WHERE l.product_id = ${fromPlan('productId', 'int8')} AND (a.date = ${fromPlan('today', 'date')} OR a.date IS NULL)
        AND a.start_time <= ${fromPlan('time', 'time')}`,
  },
};

/** By day, then in the order of the catalogue, then by time. */
export const OFFERS_ORDER = raw(
  'offer.date, sl.position, sl.id, r.position, r.id, offer.start_time NULLS FIRST, offer.availability_id',
);

/** Values of the parameters of `OFFERS`. @throws not found where the role may not sell the product */
export const offerParameters = (
  { role, ...requested }: RequestedOffers,
  context: Context,
  places?: number,
): Promise<Record<string, unknown>> => parametersFor(context, posRole(context, role), requested, places);

/** `offerParameters` for a role that the caller has checked. */
export async function parametersFor(
  context: Context,
  role: { id: number },
  { productId, filter }: Omit<RequestedOffers, 'role'>,
  places?: number,
): Promise<Record<string, unknown>> {
  const product = await soldProduct(context, role, productId);
  checkFilter(filter);
  const here = wallClockAt(context.now, product.timeZone);
  const { from, to } = rangeOf(filter ?? {}, here.date);
  const level = filter?.serviceLevelId;
  return {
    productId: product.id,
    from: dateText(from),
    to: dateText(to),
    today: dateText(here.date),
    time: timeText(here.time),
    places: places ?? filter?.numberOfBooks ?? null,
    levels: typeof level === 'number' ? [level] : (filter?.serviceLevel?.ids ?? null),
    rates: filter?.rates ?? null,
  };
}
