import type { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import type { FieldErrors } from '../errors.ts';
import { addDays } from '../shared/calendar.ts';
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

/** The columns of a rate that a booking needs. */
export const soldRate = {
  id: true,
  title: true,
  translations: true,
  validFrom: true,
  validTo: true,
  weekdays: true,
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
} as const satisfies Prisma.RateSelect;

type SoldRate = Prisma.RateGetPayload<{ select: typeof soldRate }>;

/** A service level with its rates, in the order of the catalogue. */
export type LevelRates = { offerTimeStart: Date; offerTimeEnd: Date; rates: readonly SoldRate[] };

/** A departure with the ids of its rates. */
export type RatedDeparture = { date: Date | null; rates: readonly { id: number; rateId: number | null }[] };

/** As the function `rate_holds` of the database. */
const holds = ({ validFrom, validTo, weekdays }: SoldRate, date: Date): boolean =>
  (validFrom === null || validFrom <= date) &&
  (validTo === null || validTo >= date) &&
  (weekdays.length === 0 || weekdays.includes(date.getUTCDay() || 7));

/** Whether a departure is on a day; a pass is sold on all days on which its service level is offered. */
const isOn = (level: LevelRates, departure: RatedDeparture, date: Date): boolean =>
  departure.date === null
    ? level.offerTimeStart <= date && date <= level.offerTimeEnd
    : departure.date.getTime() === date.getTime();

/**
 * The rates of a departure that are valid on a day and have prices, in the order of the catalogue: the same as those of
 * the view `offer`.
 */
export function ratesOn({ lang }: Context, level: LevelRates, departure: RatedDeparture, date: Date): OfferedRate[] {
  if (!isOn(level, departure, date)) return [];
  const ids = new Map(departure.rates.map(({ id, rateId }) => [rateId, id]));
  return level.rates.flatMap((rate) => {
    const departureRateId = ids.get(rate.id);
    if (departureRateId === undefined || rate.prices.length === 0 || !holds(rate, date)) return [];
    const prices = rate.prices.map(({ rateCategory, ...price }) => ({
      ...price,
      priceCategoryId: rateCategory?.priceCategoryId ?? null,
    }));
    return [{ id: rate.id, departureRateId, title: inLanguage<'title', string>(rate, 'title', lang), prices }];
  });
}

/** The first day from `today` on which a pass is sold at the rate of an id; undefined where there is none. */
export function firstDayOf(level: LevelRates, pass: RatedDeparture, id: number, today: Date): Date | undefined {
  const rateId = pass.rates.find((each) => each.id === id)?.rateId;
  const rate = level.rates.find((each) => each.id === rateId);
  if (!rate || rate.prices.length === 0) return undefined;
  let day = today > level.offerTimeStart ? today : level.offerTimeStart;
  if (rate.validFrom && rate.validFrom > day) day = rate.validFrom;
  // Weekdays repeat after a week.
  return Array.from({ length: 7 }, (_, days) => addDays(day, days)).find(
    (each) => isOn(level, pass, each) && holds(rate, each),
  );
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
