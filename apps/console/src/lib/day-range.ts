import { addDays, isDay } from './format.ts';
import { instantOf } from './local-minute.ts';

/** A range of days, both ends included; null for an open end. */
export type DayRange = { from: string | null; to: string | null };

/**
 * Parses `2026-11-20..2026-11-27`, `2026-11-20..`, `..2026-11-27` or a single day; null for anything else. The API
 * rejects a range that ends before it starts.
 */
export function parseDayRange(text: string): DayRange | null {
  const [from = '', to = from, ...more] = text.split('..');
  if (more.length > 0 || (from === '' && to === '')) return null;
  if (![from, to].every((day) => day === '' || isDay(day))) return null;
  return { from: from || null, to: to || null };
}

/** Formats a range in the form that `parseDayRange` accepts. */
export const writeDayRange = ({ from, to }: DayRange): string =>
  from === to ? `${from}` : `${from ?? ''}..${to ?? ''}`;

/** From the beginning of the first day to the end of the last one in a time zone, as instants in ISO 8601. */
export const instantsOf = ({ from, to }: DayRange, timeZone: string) => ({
  since: from === null ? null : instantOf(`${from}T00:00`, timeZone),
  until: to === null ? null : instantOf(`${addDays(to, 1)}T00:00`, timeZone),
});
