import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { addDays, formatDays, formatReadings, isDay, splitLocal } from '#lib/format.ts';
import { type FieldError, Problem } from '#lib/problem.ts';
import type { Absence, AbsenceInput } from './calendar-query.ts';

type Span = Pick<Absence, 'from' | 'until'>;

/** The fields of the form of an absence; of whole days, the times are ignored. */
export type AbsenceDraft = {
  isWholeDays: boolean;
  firstDay: string;
  from: string;
  lastDay: string;
  until: string;
  reason: string;
};

const MIDNIGHT = '00:00:00';

const isOfWholeDays = ({ from, until }: Span) =>
  [from, until].every((reading) => splitLocal(reading).time === MIDNIGHT);

/** The last day of an absence of whole days, which ends at the midnight after it. */
const lastDayOf = ({ until }: Span) => addDays(splitLocal(until).day, -1);

/** The form of an absence; of a new one, for whole days from a day on. */
export function draftOf(absence: Absence | undefined, today: string): AbsenceDraft {
  if (!absence)
    return { isWholeDays: true, firstDay: today, from: '09:00', lastDay: today, until: '17:00', reason: '' };
  const [first, last] = [splitLocal(absence.from), splitLocal(absence.until)];
  const isWholeDays = isOfWholeDays(absence);
  return {
    isWholeDays,
    firstDay: first.day,
    from: isWholeDays ? '09:00' : first.time.slice(0, 5),
    lastDay: isWholeDays ? lastDayOf(absence) : last.day,
    until: isWholeDays ? '17:00' : last.time.slice(0, 5),
    reason: absence.reason,
  };
}

/**
 * The input of the server.
 * @throws {Problem} for missing days and times, and an end that is not after the start
 */
export function inputOf(
  i18n: I18n,
  { isWholeDays, firstDay, from, lastDay, until, reason }: AbsenceDraft,
): AbsenceInput {
  const missing = (name: string, message: string): FieldError => ({ path: ['input', name], message });
  const fields: FieldError[] = [];
  if (!isDay(firstDay)) fields.push(missing('firstDay', t(i18n)`must be a date.`));
  if (!isDay(lastDay)) fields.push(missing('lastDay', t(i18n)`must be a date.`));
  if (!isWholeDays && !from) fields.push(missing('from', t(i18n)`must be a time of day.`));
  if (!isWholeDays && !until) fields.push(missing('until', t(i18n)`must be a time of day.`));
  if (fields.length === 0 && lastDay < firstDay)
    fields.push(missing('lastDay', t(i18n)`must not be before the first day.`));
  else if (fields.length === 0 && !isWholeDays && lastDay === firstDay && until <= from)
    fields.push(missing('until', t(i18n)`must be after the start.`));
  if (fields.length > 0) throw new Problem('invalid', 'The absence is not complete.', { fields });
  return isWholeDays
    ? { from: `${firstDay} 00:00`, until: `${addDays(lastDay, 1)} 00:00`, reason }
    : { from: `${firstDay} ${from}`, until: `${lastDay} ${until}`, reason };
}

/** An absence in words: its days, with the times where it is not for whole days. */
export const absenceText = (locale: string, absence: Span): string =>
  isOfWholeDays(absence)
    ? formatDays(locale, splitLocal(absence.from).day, lastDayOf(absence))
    : formatReadings(locale, absence.from, absence.until);
