import { dateFormat, isDay } from './format.ts';

/*
 * A local minute, `2026-11-20T15:30`: the value of `datetime-local` inputs. A time zone is needed to convert it to an
 * instant.
 */

/** Whether a text is a valid local minute. */
export function isLocalMinute(text: string): boolean {
  const [day = '', time = '', more] = text.split('T');
  return more === undefined && isDay(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
}

/** The local minute of an instant in a time zone. */
export function localMinute(instant: Date, timeZone: string): string {
  const parts = dateFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return parts.format(instant).replace(' ', 'T');
}

/**
 * The instant of a local minute in a time zone, in ISO 8601. Returns the first of two instants at the end of daylight
 * saving time; shifts a minute in the skipped hour forward by the length of the gap.
 */
export function instantOf(minute: string, timeZone: string): string {
  const asUtc = Date.parse(`${minute}:00Z`);
  const offsetAt = (instant: number) => Date.parse(`${localMinute(new Date(instant), timeZone)}:00Z`) - instant;
  // The offset changes at most once within a day on either side, so the correct one applies before or after the minute.
  const [before, after] = [offsetAt(asUtc - DAY), offsetAt(asUtc + DAY)];
  const fits = [asUtc - before, asUtc - after].find((instant) => offsetAt(instant) === asUtc - instant);
  return new Date(fits ?? asUtc - before).toISOString();
}

const DAY = 86_400_000;
