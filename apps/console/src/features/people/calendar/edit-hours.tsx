'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '#components/form-dialog.tsx';
import { useLocale } from '#components/regional.tsx';
import { errorOf, SaveForm } from '#components/save-form.tsx';
import { formatWeekday } from '#lib/format.ts';
import { say } from '#lib/notice.ts';
import { Problem } from '#lib/problem.ts';
import { type CalendarOf, setWorkingHours, type WorkingHours } from './calendar-query.ts';
import { DayFields } from './day-fields.tsx';
import { copiedToAllDays, type Shift, shiftsOf, WEEKDAYS, withShift } from './shifts.ts';

type EditHoursProps = {
  of: CalendarOf;
  name: string;
  hours: readonly WorkingHours[];
  onDone: () => Promise<unknown>;
  close: () => void;
};

/** Edits the working hours of a week. */
export function EditHours({ of, name, hours, onDone, close }: EditHoursProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const [shifts, setShifts] = useState(() => shiftsOf(hours));
  // The server names hours by their position in what was sent.
  const [sent, setSent] = useState<readonly Shift[]>([]);

  async function save() {
    setSent(shifts);
    const missing = shifts.flatMap(({ from, to }, index) =>
      from && to ? [] : [{ path: ['hours', index], message: t`need a start and an end.` }],
    );
    if (missing.length > 0) throw new Problem('invalid', 'Some hours are not complete.', { fields: missing });
    await setWorkingHours(
      of,
      shifts.map(({ weekday, from, to }) => ({ weekday, from, to })),
    );
    await onDone();
    void say({ kind: 'done', title: t`The working hours of ${name} are saved` });
    close();
  }

  /** A field error, with the hours that the server names by position in words. */
  const errorText = (message: string | undefined) =>
    errorOf(
      t`These hours`,
      message?.replace(/hours\.(\d+)/, (position, index) => {
        const other = sent[Number(index)];
        return other ? `${formatWeekday(locale, other.weekday)} ${other.from} – ${other.to}` : position;
      }),
    );

  return (
    <FormDialog title={t`Working hours of ${name}`} closeLabel={t`Close without saving`} close={close} size="lg">
      <SaveForm
        action={t`Save`}
        values={shifts.map(({ weekday, from, to }) => [weekday, from, to])}
        fields={sent.map((_shift, index) => `hours.${index}`)}
        cancel={close}
        save={save}
      >
        {(fieldErrors) => (
          <>
            <Group justify="space-between" gap="xs">
              <Text size="sm" c="dimmed" role="status" flex="1 1 200px">
                {shifts.length > 0
                  ? t`On days without hours, the person does not work.`
                  : t`Without hours, the person is available at all hours.`}
              </Text>
              {shifts.length > 0 && (
                <Button variant="default" size="compact-sm" onClick={() => setShifts([])}>
                  <Trans>Remove all hours</Trans>
                </Button>
              )}
            </Group>
            <Stack gap="md">
              {WEEKDAYS.map((weekday) => (
                <DayFields
                  key={weekday}
                  day={formatWeekday(locale, weekday)}
                  shifts={shifts.filter((shift) => shift.weekday === weekday)}
                  errorOf={({ id }) => errorText(fieldErrors[`hours.${sent.findIndex((shift) => shift.id === id)}`])}
                  change={(changed) => setShifts(shifts.map((shift) => (shift.id === changed.id ? changed : shift)))}
                  remove={({ id }) => setShifts(shifts.filter((shift) => shift.id !== id))}
                  add={() => setShifts(withShift(shifts, weekday))}
                  copy={() => setShifts(copiedToAllDays(shifts, weekday))}
                />
              ))}
            </Stack>
          </>
        )}
      </SaveForm>
    </FormDialog>
  );
}
