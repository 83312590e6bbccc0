import { addDays } from '#lib/format.ts';

/** The month `YYYY-MM` this many `months` later; earlier if negative. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const date = new Date(Date.UTC(year, number - 1 + months, 1));
  return date.toISOString().slice(0, 7);
}

/** The first and the last day of a month. */
export const daysOf = (month: string) => ({
  first: `${month}-01`,
  last: addDays(`${addMonths(month, 1)}-01`, -1),
});

/** The days of a month in weeks that start on Monday; null represents a day of another month. */
export function weeksOf(month: string): (string | null)[][] {
  const { first, last } = daysOf(month);
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const days: (string | null)[] = Array.from({ length: before }, () => null);
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  while (days.length % 7 !== 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}
