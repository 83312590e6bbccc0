import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Instant } from '#components/moments.tsx';
import { Section } from '#components/section.tsx';
import classes from './overview.module.css';
import type { Overview } from './overview-query.ts';

type BackupsProps = { reports: Overview['backups']; timeZone: string };

/** The last base backup, drill and check of the installation, for administrators; hidden if there is none. */
export function Backups({ reports, timeZone }: BackupsProps) {
  const { t } = useLingui();
  if (reports.length === 0) return null;
  return (
    <Section title={t`Backup`}>
      <ul className={classes.list}>
        {reports.map((report) => (
          <li key={report.kind}>
            <Outcome report={report} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Kind = Overview['backups'][number]['kind'];
type Moment = { instant: string; timeZone: string };
type Lines = Readonly<Record<Kind, (moment: Moment) => ReactNode>>;

const SUCCEEDED: Lines = {
  base: (moment) => (
    <Trans>
      Backup succeeded: <Instant {...moment} />
    </Trans>
  ),
  drill: (moment) => (
    <Trans>
      Restore drill succeeded: <Instant {...moment} />
    </Trans>
  ),
  check: (moment) => (
    <Trans>
      Check of the backups succeeded: <Instant {...moment} />
    </Trans>
  ),
};
const FAILED: Lines = {
  base: (moment) => (
    <Trans>
      Backup failed: <Instant {...moment} />
    </Trans>
  ),
  drill: (moment) => (
    <Trans>
      Restore drill failed: <Instant {...moment} />
    </Trans>
  ),
  check: (moment) => (
    <Trans>
      Check of the backups failed: <Instant {...moment} />
    </Trans>
  ),
};

function Outcome({ report, timeZone }: { report: Overview['backups'][number]; timeZone: string }) {
  const { kind, at, succeeded, text, lastSuccessAt } = report;
  const moment = { instant: at, timeZone };
  if (succeeded) return SUCCEEDED[kind](moment);
  return (
    <>
      <Text inherit c="var(--mantine-color-error)" fw={600}>
        {FAILED[kind](moment)}
      </Text>
      <Text inherit className={classes.reason}>
        {text}
      </Text>
      <Text inherit c="dimmed">
        {lastSuccessAt ? (
          <Trans>
            Last success: <Instant instant={lastSuccessAt} timeZone={timeZone} />
          </Trans>
        ) : (
          <Trans>None has succeeded yet.</Trans>
        )}
      </Text>
    </>
  );
}
