'use client';

import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale, useOrganizationTimeZone } from '#components/regional.tsx';
import { Section } from '#components/section.tsx';
import { formatCount } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { successShare, totalOf } from '../endpoint-health.ts';
import { ActivityChart } from './activity-chart.tsx';
import { type ActivityStep, endpointActivityQuery, ONE_DAY } from './endpoint-query.ts';

const HEIGHT = 180;

const SPANS = {
  '24': { label: msg`24 hours`, none: msg`No events were sent in the last 24 hours.`, ...ONE_DAY },
  '168': { label: msg`7 days`, none: msg`No events were sent in the last 7 days.`, hours: 168, steps: 28 },
  '720': { label: msg`30 days`, none: msg`No events were sent in the last 30 days.`, hours: 720, steps: 30 },
};
type SpanKey = keyof typeof SPANS;
const isSpanKey = (key: string): key is SpanKey => Object.hasOwn(SPANS, key);

/** The health of an endpoint over time. */
export function ActivitySection({ endpointId }: { endpointId: number }) {
  const { t, i18n } = useLingui();
  const locale = useLocale();
  const timeZone = useOrganizationTimeZone();
  const [key, setKey] = useState<SpanKey>('24');
  const { none, hours, steps: count } = SPANS[key];
  const { data: steps, error } = useQuery(endpointActivityQuery(endpointId, { hours, steps: count }));
  return (
    <Section
      title={t`Health over time`}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t`Time span`}
          value={key}
          onChange={(next) => isSpanKey(next) && setKey(next)}
          data={Object.entries(SPANS).map(([value, one]) => ({ value, label: t(one.label) }))}
        />
      }
    >
      {steps ? (
        <>
          <Text size="sm" mb="sm">
            {figures(i18n, locale, steps) ?? t(none)} <Trans>Times are in {timeZone}.</Trans>
          </Text>
          {totalOf(steps).succeeded + totalOf(steps).failed > 0 && (
            <ActivityChart steps={steps} hours={hours} height={HEIGHT} />
          )}
        </>
      ) : error ? (
        <Text size="sm" role="alert">
          {problemText(i18n, error)}
        </Text>
      ) : (
        <Skeleton height={HEIGHT + 30} />
      )}
    </Section>
  );
}

/** The figures of the chart as text; undefined without attempts. */
function figures(i18n: I18n, locale: string, steps: ActivityStep[]): string | undefined {
  const total = totalOf(steps);
  const share = successShare(locale, total);
  if (share === undefined) return undefined;
  const attempts = total.succeeded + total.failed;
  const medians = steps.flatMap(({ medianMs }) => (medianMs === null ? [] : [medianMs]));
  const failed = formatCount(locale, total.failed);
  const least = formatCount(locale, Math.min(...medians));
  const most = formatCount(locale, Math.max(...medians));
  return [
    i18n._(msg`${share} of ${plural(attempts, { one: '# attempt', other: '# attempts' })} accepted, ${failed} failed.`),
    i18n._(
      least === most
        ? msg`Response time: ${least} ms (median).`
        : msg`Response time: ${least} to ${most} ms (medians).`,
    ),
    i18n._(msg`Redeliveries and tests don’t count.`),
  ].join(' ');
}
