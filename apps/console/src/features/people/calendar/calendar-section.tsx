'use client';

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRef } from 'react';
import { confirm } from '#components/confirm/confirm.ts';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useLocale, useOrganizationTimeZone } from '#components/regional.tsx';
import { Section } from '#components/section.tsx';
import { useDialog } from '#components/use-dialog.ts';
import { dayIn } from '#lib/format.ts';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { refreshClashes } from '#lib/refresh-clashes.ts';
import { AbsenceList } from './absence-list.tsx';
import { absenceText } from './absence-span.ts';
import classes from './calendar.module.css';
import { type Absence, type Calendar, type CalendarOf, calendarQuery, deleteAbsence } from './calendar-query.ts';
import { HoursOfWeek } from './hours-of-week.tsx';

const EditAbsence = dynamic(() => import('./edit-absence.tsx').then((module) => module.EditAbsence), { ssr: false });
const EditHours = dynamic(() => import('./edit-hours.tsx').then((module) => module.EditHours), { ssr: false });

type CalendarSectionProps = { of: CalendarOf; name: string; title: string };

/** When a person works for an organization: working hours and absences. */
export function CalendarSection({ of, name, title }: CalendarSectionProps) {
  const { t, i18n } = useLingui();
  const query = useQuery(calendarQuery(of));
  const { data, error } = query;
  const { subject: edited, open, close } = useDialog<'hours' | 'new' | Absence>();
  const addButton = useRef<HTMLButtonElement>(null);
  const client = useQueryClient();
  const locale = useLocale();
  const today = dayIn(useOrganizationTimeZone(), new Date());
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: calendarQuery(of).queryKey }), refreshClashes(client)]);

  async function remove(absence: Absence) {
    const span = absenceText(locale, absence);
    const isSure = await confirm({
      title: t`Delete this absence?`,
      body: t`${name} can be assigned again: ${span}.`,
      action: t`Delete the absence`,
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await deleteAbsence(absence.id);
      await refresh();
      void say({ kind: 'done', title: t`The absence is deleted` });
      // The button that had the focus is gone with its absence.
      addButton.current?.focus();
    } catch (problem) {
      void say({ kind: 'failed', title: t`The absence was not deleted`, text: problemText(i18n, problem) });
    }
  }

  return (
    <Section
      title={title}
      aside={
        data?.mayChange && (
          <Group gap="xs">
            <Button variant="default" size="compact-sm" onClick={() => open('hours')}>
              <Trans>Edit working hours</Trans>
            </Button>
            <Button ref={addButton} variant="default" size="compact-sm" onClick={() => open('new')}>
              <Trans>Add absence</Trans>
            </Button>
          </Group>
        )
      }
    >
      {data ? (
        <>
          <Text size="sm" c="dimmed">
            <Trans>Times are local to the place of each job.</Trans>{' '}
            {!data.mayChange && (
              <Trans>Only staff who see all orders of the organization can change this calendar.</Trans>
            )}
          </Text>
          <Title order={3} fz="sm" mt="md" mb="xs">
            <Trans>Working hours</Trans>
          </Title>
          <HoursOfWeek hours={data.workingHours} name={name} />
          <Title order={3} fz="sm" mt="md" mb="xs">
            <Trans>Absences</Trans>
          </Title>
          <Absences calendar={data} today={today} change={open} remove={remove} />
          {edited === 'hours' && (
            <EditHours of={of} name={name} hours={data.workingHours} onDone={refresh} close={close} />
          )}
          {edited !== undefined && edited !== 'hours' && (
            <EditAbsence
              of={of}
              name={name}
              absence={edited === 'new' ? undefined : edited}
              today={today}
              onDone={refresh}
              close={close}
            />
          )}
        </>
      ) : error ? (
        <ProblemPanel query={query} forbidden={t`You may not see this calendar`} />
      ) : (
        <Skeleton height={160} />
      )}
    </Section>
  );
}

type AbsencesProps = {
  calendar: Calendar;
  today: string;
  change: (absence: Absence) => void;
  remove: (absence: Absence) => void;
};

/** The current and coming absences, and on demand the past ones, latest first. */
function Absences({ calendar: { absences, mayChange }, today, change, remove }: AbsencesProps) {
  const { t } = useLingui();
  const isPast = ({ until }: Absence) => until <= `${today} 00:00:00`;
  const coming = absences.filter((absence) => !isPast(absence));
  const past = absences.filter(isPast).reverse();
  const count = past.length;
  const acts = { mayChange, change, remove };
  return (
    <>
      {coming.length > 0 ? (
        <AbsenceList label={t`Absences`} absences={coming} {...acts} />
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>No absence is planned.</Trans>
        </Text>
      )}
      {past.length > 0 && (
        <details className={classes.past}>
          <summary>
            <Plural value={count} one="# past absence" other="# past absences" />
          </summary>
          <AbsenceList label={t`Past absences`} absences={past} {...acts} />
        </details>
      )}
    </>
  );
}
