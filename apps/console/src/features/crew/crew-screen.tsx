'use client';

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { useLocale } from '#components/regional.tsx';
import { addDays, dayIn, formatDay } from '#lib/format.ts';
import classes from './crew.module.css';
import { CrewEnded } from './crew-ended.tsx';
import { AwayNote, ConflictNote } from './crew-notes.tsx';
import type { CrewDay, CrewJob } from './crew-operations.ts';
import { isNear } from './crew-states.ts';
import { JobCard } from './job-card.tsx';
import { OwnCalendar } from './own-calendar.tsx';
import { useCrew } from './use-crew.ts';

type Crew = ReturnType<typeof useCrew>;

/** The page of a driver or guide. */
export function CrewScreen() {
  const crew = useCrew();
  const { page } = crew;
  if (page.state === 'ended') return <CrewEnded why={page.why} unsent={page.unsent} />;
  if (page.state === 'invited') return <Invited open={crew.openLink} />;
  if (page.state === 'opening') return <Opening isAway={page.isAway} />;
  return <Jobs crew={crew} day={page.day} />;
}

/** A personal link that was not exchanged: programs that look at links open pages, but tap no buttons. */
function Invited({ open }: { open: () => Promise<void> }) {
  return (
    <Center component="main" className={classes.page}>
      <Stack align="center" gap="md">
        <Title order={1} fz="xl">
          <Trans>My jobs</Trans>
        </Title>
        <Text ta="center">
          <Trans>This is your personal link. It works once, on the device on which you open your jobs.</Trans>
        </Text>
        <Button size="lg" onClick={() => void open()}>
          <Trans>Open my jobs</Trans>
        </Button>
      </Stack>
    </Center>
  );
}

function Opening({ isAway }: { isAway: boolean }) {
  const { t } = useLingui();
  return (
    <Center component="main" className={classes.page}>
      <Stack align="center" gap="sm">
        <Title order={1} fz="lg">
          <Trans>My jobs</Trans>
        </Title>
        <Loader aria-label={t`Your jobs are being read`} />
        {isAway && (
          <Text role="status" ta="center">
            <Trans>
              The server can’t be reached. The page tries again by itself. If the link does not work then, ask the
              office for a new one.
            </Trans>
          </Text>
        )}
      </Stack>
    </Center>
  );
}

function Jobs({ crew, day }: { crew: Crew; day: CrewDay }) {
  const { jobs, isAway, isLinkRefused, waiting, conflicts } = crew;
  return (
    <main className={classes.page}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <div className={classes.grow}>
            <Title order={1} fz="xl">
              <Trans>My jobs</Trans>
            </Title>
            <Text size="sm" c="dimmed">
              {day.name}, {day.organization}
            </Text>
          </div>
          <SignOut waiting={waiting} signOut={crew.signOut} leave={crew.leave} />
        </Group>
        {isAway && <AwayNote readAt={day.now} waiting={waiting} />}
        {conflicts.length > 0 && <ConflictNote conflicts={conflicts} dismiss={crew.dismissConflicts} />}
        {isLinkRefused && (
          <Alert color="gray" role="status">
            <Trans>The link that you opened was used before. This device is still signed in.</Trans>
          </Alert>
        )}
        <Days crew={crew} jobs={jobs} />
        <OwnCalendar />
      </Stack>
    </main>
  );
}

/** The jobs by local day of their places. */
function Days({ crew, jobs }: { crew: Crew; jobs: readonly CrewJob[] }) {
  const { t } = useLingui();
  const locale = useLocale();
  const now = new Date(crew.now);
  const days = Map.groupBy(jobs, ({ day }) => day ?? '');
  const nameOf = (day: string, [first]: readonly CrewJob[]) => {
    const today = dayIn(first?.timeZone ?? 'UTC', now);
    const date = day === '' ? '' : formatDay(locale, day, 'long');
    if (day === '') return t`Day not set yet`;
    if (day === today) return t`Today, ${date}`;
    return day === addDays(today, 1) ? t`Tomorrow, ${date}` : date;
  };
  if (jobs.length === 0)
    return (
      <Text>
        <Trans>You have no jobs today and tomorrow. New ones appear here by themselves.</Trans>
      </Text>
    );
  return [...days].map(([day, some]) => (
    <Stack component="section" key={day} gap="sm" aria-label={nameOf(day, some)}>
      <Title order={2} fz="md">
        {nameOf(day, some)}
      </Title>
      {some.map((job) => (
        <JobCard
          key={job.id}
          job={job}
          isNear={isNear(job, now)}
          say={crew.say}
          confirm={crew.isAway ? undefined : crew.confirm}
        />
      ))}
    </Stack>
  ));
}

/** Signs out. Where answers would be lost, the person decides. */
function SignOut({ waiting, signOut, leave }: Pick<Crew, 'waiting' | 'signOut' | 'leave'>) {
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      setConfirming(await signOut());
    } finally {
      setBusy(false);
    }
  };
  // The answers have arrived: nothing is left to decide. Others that wait later are a new question.
  if (isConfirming && waiting === 0) setConfirming(false);
  if (!isConfirming)
    return (
      <BusyButton size="md" mih={44} variant="default" loading={isBusy} onClick={() => void begin()}>
        <Trans>Sign out</Trans>
      </BusyButton>
    );
  return (
    <Stack gap={4} role="alert">
      <Text size="sm">
        <Plural value={waiting} one="# answer was not sent." other="# answers were not sent." />
      </Text>
      <Button size="md" mih={44} color="red" onClick={() => void leave()}>
        <Trans>Sign out and lose it</Trans>
      </Button>
      <Button size="md" mih={44} variant="default" onClick={() => setConfirming(false)}>
        <Trans>Stay</Trans>
      </Button>
    </Stack>
  );
}
