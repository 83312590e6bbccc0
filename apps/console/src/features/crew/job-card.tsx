import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useLocale } from '#components/regional.tsx';
import { formatInstantTime } from '#lib/format.ts';
import classes from './crew.module.css';
import type { CrewJob, CrewState } from './crew-operations.ts';
import { JobSteps } from './job-steps.tsx';
import { JobVisit } from './job-visit.tsx';
import { STATE_COLORS, STATE_TEXTS, TASK_TEXTS } from './state-texts.ts';

type JobCardProps = {
  job: CrewJob;
  isNear: boolean;
  say: (job: CrewJob, state: CrewState, reason?: string) => Promise<void>;
  /** Says that the person knows of a change; not without a network. */
  confirm: ((job: CrewJob) => Promise<void>) | undefined;
};

/** A job: when, where and whom, and what the person says about it. */
export function JobCard({ job, isNear, say, confirm }: JobCardProps) {
  const { t } = useLingui();
  const id = useId();
  const { state, isWithdrawn, isChanged, isSeen, title, task, reason } = job;
  return (
    <Paper component="article" aria-labelledby={id} p="md" radius="md" className={classes.job}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
          <JobTimes job={job} />
          <Group gap={6} justify="flex-end">
            {!isWithdrawn && !isSeen && (
              <Badge color="orange" variant="light">
                {isChanged ? <Trans>Changed</Trans> : <Trans>New</Trans>}
              </Badge>
            )}
            <Badge
              color={isWithdrawn ? 'red' : STATE_COLORS[state]}
              variant={state === 'assigned' ? 'outline' : 'light'}
            >
              {isWithdrawn ? <Trans>Withdrawn</Trans> : t(STATE_TEXTS[state])}
            </Badge>
          </Group>
        </Group>
        <Title order={3} id={id} fz="md">
          {t(TASK_TEXTS[task])}: {title}
        </Title>
        {isWithdrawn ? (
          <Text size="sm">
            <Trans>This job is no longer yours: it was given to somebody else, moved or cancelled.</Trans>
          </Text>
        ) : (
          <JobVisit job={job} />
        )}
        {state === 'declined' && reason && (
          <Text size="sm">
            <Trans>Your reason: {reason}</Trans>
          </Text>
        )}
        {isChanged && !isWithdrawn && confirm && (
          <Button size="md" variant="light" color="orange" mih={44} onClick={() => void confirm(job)}>
            <Trans>I have seen the change</Trans>
          </Button>
        )}
        <JobSteps job={job} isNear={isNear} say={say} />
      </Stack>
    </Paper>
  );
}

function JobTimes({ job: { startsAt, endsAt, isEstimated, timeZone } }: { job: CrewJob }) {
  const { t } = useLingui();
  const locale = useLocale();
  if (!startsAt)
    return (
      <Text fw={650}>
        <Trans>Time not set yet</Trans>
      </Text>
    );
  const start = formatInstantTime(locale, startsAt, timeZone);
  const end = endsAt && formatInstantTime(locale, endsAt, timeZone);
  return (
    <div>
      <Text fz={26} fw={680} lh={1.1} className="tabular">
        <time dateTime={startsAt}>{start}</time>
      </Text>
      {end && (
        <Text size="sm" c="dimmed" className="tabular">
          {isEstimated ? t`until about ${end}` : t`until ${end}`}
        </Text>
      )}
    </div>
  );
}
