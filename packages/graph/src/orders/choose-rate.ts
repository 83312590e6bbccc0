import type { Context } from '../context.ts';
import type { FieldErrors } from '../errors.ts';
import { rowsOf } from '../shared/rows.ts';
import type { Decimal } from '../shared/scalars.ts';
import { inLanguage } from '../shared/translation.ts';
import type { PricedRate } from './pricing.ts';

/** A rate at which a departure can be booked on a day, with the id by which a booking selects it. */
export type OfferedRate = PricedRate & { departureRateId: number; title: string };

/** The total that the client pays for a booking at a rate. */
export type RateTotal = { currencyCode: string; sold: Decimal };

/**
 * For finding the cheapest rate: the total at each rate (undefined where a price is missing), and the currency to
 * compare.
 */
export type RateTotals = { totalAt: (rate: PricedRate) => RateTotal | undefined; currencyCode: string };

/** Maximum number of rates that a message lists. */
const MAX_NAMED = 20;

/** The rates of a departure that are valid on a day and have prices, in the order of the catalogue. */
export async function ratesOn(
  context: Context,
  serviceLevelId: number,
  availabilityId: number,
  date: Date,
): Promise<OfferedRate[]> {
  const [offers, rates] = await Promise.all([
    rowsOf(context, 'Offer', { where: { availabilityId, date }, select: { id: true, rateId: true } }),
    rowsOf(context, 'Rate', {
      where: { serviceLevelId, prices: { some: {} } },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
      select: {
        id: true,
        title: true,
        translations: true,
        prices: {
          orderBy: [{ position: 'asc' }, { id: 'asc' }],
          select: {
            original: true,
            agent: true,
            sold: true,
            currencyCode: true,
            rateCategory: { select: { priceCategoryId: true } },
          },
        },
      },
    }),
  ]);
  const offered = new Map(offers.map(({ id, rateId }) => [rateId, id]));
  return rates.flatMap((rate) => {
    const departureRateId = offered.get(rate.id);
    if (departureRateId === undefined) return [];
    const prices = rate.prices.map(({ rateCategory, ...price }) => ({
      ...price,
      priceCategoryId: rateCategory?.priceCategoryId ?? null,
    }));
    return [{ id: rate.id, departureRateId, title: inLanguage<'title', string>(rate, 'title', context.lang), prices }];
  });
}

/**
 * The rate of a booking without `availabilityId`: the only rate of the departure. Where there are several,
 * `RATE_WITHOUT_ID` decides whether the booking is refused or sold at the cheapest rate.
 *
 * @returns undefined where the client must choose a rate, which is added to `fieldErrors`
 */
export function rateWithoutId(
  { settings }: Context,
  offered: readonly OfferedRate[],
  totals: RateTotals,
  fieldErrors: FieldErrors,
): OfferedRate | undefined {
  if (offered.length < 2) return offered[0];
  if (settings.rateWithoutId === 'cheapest') return cheapest(offered, totals);
  const named = offered.slice(0, MAX_NAMED).map(({ departureRateId, title }) => `${departureRateId} (${title})`);
  fieldErrors.add(
    ['details', 'availabilityId'],
    `is required, for this departure is sold at several rates: ${named.join(', ')}.`,
  );
  return undefined;
}

/**
 * The rate with the lowest total; of equal totals the first in the catalogue. The first rate where none has every
 * price.
 */
function cheapest(rates: readonly OfferedRate[], { totalAt, currencyCode }: RateTotals): OfferedRate | undefined {
  const complete = rates.flatMap((rate) => {
    const total = totalAt(rate);
    return total ? [{ rate, total }] : [];
  });
  // Amounts in different currencies can't be compared: the currency of the organization takes precedence.
  const currency = complete.find(({ total }) => total.currencyCode === currencyCode) ?? complete[0];
  const [first, ...others] = complete.filter(({ total }) => total.currencyCode === currency?.total.currencyCode);
  if (!first) return rates[0];
  return others.reduce((best, each) => (each.total.sold.lt(best.total.sold) ? each : best), first).rate;
}
