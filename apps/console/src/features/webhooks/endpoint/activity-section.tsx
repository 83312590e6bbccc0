'use client';

import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { Section } from '#components/section.tsx';
import { countText } from '#lib/count-text.ts';
import { problemText } from '#lib/problem-text.ts';
import { successShare, totalOf } from '../endpoint-health.ts';
import { type ActivityStep, endpointActivityQuery } from './endpoint-query.ts';

const HEIGHT = 180;

// The chart is the largest module of the page.
const ActivityChart = dynamic(() => import('./activity-chart.tsx').then((module) => module.ActivityChart), {
  ssr: false,
  loading: () => <Skeleton height={HEIGHT} />,
});

const SPANS = {
  '24': { label: '24 hours', hours: 24, steps: 24 },
  '168': { label: '7 days', hours: 168, steps: 28 },
  '720': { label: '30 days', hours: 720, steps: 30 },
};
type SpanKey = keyof typeof SPANS;
const isSpanKey = (key: string): key is SpanKey => Object.hasOwn(SPANS, key);

/** The health of an endpoint over time. */
export function ActivitySection({ endpointId }: { endpointId: number }) {
  const timeZone = useOrganizationTimeZone();
  const [key, setKey] = useState<SpanKey>('24');
  const { label, ...span } = SPANS[key];
  const { data: steps, error } = useQuery(endpointActivityQuery(endpointId, span));
  return (
    <Section
      title="Health over time"
      aside={
        <SegmentedControl
          size="xs"
          aria-label="Time span"
          value={key}
          onChange={(next) => isSpanKey(next) && setKey(next)}
          data={Object.entries(SPANS).map(([value, one]) => ({ value, label: one.label }))}
        />
      }
    >
      {steps ? (
        <>
          <Text size="sm" mb="sm">
            {summary(steps, label)} Times are in {timeZone}.
          </Text>
          {totalOf(steps).succeeded + totalOf(steps).failed > 0 && (
            <ActivityChart steps={steps} hours={span.hours} height={HEIGHT} />
          )}
        </>
      ) : error ? (
        <Text size="sm" role="alert">
          {problemText(error)}
        </Text>
      ) : (
        <Skeleton height={HEIGHT + 30} />
      )}
    </Section>
  );
}

/** The figures of the chart as text. */
function summary(steps: ActivityStep[], span: string): string {
  const total = totalOf(steps);
  const share = successShare(total);
  if (share === undefined) return `No events were sent in the last ${span}.`;
  const medians = steps.flatMap(({ medianMs }) => (medianMs === null ? [] : [medianMs]));
  const [least, max] = [Math.min(...medians), Math.max(...medians)].map((ms) => ms.toLocaleString('en'));
  const time = least === max ? `${least} ms (median)` : `${least} to ${max} ms (medians)`;
  const attempts = countText(total.succeeded + total.failed, { one: '# attempt', other: '# attempts' });
  return `${share} of ${attempts} accepted, ${total.failed.toLocaleString('en')} failed. Response time: ${time}. Redeliveries and tests don’t count.`;
}
