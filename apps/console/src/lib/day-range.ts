import { isDay } from './format.ts';

/** Two days, both included; null where the range is open. */
export type DayRange = { from: string | null; to: string | null };

/** Reads `2026-11-20..2026-11-27`, `2026-11-20..`, `..2026-11-27` or a day alone; null for anything else. A range that ends before it starts is refused by the API, which says so. */
export function parseDayRange(text: string): DayRange | null {
  const [from = '', to = from, ...more] = text.split('..');
  if (more.length > 0 || (from === '' && to === '')) return null;
  if (![from, to].every((day) => day === '' || isDay(day))) return null;
  return { from: from || null, to: to || null };
}

/** Writes a range as it is read. */
export const writeDayRange = ({ from, to }: DayRange): string =>
  from === to ? `${from}` : `${from ?? ''}..${to ?? ''}`;
