/*
 * Calendar days of the demo world as texts `YYYY-MM-DD`, whose text order is the order in time.
 */

const MILLISECONDS_OF_A_DAY = 86_400_000;

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * MILLISECONDS_OF_A_DAY).toISOString().slice(0, 10);
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/** Whole days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MILLISECONDS_OF_A_DAY);
}

/** January the first of the year `years` after the one of `date`. */
export function newYear(date: string, years: number): string {
  return `${String(Number(date.slice(0, 4)) + years).padStart(4, '0')}-01-01`;
}

/** A time of day some minutes before (negative) or after another, kept within the day. */
export function shiftTime(time: string, minutes: number): string {
  const total = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) + minutes;
  const within = Math.max(0, Math.min(total, 24 * 60 - 1));
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`;
}
