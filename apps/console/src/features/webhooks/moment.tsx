'use client';

import { Text } from '@mantine/core';
import { useLocale, useOfficeTimeZone } from '#components/regional.tsx';
import { formatInstantDay, formatInstantTime, zoneName } from '#lib/format.ts';

/** An instant to the second, by the clock of the office. */
export function Moment({ instant, stacked }: { instant: string; stacked?: boolean }) {
  const locale = useLocale();
  const timeZone = useOfficeTimeZone();
  return (
    <time dateTime={instant} className="tabular" style={{ whiteSpace: 'nowrap' }} suppressHydrationWarning>
      {formatInstantDay(locale, instant, timeZone)}
      {stacked ? <br /> : ' '}
      <Text span inherit c="dimmed">
        {formatInstantTime(locale, instant, timeZone, 'medium')} {zoneName(locale, timeZone, instant)}
      </Text>
    </time>
  );
}
