import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useLocale } from '#components/regional.tsx';
import { absenceText } from './absence-span.ts';
import classes from './calendar.module.css';
import type { Absence } from './calendar-query.ts';

type AbsenceListProps = {
  label: string;
  absences: readonly Absence[];
  mayChange: boolean;
  change: (absence: Absence) => void;
  remove: (absence: Absence) => void;
};

/** Absences with their reasons. */
export function AbsenceList({ label, absences, mayChange, change, remove }: AbsenceListProps) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <ul className={classes.absences} aria-label={label}>
      {absences.map((absence) => {
        const text = absenceText(locale, absence);
        return (
          <li key={absence.id} className={classes.absence}>
            <div>
              <span suppressHydrationWarning>{text}</span>
              {absence.reason && (
                <Text inherit c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {absence.reason}
                </Text>
              )}
            </div>
            {mayChange && (
              <Group gap="xs" wrap="nowrap">
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => change(absence)}
                  aria-label={t`Change the absence of ${text}`}
                >
                  <Trans>Change</Trans>
                </Button>
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => remove(absence)}
                  aria-label={t`Delete the absence of ${text}`}
                >
                  <Trans>Delete</Trans>
                </Button>
              </Group>
            )}
          </li>
        );
      })}
    </ul>
  );
}
