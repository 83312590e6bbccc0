'use client';

import { useLingui } from '@lingui/react/macro';
import { Group, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '#components/form-dialog.tsx';
import { errorOf, SaveForm } from '#components/save-form.tsx';
import { say } from '#lib/notice.ts';
import { draftOf, inputOf } from './absence-span.ts';
import { type Absence, addAbsence, type CalendarOf, changeAbsence } from './calendar-query.ts';

type EditAbsenceProps = {
  of: CalendarOf;
  name: string;
  /** The absence to change; undefined adds one. */
  absence?: Absence | undefined;
  today: string;
  onDone: () => Promise<unknown>;
  close: () => void;
};

/** Adds or changes an absence of a person. */
export function EditAbsence({ of, name, absence, today, onDone, close }: EditAbsenceProps) {
  const { t, i18n } = useLingui();
  const [draft, setDraft] = useState(() => draftOf(absence, today));
  const change = (part: Partial<typeof draft>) => setDraft((former) => ({ ...former, ...part }));

  async function save() {
    const input = inputOf(i18n, draft);
    await (absence ? changeAbsence(absence.id, input) : addAbsence(of, input));
    await onDone();
    void say({ kind: 'done', title: absence ? t`The absence is saved` : t`The absence is added` });
    close();
  }

  return (
    <FormDialog
      title={absence ? t`Change an absence of ${name}` : t`Add an absence of ${name}`}
      closeLabel={t`Close without saving`}
      close={close}
    >
      <SaveForm
        action={absence ? t`Save` : t`Add absence`}
        values={draft}
        fields={['firstDay', 'from', 'lastDay', 'until', 'reason']}
        cancel={close}
        save={save}
      >
        {(fieldErrors) => (
          <>
            <Switch
              label={t`Whole days`}
              checked={draft.isWholeDays}
              onChange={({ currentTarget }) => change({ isWholeDays: currentTarget.checked })}
            />
            <Group grow align="flex-start" gap="sm">
              <TextInput
                type="date"
                label={t`First day`}
                value={draft.firstDay}
                onChange={({ currentTarget: { value } }) => {
                  // The usual absence is of a day: the last day follows, and never is before the first one.
                  const isMoved = draft.lastDay === draft.firstDay || draft.lastDay < value;
                  change(isMoved ? { firstDay: value, lastDay: value } : { firstDay: value });
                }}
                error={errorOf(t`The first day`, fieldErrors.firstDay)}
                data-autofocus
              />
              {!draft.isWholeDays && (
                <TextInput
                  type="time"
                  label={t`From`}
                  value={draft.from}
                  onChange={({ currentTarget }) => change({ from: currentTarget.value })}
                  error={errorOf(t`The start`, fieldErrors.from)}
                />
              )}
            </Group>
            <Group grow align="flex-start" gap="sm">
              <TextInput
                type="date"
                label={t`Last day`}
                value={draft.lastDay}
                onChange={({ currentTarget }) => change({ lastDay: currentTarget.value })}
                error={errorOf(t`The last day`, fieldErrors.lastDay)}
              />
              {!draft.isWholeDays && (
                <TextInput
                  type="time"
                  label={t`Until`}
                  value={draft.until}
                  onChange={({ currentTarget }) => change({ until: currentTarget.value })}
                  error={errorOf(t`The end`, fieldErrors.until)}
                />
              )}
            </Group>
            <TextInput
              label={t`Reason`}
              description={t`A word for colleagues, such as holiday. It may be empty.`}
              value={draft.reason}
              onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
              error={errorOf(t`The reason`, fieldErrors.reason)}
              autoComplete="off"
            />
          </>
        )}
      </SaveForm>
    </FormDialog>
  );
}
