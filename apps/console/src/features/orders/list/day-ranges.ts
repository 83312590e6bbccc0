import { addDays } from '#lib/format.ts';

/** Two days, both included; null where the range is open. */
export type DayRange = { from: string | null; to: string | null };

/** The ranges that staff ask for by name, counted from today. */
export const DAY_RANGES: { label: string; range: (today: string) => DayRange }[] = [
  { label: 'Any day', range: () => ({ from: null, to: null }) },
  { label: 'Today', range: (today) => ({ from: today, to: today }) },
  { label: 'Tomorrow', range: (today) => ({ from: addDays(today, 1), to: addDays(today, 1) }) },
  { label: 'Next 7 days', range: (today) => ({ from: today, to: addDays(today, 6) }) },
  { label: 'Next 30 days', range: (today) => ({ from: today, to: addDays(today, 29) }) },
  { label: 'From today on', range: (today) => ({ from: today, to: null }) },
  { label: 'Last 7 days', range: (today) => ({ from: addDays(today, -6), to: today }) },
  { label: 'Last 30 days', range: (today) => ({ from: addDays(today, -29), to: today }) },
];
