import { isDay } from './format.ts';

/*
 * A minute of a clock on the wall, `2026-11-20T15:30`: what people type into fields for times, and what such a field
 * holds. Which instant it is, the time zone of the clock says.
 */

/** Whether a text is a minute that the calendar has. */
export function isLocalMinute(text: string): boolean {
  const [day = '', time = '', more] = text.split('T');
  return more === undefined && isDay(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
}

/** What a clock in a time zone shows at an instant. */
export function localMinute(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return parts.format(instant).replace(' ', 'T');
}

/**
 * The instant at which a clock in a time zone shows a minute, in ISO 8601. Of two such instants (when the clock is put
 * back) the first, and of a minute that is skipped the one as much later.
 */
export function instantOf(minute: string, timeZone: string): string {
  const asUtc = Date.parse(`${minute}:00Z`);
  const offsetAt = (instant: number) => Date.parse(`${localMinute(new Date(instant), timeZone)}:00Z`) - instant;
  // Offsets change at most once within a day on either side: the right one is in force before or after the minute.
  const [before, after] = [offsetAt(asUtc - DAY), offsetAt(asUtc + DAY)];
  const fits = [asUtc - before, asUtc - after].find((instant) => offsetAt(instant) === asUtc - instant);
  return new Date(fits ?? asUtc - before).toISOString();
}

const DAY = 86_400_000;
