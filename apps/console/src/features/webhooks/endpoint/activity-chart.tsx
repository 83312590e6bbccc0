'use client';

import { useLingui } from '@lingui/react/macro';
import { useLocale, useOrganizationTimeZone } from '#components/regional.tsx';
import { StackedBars } from '#components/stacked-bars.tsx';
import { dateFormat } from '#lib/format.ts';
import type { ActivityStep } from './endpoint-query.ts';

type ActivityChartProps = { steps: ActivityStep[]; hours: number; height: number };

/** A bar chart of accepted and failed attempts; the text beside it gives the same figures. */
export function ActivityChart({ steps, hours, height }: ActivityChartProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const timeZone = useOrganizationTimeZone();
  const format = dateFormat(locale, {
    timeZone,
    ...(hours > 24 ? ({ day: 'numeric', month: 'short' } as const) : {}),
    ...(hours < 720 ? ({ hour: '2-digit', minute: '2-digit' } as const) : {}),
  });
  const data = steps.map(({ from, succeeded, failed }) => ({
    label: format.format(new Date(from)),
    counts: { succeeded, failed },
  }));
  const series = [
    { name: 'succeeded', label: t`Accepted`, color: 'teal.7' },
    { name: 'failed', label: t`Failed`, color: 'red.7' },
  ];
  return <StackedBars data={data} series={series} height={height} />;
}
