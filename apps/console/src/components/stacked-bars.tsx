'use client';

import '@mantine/charts/styles.css';

import { BarChart } from '@mantine/charts';
import { ColorSwatch, Group, Text } from '@mantine/core';

type StackedBarsProps = {
  /** A row for each bar: its `label`, and a number for each series by its name. */
  data: Record<string, string | number>[];
  series: { name: string; label: string; color: string }[];
  grid: 'x' | 'y';
  height: number;
};

const LEGEND_HEIGHT = 32;

/** A bar chart over time. The page must show the same figures as text: the chart is not accessible. */
export const StackedBars = ({ data, series, grid, height }: StackedBarsProps) => (
  // The chart may be measured while its container is still wider; clip it so that it does not overlap its neighbours.
  <div aria-hidden style={{ minWidth: 0, overflow: 'hidden' }}>
    <BarChart
      h={height - LEGEND_HEIGHT}
      data={data}
      dataKey="label"
      type="stacked"
      series={series}
      gridAxis={grid}
      tickLine="none"
      // Equidistant ticks: a missing tick in the middle would make the axis look uneven.
      xAxisProps={{ minTickGap: 24, interval: 'equidistantPreserveStart' }}
      yAxisProps={{ allowDecimals: false, width: 36, interval: 0 }}
      // The chart's own keyboard navigation is less useful than the text beside it.
      // The margin has room for the upper half of the highest tick.
      barChartProps={{ accessibilityLayer: false, margin: { top: 8 } }}
      barProps={{ isAnimationActive: false }}
    />
    <Group h={LEGEND_HEIGHT} gap="md" justify="flex-end" align="center">
      {series.map(({ name, label, color }) => (
        <Group key={name} gap={6} wrap="nowrap">
          <ColorSwatch size={10} color={`var(--mantine-color-${color.replace('.', '-')})`} withShadow={false} />
          <Text size="sm">{label}</Text>
        </Group>
      ))}
    </Group>
  </div>
);
