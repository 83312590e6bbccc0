'use client';

import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { fieldErrorsOf, isProblem } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';

type SaveFormProps = {
  /** The button that saves, by what it does. */
  action: string;
  /** Names of the fields at which a refusal is said; every other one is said above them. */
  fields: readonly string[];
  /** @throws what the server refuses */
  save: () => Promise<unknown>;
  cancel: () => void;
  isDisabled?: boolean;
  /** The fields; `faults` holds what the server refused, by the name of the field. */
  children: (fieldErrors: Record<string, string>) => ReactNode;
};

/** A form in a dialog: what the server refuses is said at its field, and nothing that was typed is lost. */
export function SaveForm({ action, fields, save, cancel, isDisabled, children }: SaveFormProps) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const fieldErrors = fieldErrorsOf(error);
  const isSaid = isProblem(error, 'invalid') && Object.keys(fieldErrors).some((name) => fields.includes(name));

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await save();
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {error !== undefined && !isSaid && (
          <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
            {Object.values(fieldErrors)[0] ?? problemText(error)}
          </Alert>
        )}
        {children(fieldErrors)}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={isDisabled}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A fault as a sentence about its field. */
export const errorOf = (subject: string, fieldError: string | undefined) =>
  fieldError ? `${subject} ${fieldError}` : undefined;
