'use client';

import { formatDay, formatInstantDay, formatInstantTime, formatTime, zoneName } from '#lib/format.ts';
import { useLocale } from './regional.tsx';

// The server and a browser may know a language in different versions; that is no fault to warn of.
const sameMeaning = { suppressHydrationWarning: true };

/** A day of the place's calendar. */
export function Day({ day, long = false }: { day: string; long?: boolean }) {
  const locale = useLocale();
  return (
    <time dateTime={day} {...sameMeaning}>
      {formatDay(locale, day, long ? 'long' : 'short')}
    </time>
  );
}

/** A time of the place's clock. */
export function TimeOfDay({ time }: { time: string }) {
  const locale = useLocale();
  return (
    <time dateTime={time.slice(0, 5)} {...sameMeaning}>
      {formatTime(locale, time)}
    </time>
  );
}

/** What the clock of a place is called at an instant; the zone's full name is in the tooltip. */
export function Zone({ timeZone, instant }: { timeZone: string; instant: string }) {
  const locale = useLocale();
  return (
    <abbr title={timeZone} style={{ textDecoration: 'none' }} {...sameMeaning}>
      {zoneName(locale, timeZone, instant)}
    </abbr>
  );
}

/** An instant by the clock of a time zone: the day, and below or beside it the time with the zone. */
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
