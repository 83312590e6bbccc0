import type { Context } from '../context.ts';
import { FieldErrors } from '../errors.ts';
import { addDays, dateText } from '../shared/calendar.ts';
import { rowsOf } from '../shared/rows.ts';
import { type Booked, type Departure, type FoundDeparture, withRates } from './choose-departure.ts';
import { ratesOn, rateWithoutId } from './choose-rate.ts';

const DAY_MS = 86_400_000;

/**
 * The departures of a stay, from its first day to the day before the check-out; only the first day where the check-out
 * is the next day or earlier. Each day is sold at the rate of the first day, or if that is not valid, at the rate of
 * the day.
 *
 * @param found departures that were read before; the others are read
 * @returns undefined when a day has not exactly one departure and rate, which is added to `fieldErrors`
 */
export async function chooseStay(
  context: Context,
  level: Booked,
  first: Departure,
  checkoutDate: Date,
  found: readonly FoundDeparture[],
  fieldErrors: FieldErrors,
): Promise<[Departure, ...Departure[]] | undefined> {
  const further = Math.max(0, (checkoutDate.getTime() - first.date.getTime()) / DAY_MS - 1);
  const dates = Array.from({ length: further }, (_, index) => addDays(first.date, index + 1));
  if (dates.length === 0) return [first];
  const isFound = dates.every((date) => found.some((each) => each.date?.getTime() === date.getTime()));
  const rows = isFound
    ? found
    : await rowsOf(context, 'Availability', {
        where: { serviceLevelId: level.serviceLevelId, date: { in: dates } },
        include: withRates,
        orderBy: { id: 'asc' },
        take: 2 * dates.length,
      });
  const chosen = dates.map((date): Departure | undefined => {
    const [row, other] = rows.filter((each) => each.date?.getTime() === date.getTime());
    const day = dateText(date);
    if (!row || other)
      return void fieldErrors.add(
        ['details', 'checkoutDate'],
        row ? `is too late: ${day} has several departures.` : `is too late: ${day} has no departure.`,
      );
    const offered = ratesOn(context, level, row, date);
    const rate =
      offered.find(({ id }) => id === first.rate.id) ??
      rateWithoutId(context, offered, level.totals, new FieldErrors());
    if (!rate)
      return void fieldErrors.add(
        ['details', 'checkoutDate'],
        offered.length > 0
          ? `is too late: ${day} is not sold at this rate.`
          : `is too late: ${day} is a day on which this cannot be bought.`,
      );
    const { id: availabilityId, startTime, endTime, remaining } = row;
    return { availabilityId, date, startTime, endTime, remaining, rate };
  });
  const departures = chosen.filter((departure) => departure !== undefined);
  return departures.length === dates.length ? [first, ...departures] : undefined;
}
