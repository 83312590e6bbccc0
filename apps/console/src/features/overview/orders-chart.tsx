'use client';

import '@mantine/charts/styles.css';

import { BarChart } from '@mantine/charts';
import { useLocale } from '#components/regional.tsx';
import type { OrdersOfDay } from './overview-query.ts';

/** Bars of the orders of each day; the same figures stand beside it as a table. */
export function OrdersChart({ days, height }: { days: OrdersOfDay[]; height: number }) {
  const locale = useLocale();
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
  return (
    <div aria-hidden>
      <BarChart
        h={height}
        data={days.map(({ date, made, booked }) => ({
          date: format.format(new Date(`${date}T00:00:00Z`)),
          Booked: booked,
          'Not booked': made - booked,
        }))}
        dataKey="date"
        type="stacked"
        series={[
          { name: 'Booked', color: 'indigo.6' },
          { name: 'Not booked', color: 'gray.5' },
        ]}
        withLegend
        legendProps={{ verticalAlign: 'bottom', height: 28 }}
        gridAxis="y"
        tickLine="none"
        xAxisProps={{ minTickGap: 24 }}
        yAxisProps={{ allowDecimals: false, width: 36 }}
        // Its own way through the bars by keyboard says less than the table.
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false }}
      />
    </div>
  );
}
