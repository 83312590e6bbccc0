'use client';

import { formatDay, formatInstantDay, formatInstantTime, formatTime, zoneName } from '#lib/format.ts';
import { useLocale } from './regional.tsx';

// The server and the browser may have different versions of the locale data; suppress the hydration warning.
const sameMeaning = { suppressHydrationWarning: true };

/** A local day. */
export function Day({ day, long = false }: { day: string; long?: boolean }) {
  const locale = useLocale();
  return (
    <time dateTime={day} {...sameMeaning}>
      {formatDay(locale, day, long ? 'long' : 'short')}
    </time>
  );
}

/** A local time of day. */
export function TimeOfDay({ time }: { time: string }) {
  const locale = useLocale();
  return (
    <time dateTime={time.slice(0, 5)} {...sameMeaning}>
      {formatTime(locale, time)}
    </time>
  );
}

/** The short name of a time zone at an instant; the full name is in the tooltip. */
export function Zone({ timeZone, instant }: { timeZone: string; instant: string }) {
  const locale = useLocale();
  return (
    <abbr title={timeZone} style={{ textDecoration: 'none' }} {...sameMeaning}>
      {zoneName(locale, timeZone, instant)}
    </abbr>
  );
}

/** An instant in a time zone: the day, and below or beside it the time with the zone. */
export function Instant({ instant, timeZone, stacked }: { instant: string; timeZone: string; stacked?: boolean }) {
  const locale = useLocale();
  return (
    <time dateTime={instant} className="tabular unbroken" {...sameMeaning}>
      {formatInstantDay(locale, instant, timeZone)}
      {stacked ? <br /> : ' '}
      <span className="dimmed">
        {formatInstantTime(locale, instant, timeZone)} {zoneName(locale, timeZone, instant)}
      </span>
    </time>
  );
}
