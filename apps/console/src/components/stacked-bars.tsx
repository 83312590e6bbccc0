'use client';

import '@mantine/charts/styles.css';

import { BarChart } from '@mantine/charts';

type StackedBarsProps = {
  /** A row for each bar: its `label`, and a number for each series. */
  data: Record<string, string | number>[];
  series: { name: string; color: string }[];
  grid: 'x' | 'y';
  height: number;
};

/** Bars over time. What they say must stand beside them, too: nobody reads them by ear or by keyboard. */
export const StackedBars = ({ data, series, grid, height }: StackedBarsProps) => (
  // Measured while its place is still wider, it must not lie over what stands beside it.
  <div aria-hidden style={{ minWidth: 0, overflow: 'hidden' }}>
    <BarChart
      h={height}
      data={data}
      dataKey="label"
      type="stacked"
      series={series}
      withLegend
      legendProps={{ verticalAlign: 'bottom', height: 28 }}
      gridAxis={grid}
      tickLine="none"
      // Ticks at even distances: one left out in the middle would look like a bend of the axis.
      xAxisProps={{ minTickGap: 24, interval: 'equidistantPreserveStart' }}
      yAxisProps={{ allowDecimals: false, width: 36, interval: 0 }}
      // Its own way through the bars by keyboard says less than the words beside it.
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false }}
    />
  </div>
);
