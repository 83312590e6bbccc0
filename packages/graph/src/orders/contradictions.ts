import type { FieldErrors } from '../errors.ts';
import { addDays, dateText, timeText } from '../shared/calendar.ts';
import type { BookingDetails } from './order-inputs.ts';

const DATE_MEMBERS = ['selectedDate', 'startDate', 'checkinDate'] as const;
const NUMBER_MEMBERS = ['quantity', 'numberOfBookings'] as const;

/** A day and the member of the input that gives it. */
export type NamedDate = { member: (typeof DATE_MEMBERS)[number]; date: Date };

const datesOf = (details: BookingDetails): NamedDate[] =>
  DATE_MEMBERS.flatMap((member) => {
    const date = details[member];
    return date ? [{ member, date }] : [];
  });

/** The day of booking details: the selected, start or check-in date, in this order. */
export const namedDate = (details: BookingDetails): NamedDate | undefined => datesOf(details)[0];

/**
 * The booked day, and its start where it has a time of day. A pass starts at any time. `longestStay` is the maximum
 * number of days before the check-out where whole days are sold; else null.
 */
type Moment = { date: Date; startTime: Date | null; isPass: boolean; longestStay: number | null };

/**
 * Refuses dates and a time of booking details that differ from the departure, at the path of the member that differs.
 *
 * @param moment undefined where no departure was found: the dates must still agree with each other
 */
export function checkMoment(details: BookingDetails, moment: Moment | undefined, fieldErrors: FieldErrors): void {
  const day = moment?.date ?? namedDate(details)?.date;
  if (!day) return;
  for (const { member, date } of datesOf(details)) {
    if (date.getTime() !== day.getTime())
      fieldErrors.add(['details', member], `must be ${dateText(day)}, the day that is booked, or be left out.`);
  }
  const { checkoutDate, startTime } = details;
  if (checkoutDate && checkoutDate < day)
    fieldErrors.add(['details', 'checkoutDate'], `must be ${dateText(day)}, the day of the check-in, or later.`);
  const longest = moment?.longestStay ?? null;
  if (checkoutDate && longest !== null && checkoutDate > addDays(day, longest))
    fieldErrors.add(
      ['details', 'checkoutDate'],
      longest === 1
        ? `must be ${dateText(addDays(day, longest))} or earlier: 1 day is sold at most.`
        : `must be ${dateText(addDays(day, longest))} or earlier: ${longest} days are sold at most.`,
    );
  if (!startTime || !moment || moment.isPass) return;
  // Answers show the start of a whole day as midnight.
  const start = moment.startTime ?? MIDNIGHT;
  if (startTime.getTime() !== start.getTime())
    fieldErrors.add(
      ['details', 'startTime'],
      `must be ${timeText(start)}, the start of the departure, or be left out.`,
    );
}

const MIDNIGHT = new Date('1970-01-01T00:00:00Z');

/**
 * Refuses numbers below 1. Refuses numbers above 1 that differ from the number of passengers where the price is per
 * person, or from each other where it is per item. 1 is accepted in any case, because forms send it as a default.
 *
 * @param people the number of passengers; null where the price is per item
 */
export function checkNumbers(details: BookingDetails, people: number | null, fieldErrors: FieldErrors): void {
  for (const member of NUMBER_MEMBERS) {
    const number = details[member];
    if (typeof number !== 'number') continue;
    if (number < 1) fieldErrors.add(['details', member], 'must be at least 1.');
    else if (people !== null && number > 1 && number !== people)
      fieldErrors.add(['details', member], `must be ${people}, the number of passengers, or be left out.`);
  }
  const { quantity, numberOfBookings } = details;
  if (
    people === null &&
    quantity &&
    numberOfBookings &&
    quantity > 1 &&
    numberOfBookings > 1 &&
    quantity !== numberOfBookings
  )
    fieldErrors.add(['details', 'numberOfBookings'], `must be ${quantity}, as quantity is, or be left out.`);
}
