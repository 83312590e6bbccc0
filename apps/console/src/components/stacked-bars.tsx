import { ColorSwatch, Group, Text } from '@mantine/core';
import { formatCount } from '#lib/format.ts';
import { labelledBars, ticksOf } from './bar-axes.ts';
import { useLocale } from './regional.tsx';
import classes from './stacked-bars.module.css';

type Row = { label: string; counts: Record<string, number> };

type StackedBarsProps = {
  /** A row for each bar: its label, and a number for each series by its name. */
  data: Row[];
  /** From the ground up; `color` is a color of the theme with its shade, such as `teal.7`. */
  series: { name: string; label: string; color: string }[];
  height: number;
};

const LEGEND_HEIGHT = 32;
/** The share of a bar's place that is between two bars. */
const GAP = 0.2;
/** Room for the upper half of the highest tick, and for the labels below. */
const [TOP, BOTTOM] = [8, 22];

/**
 * A bar chart over time. The page must show the same figures as text: the chart is not accessible. It is drawn here
 * because a library for charts was a quarter of the scripts of the first page.
 */
export function StackedBars({ data, series, height }: StackedBarsProps) {
  const locale = useLocale();
  // Labels are not unique: an hour occurs twice when daylight saving ends.
  const bars = data.map((row, index) => ({ ...row, index }));
  const totals = data.map(({ counts }) => series.reduce((sum, { name }) => sum + (counts[name] ?? 0), 0));
  const ticks = ticksOf(Math.max(0, ...totals));
  const ground = height - LEGEND_HEIGHT - BOTTOM;
  const tall = (count: number) => (count / Math.max(...ticks)) * (ground - TOP);
  const place = 100 / data.length;
  const percent = (share: number) => `${share * place}%`;
  return (
    <div aria-hidden>
      <div className={classes.chart}>
        <svg aria-hidden width="100%" height={height - LEGEND_HEIGHT}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1="0" x2="100%" y1={ground - tall(tick)} y2={ground - tall(tick)} className={classes.tick} />
              <text x={-8} y={ground - tall(tick)} dy="0.32em" textAnchor="end" suppressHydrationWarning>
                {formatCount(locale, tick)}
              </text>
            </g>
          ))}
          {bars.map(({ label, counts, index }) => (
            <g key={index}>
              <title suppressHydrationWarning>
                {[label, ...series.map((one) => `${one.label}: ${formatCount(locale, counts[one.name] ?? 0)}`)].join(
                  '\n',
                )}
              </title>
              <rect x={percent(index)} y={TOP} width={percent(1)} height={ground - TOP} fill="transparent" />
              {series.map(({ name, color }, level) => {
                const below = series.slice(0, level).reduce((sum, other) => sum + (counts[other.name] ?? 0), 0);
                const own = tall(counts[name] ?? 0);
                return (
                  <rect
                    key={name}
                    x={percent(index + GAP / 2)}
                    y={ground - tall(below) - own}
                    width={percent(1 - GAP)}
                    height={own}
                    fill={themeColor(color)}
                  />
                );
              })}
            </g>
          ))}
          {labelledBars(data.map(({ label }) => label)).map((index) => (
            <text
              key={index}
              x={percent(index + 0.5)}
              y={height - LEGEND_HEIGHT - 4}
              textAnchor="middle"
              suppressHydrationWarning
            >
              {data[index]?.label}
            </text>
          ))}
        </svg>
      </div>
      <Group h={LEGEND_HEIGHT} gap="md" justify="flex-end" align="center">
        {series.map(({ name, label, color }) => (
          <Group key={name} gap={6} wrap="nowrap">
            <ColorSwatch size={10} color={themeColor(color)} withShadow={false} />
            <Text size="sm">{label}</Text>
          </Group>
        ))}
      </Group>
    </div>
  );
}

const themeColor = (color: string) => `var(--mantine-color-${color.replace('.', '-')})`;
