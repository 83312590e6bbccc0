/**
 * Formats dates, times and amounts for display in a locale. Days (`YYYY-MM-DD`) and times of day (`HH:MM:SS`) are local
 * and are never converted to another time zone.
 */

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

/** The format of dates and times, kept: its construction takes longer than a hundred uses. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(dateFormats, [locale, options], () => new Intl.DateTimeFormat(locale, options));
}

function numberFormat(locale: string, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(numberFormats, [locale, options], () => new Intl.NumberFormat(locale, options));
}

function kept<Format>(formats: Map<string, Format>, by: unknown[], make: () => Format): Format {
  const key = JSON.stringify(by);
  const format = formats.get(key) ?? make();
  formats.set(key, format);
  return format;
}

/** A day, such as `24 Nov 2026`; `long` adds the weekday. */
export function formatDay(locale: string, day: string, length: 'short' | 'long' = 'short'): string {
  return dateFormat(locale, {
    timeZone: 'UTC',
    weekday: length === 'long' ? 'short' : undefined,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(new Date(`${day}T00:00:00Z`));
}

/** A range of days, such as `24–27 Nov 2026`. */
export function formatDays(locale: string, from: string, to: string): string {
  const format = dateFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
  return format.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));
}

/** A weekday by its ISO number, such as `Monday` for 1. */
export function formatWeekday(locale: string, weekday: number): string {
  // 1 January 2001 is a Monday.
  return dateFormat(locale, { timeZone: 'UTC', weekday: 'long' }).format(Date.UTC(2001, 0, weekday));
}

/** A range of local readings (`YYYY-MM-DD HH:MM:SS`), such as `24 Nov 2026, 14:00 – 18:00`. */
export function formatReadings(locale: string, from: string, until: string): string {
  const format = dateFormat(locale, { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' });
  const [start, end] = [from, until].map((reading) => new Date(`${reading.replace(' ', 'T')}Z`));
  return format.formatRange(start ?? 0, end ?? 0);
}

/** A time of day, such as `09:30` or `9:30 AM`. */
export function formatTime(locale: string, time: string): string {
  return dateFormat(locale, { timeZone: 'UTC', timeStyle: 'short' }).format(new Date(`2000-01-01T${time}Z`));
}

/** The day of an instant in a time zone. */
export function formatInstantDay(locale: string, instant: string, timeZone: string): string {
  return dateFormat(locale, { timeZone, day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(instant));
}

/** The time of an instant in a time zone, to the minute or (`medium`) to the second. */
export function formatInstantTime(
  locale: string,
  instant: string,
  timeZone: string,
  timeStyle: 'short' | 'medium' = 'short',
): string {
  return dateFormat(locale, { timeZone, timeStyle }).format(new Date(instant));
}

/** The short name of a time zone at an instant, such as `CET` or `GMT+4`. */
export function zoneName(locale: string, timeZone: string, instant: string): string {
  const parts = dateFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(new Date(instant));
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
}

/** Splits a local date and time (`YYYY-MM-DD HH:MM:SS`) into day and time. */
export function splitLocal(local: string): { day: string; time: string } {
  const [day = '', time = ''] = local.split(/[ T]/);
  return { day, time };
}

/** An amount in its currency, such as `€1,234.50`. */
export function formatMoney(locale: string, amount: number, currency: string): string {
  try {
    return numberFormat(locale, { style: 'currency', currency }).format(amount);
  } catch {
    return `${amount.toFixed(2)} ${currency}`;
  }
}

/** A number of things, such as `1,234`. */
export const formatCount = (locale: string, count: number): string => numberFormat(locale).format(count);

/** The current day in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, now: Date): string {
  return dateFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
}

/** The day this many `days` later; earlier if negative. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Whether a text is a valid day `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
