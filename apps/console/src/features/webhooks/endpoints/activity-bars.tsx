import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { useLocale } from '#components/regional.tsx';
import { formatCount } from '#lib/format.ts';
import { successShare, totalOf } from '../endpoint-health.ts';
import classes from './activity-bars.module.css';

const [WIDTH, HEIGHT, GAP] = [96, 22, 1];

type ActivityBarsProps = { steps: { from: string; succeeded: number; failed: number }[] };

/** A small bar chart of an endpoint's last hours: accepted attempts below, failed attempts above. */
export function ActivityBars({ steps }: ActivityBarsProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const total = totalOf(steps);
  const share = successShare(locale, total);
  if (share === undefined) {
    return (
      <Text inherit c="dimmed">
        <Trans>Nothing sent</Trans>
      </Text>
    );
  }
  const attempts = total.succeeded + total.failed;
  const [accepted, rejected] = [total.succeeded, total.failed].map((count) => formatCount(locale, count));
  const highest = Math.max(...steps.map(({ succeeded, failed }) => succeeded + failed));
  const width = WIDTH / steps.length;
  const tall = (count: number) => (count === 0 ? 0 : Math.max(2, (count / highest) * HEIGHT));
  return (
    <Group gap={10} wrap="nowrap">
      <svg
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={t`${accepted} accepted, ${rejected} failed`}
        className={classes.bars}
      >
        {steps.map(({ from, succeeded, failed }, index) => {
          const [good, bad] = [Math.min(tall(succeeded), HEIGHT - (failed > 0 ? 2 : 0)), tall(failed)];
          return (
            <g key={from}>
              <rect x={index * width} y={HEIGHT - 1} width={width - GAP} height={1} className={classes.ground} />
              <rect x={index * width} y={HEIGHT - good} width={width - GAP} height={good} className={classes.good} />
              <rect
                x={index * width}
                y={Math.max(0, HEIGHT - good - bad)}
                width={width - GAP}
                height={Math.min(bad, HEIGHT - good)}
                className={classes.bad}
              />
            </g>
          );
        })}
      </svg>
      <span className="tabular">
        {share}
        <Text span inherit c="dimmed">
          {' '}
          <Plural value={attempts} one="of # attempt" other="of # attempts" />
        </Text>
      </span>
    </Group>
  );
}
