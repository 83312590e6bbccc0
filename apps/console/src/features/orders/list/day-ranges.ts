import type { DayRange } from '#lib/day-range.ts';
import { addDays, formatDay, formatDays } from '#lib/format.ts';

/** The named ranges, relative to today. */
export const NAMED_RANGES: { label: string; range: (today: string) => DayRange | null }[] = [
  { label: 'Any day', range: () => null },
  { label: 'Today', range: (today) => ({ from: today, to: today }) },
  { label: 'Tomorrow', range: (today) => ({ from: addDays(today, 1), to: addDays(today, 1) }) },
  { label: 'Next 7 days', range: (today) => ({ from: today, to: addDays(today, 6) }) },
  { label: 'Next 30 days', range: (today) => ({ from: today, to: addDays(today, 29) }) },
  { label: 'From today on', range: (today) => ({ from: today, to: null }) },
  { label: 'Last 7 days', range: (today) => ({ from: addDays(today, -6), to: today }) },
  { label: 'Last 30 days', range: (today) => ({ from: addDays(today, -29), to: today }) },
];

/** A range as text, such as `24–27 Nov 2026` or `from 24 Nov 2026`. */
export function rangeText(locale: string, { from, to }: DayRange): string {
  if (from && to) return formatDays(locale, from, to);
  return from ? `from ${formatDay(locale, from)}` : `until ${formatDay(locale, to ?? '')}`;
}
