'use client';

import { useLocale, useOrganizationTimeZone } from '#components/regional.tsx';
import { StackedBars } from '#components/stacked-bars.tsx';
import type { ActivityStep } from './endpoint-query.ts';

const SERIES = [
  { name: 'Accepted', color: 'teal.7' },
  { name: 'Failed', color: 'red.7' },
];

type ActivityChartProps = { steps: ActivityStep[]; hours: number; height: number };

/** A bar chart of accepted and failed attempts; the text beside it gives the same figures. */
export function ActivityChart({ steps, hours, height }: ActivityChartProps) {
  const locale = useLocale();
  const timeZone = useOrganizationTimeZone();
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    ...(hours > 24 ? ({ day: 'numeric', month: 'short' } as const) : {}),
    ...(hours < 720 ? ({ hour: '2-digit', minute: '2-digit' } as const) : {}),
  });
  const data = steps.map(({ from, succeeded, failed }) => ({
    label: format.format(new Date(from)),
    Accepted: succeeded,
    Failed: failed,
  }));
  return <StackedBars data={data} series={SERIES} grid="x" height={height} />;
}
