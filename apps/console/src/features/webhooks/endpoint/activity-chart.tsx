'use client';

import '@mantine/charts/styles.css';

import { BarChart } from '@mantine/charts';
import { useLocale, useOfficeTimeZone } from '#components/regional.tsx';
import type { ActivityStep } from './endpoint-query.ts';

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
  return (
    <div aria-hidden>
      <BarChart
        h={height}
        data={steps.map(({ from, succeeded, failed }) => ({
          from: format.format(new Date(from)),
          Taken: succeeded,
          Failed: failed,
        }))}
        dataKey="from"
        type="stacked"
        series={[
          { name: 'Taken', color: 'teal.7' },
          { name: 'Failed', color: 'red.7' },
        ]}
        withLegend
        legendProps={{ verticalAlign: 'bottom', height: 28 }}
        gridAxis="x"
        tickLine="none"
        xAxisProps={{ minTickGap: 24 }}
        yAxisProps={{ allowDecimals: false, width: 36 }}
        // Its own way through the bars by keyboard says less than the words beside it.
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false }}
      />
    </div>
  );
}
