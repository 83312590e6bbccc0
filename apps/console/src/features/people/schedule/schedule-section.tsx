'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { ClashNotes } from '#components/clash-notes.tsx';
import { Hint } from '#components/hint.tsx';
import { LinkButton } from '#components/link-button.tsx';
import { LocalClocks } from '#components/local-clocks.tsx';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { Section } from '#components/section.tsx';
import { dayIn } from '#lib/format.ts';
import classes from './schedule.module.css';
import { rangeOf, type Span, scheduleParsers } from './schedule-address.ts';
import { ScheduleDay } from './schedule-day.tsx';
import { shownDays } from './schedule-days.ts';
import { type Schedule, scheduleQuery } from './schedule-query.ts';
import { ScheduleToolbar } from './schedule-toolbar.tsx';
import { WorkloadText } from './workload-text.tsx';

/** What a person does on a day, in a week or a month; the address holds the days. */
export function ScheduleSection({ personId }: { personId: number }) {
  const { t } = useLingui();
  const [address, setAddress] = useQueryStates(scheduleParsers, { history: 'push' });
  const today = dayIn(useOrganizationTimeZone(), new Date());
  const on = address.on ?? today;
  const query = useQuery(scheduleQuery(personId, rangeOf(address.span, on)));
  const { data, error, refetch } = query;
  return (
    <Section
      title={t`Schedule`}
      aside={
        data &&
        data.jobs.length > 0 && (
          <LinkButton href={handOverHref(personId, rangeOf(address.span, on), today)}>
            <Trans>Hand jobs over</Trans>
          </LinkButton>
        )
      }
    >
      <Stack gap="sm">
        <ScheduleToolbar span={address.span} on={on} today={today} change={(change) => void setAddress(change)} />
        {data ? (
          <>
            {error && <OutdatedNote retry={refetch} />}
            <Days schedule={data} span={address.span} on={on} today={today} />
          </>
        ) : error ? (
          <ProblemPanel query={query} forbidden={t`You may not see this schedule`} />
        ) : (
          <Skeleton height={240} />
        )}
      </Stack>
    </Section>
  );
}

/** The page that hands jobs over, for the days shown that are not over. */
const handOverHref = (personId: number, { from, to }: { from: string; to: string }, today: string) =>
  `/dispatch/hand-over?person=${personId}&from=${from < today && today <= to ? today : from}&to=${to}`;

type DaysProps = { schedule: Schedule; span: Span; on: string; today: string };

function Days({ schedule, span, on, today }: DaysProps) {
  const { t } = useLingui();
  const { jobs, clashes, total } = schedule;
  return (
    <>
      <WorkloadText workload={total} />
      <Text size="sm" c="dimmed">
        <LocalClocks jobs={jobs} day={on} /> <Trans>Jobs are shown as published.</Trans>
      </Text>
      {clashes.length > 0 && (
        <Hint kind={clashes.some(({ severity }) => severity !== 'unknown') ? 'clash' : 'note'}>
          <ClashNotes clashes={clashes} label={t`Clashes of these days`} />
        </Hint>
      )}
      <ol className={classes.days} data-span={span} aria-label={t`Days of the schedule`}>
        {shownDays(schedule).map((shown) => (
          <ScheduleDay
            key={shown.day}
            shown={shown}
            clashes={clashes}
            isToday={shown.day === today}
            isFaint={span === 'month' && shown.day.slice(0, 7) !== on.slice(0, 7)}
          />
        ))}
      </ol>
    </>
  );
}
