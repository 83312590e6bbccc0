'use client';

import { Text } from '@mantine/core';
import { useLocale, useOrganizationTimeZone } from '#components/regional.tsx';
import { dateFormat, formatInstantDay, formatInstantTime, zoneName } from '#lib/format.ts';

const sameMeaning = { suppressHydrationWarning: true };

type MomentProps = {
  instant: string;
  stacked?: boolean;
  /** Omits the time zone, which the column header shows (`ZoneNow`), and the year if it is the current one. */
  isBrief?: boolean;
};

/** An instant to the second in the organization's time zone. */
export function Moment({ instant, stacked, isBrief = false }: MomentProps) {
  const locale = useLocale();
  const timeZone = useOrganizationTimeZone();
  const zone = zoneName(locale, timeZone, instant);
  // Around a daylight saving change, a list contains times with two zone names.
  const isOfNow = zone === zoneName(locale, timeZone, new Date().toISOString());
  return (
    <time dateTime={instant} className="tabular" style={{ whiteSpace: 'nowrap' }} {...sameMeaning}>
      {isBrief ? briefDay(locale, instant, timeZone) : formatInstantDay(locale, instant, timeZone)}
      {stacked ? <br /> : ' '}
      <Text span inherit c="dimmed">
        {formatInstantTime(locale, instant, timeZone, 'medium')}
        {(!isBrief || !isOfNow) && ` ${zone}`}
      </Text>
    </time>
  );
}

/** The current name of the organization's time zone, for headers of columns with brief moments. */
export function ZoneNow() {
  const locale = useLocale();
  const timeZone = useOrganizationTimeZone();
  return (
    <Text span inherit fw={400} title={timeZone} {...sameMeaning}>
      {zoneName(locale, timeZone, new Date().toISOString())}
    </Text>
  );
}

function briefDay(locale: string, instant: string, timeZone: string): string {
  const yearOf = (date: Date) => dateFormat('en', { timeZone, year: 'numeric' }).format(date);
  const date = new Date(instant);
  if (yearOf(date) !== yearOf(new Date())) return formatInstantDay(locale, instant, timeZone);
  return dateFormat(locale, { timeZone, day: 'numeric', month: 'short' }).format(date);
}
