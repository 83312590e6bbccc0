import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { Instant } from '#components/moments.tsx';
import { Section } from '#components/section.tsx';
import classes from './overview.module.css';
import type { Overview } from './overview-query.ts';

type BackupsProps = { reports: Overview['backups']; timeZone: string };

/** The last base backup and the last drill of the installation, for administrators; hidden if there is none. */
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

function Outcome({ report, timeZone }: { report: Overview['backups'][number]; timeZone: string }) {
  const { kind, at, succeeded, text, lastSuccessAt } = report;
  if (succeeded) {
    return kind === 'base' ? (
      <Trans>
        Backup succeeded: <Instant instant={at} timeZone={timeZone} />
      </Trans>
    ) : (
      <Trans>
        Restore drill succeeded: <Instant instant={at} timeZone={timeZone} />
      </Trans>
    );
  }
  return (
    <>
      <Text inherit c="var(--mantine-color-error)" fw={600}>
        {kind === 'base' ? (
          <Trans>
            Backup failed: <Instant instant={at} timeZone={timeZone} />
          </Trans>
        ) : (
          <Trans>
            Restore drill failed: <Instant instant={at} timeZone={timeZone} />
          </Trans>
        )}
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
