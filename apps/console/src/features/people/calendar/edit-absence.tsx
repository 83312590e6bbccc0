'use client';

import { Group, Modal, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
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
  const [draft, setDraft] = useState(() => draftOf(absence, today));
  const change = (part: Partial<typeof draft>) => setDraft((former) => ({ ...former, ...part }));

  async function save() {
    const input = inputOf(draft);
    await (absence ? changeAbsence(absence.id, input) : addAbsence(of, input));
    await onDone();
    void say({ kind: 'done', title: absence ? 'The absence is saved' : 'The absence is added' });
    close();
  }

  return (
    <Modal
      opened
      onClose={close}
      title={absence ? `Change an absence of ${name}` : `Add an absence of ${name}`}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close without saving' }}
    >
      <SaveForm
        action={absence ? 'Save' : 'Add absence'}
        fields={['firstDay', 'from', 'lastDay', 'until', 'reason']}
        cancel={close}
        save={save}
      >
        {(fieldErrors) => (
          <>
            <Switch
              label="Whole days"
              checked={draft.isWholeDays}
              onChange={({ currentTarget }) => change({ isWholeDays: currentTarget.checked })}
            />
            <Group grow align="flex-start" gap="sm">
              <TextInput
                type="date"
                label="First day"
                value={draft.firstDay}
                onChange={({ currentTarget: { value } }) => {
                  // The usual absence is of a day: the last day follows, and never is before the first one.
                  const isMoved = draft.lastDay === draft.firstDay || draft.lastDay < value;
                  change(isMoved ? { firstDay: value, lastDay: value } : { firstDay: value });
                }}
                error={errorOf('The first day', fieldErrors.firstDay)}
                data-autofocus
              />
              {!draft.isWholeDays && (
                <TextInput
                  type="time"
                  label="From"
                  value={draft.from}
                  onChange={({ currentTarget }) => change({ from: currentTarget.value })}
                  error={errorOf('The start', fieldErrors.from)}
                />
              )}
            </Group>
            <Group grow align="flex-start" gap="sm">
              <TextInput
                type="date"
                label="Last day"
                value={draft.lastDay}
                onChange={({ currentTarget }) => change({ lastDay: currentTarget.value })}
                error={errorOf('The last day', fieldErrors.lastDay)}
              />
              {!draft.isWholeDays && (
                <TextInput
                  type="time"
                  label="Until"
                  value={draft.until}
                  onChange={({ currentTarget }) => change({ until: currentTarget.value })}
                  error={errorOf('The end', fieldErrors.until)}
                />
              )}
            </Group>
            <TextInput
              label="Reason"
              description="A word for colleagues, such as holiday. It may be empty."
              value={draft.reason}
              onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
              error={errorOf('The reason', fieldErrors.reason)}
              autoComplete="off"
            />
          </>
        )}
      </SaveForm>
    </Modal>
  );
}
