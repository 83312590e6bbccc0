import { Temporal } from 'temporal-polyfill';

/*
 * Calendar dates and times of day are represented as JS dates, as Prisma reads them: a `date` is its midnight in UTC, a
 * `time` is that time on 1970-01-01 in UTC, a wall-clock `timestamp` is that reading in UTC. Only these functions
 * depend on this representation.
 */

/** `YYYY-MM-DD` of a calendar date. */
export const dateText = (date: Date): string => date.toISOString().slice(0, 10);

/** `HH:MM:SS` of a time of day. */
export const timeText = (time: Date): string => time.toISOString().slice(11, 19);

/** Minutes after midnight of a time of day. */
export const minutesOf = (time: Date): number => time.getUTCHours() * 60 + time.getUTCMinutes();

/** The calendar date of a text `YYYY-MM-DD`; undefined unless it is a valid date. */
export function parseDate(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || dateText(date) !== text ? undefined : date;
}

/** The time of day of a text `HH:MM` or `HH:MM:SS`; undefined unless it is a valid time. */
export function parseTime(text: string): Date | undefined {
  if (!/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text)) return undefined;
  return new Date(`1970-01-01T${text.length === 5 ? `${text}:00` : text}Z`);
}

/** The wall-clock reading of a text `YYYY-MM-DD HH:MM`, also with seconds or a `T`; undefined unless it is valid. */
export function parseReading(text: string): Date | undefined {
  const [, day = '', at = ''] = /^(\S{10})[ T](\S{5,8})$/.exec(text) ?? [];
  const [date, time] = [parseDate(day), parseTime(at)];
  return date && time && wallClock(date, time);
}

/** An instant, rounded down to the second. */
export const wholeSecond = (instant: Date): Date => new Date(Math.floor(instant.getTime() / 1_000) * 1_000);

/** The calendar date at an instant in a time zone. */
export function dateAt(instant: Date, timeZone: string): Date {
  return wallClockAt(instant, timeZone).date;
}

/** The wall clock at an instant in a time zone, as a calendar date and a time of day. */
export function wallClockAt(instant: Date, timeZone: string): { date: Date; time: Date } {
  const local = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  return {
    date: new Date(`${local.toPlainDate().toString()}T00:00:00Z`),
    time: new Date(`1970-01-01T${local.toPlainTime().toString({ smallestUnit: 'second' })}Z`),
  };
}

/**
 * The instant at which the clock of a time zone shows a wall-clock reading; a gap or a repeated hour follows RFC 5545.
 */
export function instantOf(wallClock: Date, timeZone: string): Date {
  const local = Temporal.PlainDateTime.from(wallClock.toISOString().slice(0, 19));
  return new Date(local.toZonedDateTime(timeZone).epochMilliseconds);
}

/** A calendar date and a time of day as one wall-clock reading. */
export function wallClock(date: Date, time: Date): Date {
  return new Date(date.getTime() + time.getTime());
}

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('0001-01-01');
const LAST_DAY = Date.parse('9999-12-31');

/** The nearest time within the years 1 to 9999: neither `YYYY-MM-DD` nor Postgres can represent other days. */
export const sayable = (time: number): Date => new Date(Math.min(Math.max(time, FIRST_DAY), LAST_DAY));

/** The date `days` later, within the years 1 to 9999. */
export function addDays(date: Date, days: number): Date {
  return sayable(date.getTime() + days * DAY_MS);
}

/** The number of days from one calendar date to another. */
export const daysBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / DAY_MS;

/**
 * The same day `months` later (or earlier), or the last day of that month where it is shorter; within the years 1 to
 * 9999.
 */
export function addMonths(date: Date, months: number): Date {
  const day = Temporal.PlainDate.from(dateText(date)).add({ months });
  return sayable(Date.parse(`${day.toString()}T00:00:00Z`));
}

/** The current calendar dates in the given IANA time zones, each with its time zones. */
export function todayByZone(now: Date, zones: readonly string[]): { date: Date; timeZones: string[] }[] {
  const days = new Map<number, string[]>();
  for (const zone of zones) {
    const day = dateAt(now, zone).getTime();
    const sameDay = days.get(day);
    if (sameDay) sameDay.push(zone);
    else days.set(day, [zone]);
  }
  return [...days].map(([day, timeZones]) => ({ date: new Date(day), timeZones }));
}

/** Whether a text is the name of a time zone in the IANA database, current or former. */
export function isTimeZone(text: string): boolean {
  // Intl also accepts offsets and abbreviations, which Postgres interprets differently or rejects.
  if (text !== 'UTC' && !/^[A-Z][A-Za-z]+(\/[A-Za-z0-9_+-]+)+$/.test(text)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }));
  } catch {
    return false;
  }
}
