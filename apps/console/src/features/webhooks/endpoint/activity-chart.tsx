'use client';

import { useLocale, useOfficeTimeZone } from '#components/regional.tsx';
import { StackedBars } from '#components/stacked-bars.tsx';
import type { ActivityStep } from './endpoint-query.ts';

const SERIES = [
  { name: 'Taken', color: 'teal.7' },
  { name: 'Failed', color: 'red.7' },
];

type ActivityChartProps = { steps: ActivityStep[]; hours: number; height: number };

/** Bars of what was taken and what failed; what they say stands beside them in words. */
export function ActivityChart({ steps, hours, height }: ActivityChartProps) {
  const locale = useLocale();
  const timeZone = useOfficeTimeZone();
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    ...(hours > 24 ? ({ day: 'numeric', month: 'short' } as const) : {}),
    ...(hours < 720 ? ({ hour: '2-digit', minute: '2-digit' } as const) : {}),
  });
  const data = steps.map(({ from, succeeded, failed }) => ({
    label: format.format(new Date(from)),
    Taken: succeeded,
    Failed: failed,
  }));
  return <StackedBars data={data} series={SERIES} grid="x" height={height} />;
}
