'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { fieldErrorsOf, isProblem } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { BusyButton } from './busy-button.tsx';
import { useUnsaved } from './leaving/use-unsaved.ts';

type SaveFormProps = {
  /** The label of the submit button. */
  action: string;
  /** Names of the fields that show their own errors; other errors are shown above the fields. */
  fields: readonly string[];
  /** What is entered; leaving the page or the dialog asks while it differs from what it was at first. */
  values: unknown;
  /** @throws {Problem} if the server rejects the input */
  save: () => Promise<unknown>;
  cancel: () => void;
  isDisabled?: boolean;
  /** True for what can't be undone; shown in red. */
  isDangerous?: boolean;
  /** Renders the fields; `fieldErrors` contains the server's messages by field name. */
  children: (fieldErrors: Record<string, string>) => ReactNode;
};

/** A form in a dialog that shows field errors of the server at their fields and keeps the input. */
export function SaveForm({ action, fields, values, save, cancel, isDisabled, isDangerous, children }: SaveFormProps) {
  const { i18n } = useLingui();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const entered = JSON.stringify(values);
  const [former] = useState(entered);
  useUnsaved(entered !== former);
  const fieldErrors = shownBy(fields, fieldErrorsOf(error));
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
            {Object.values(fieldErrors)[0] ?? problemText(i18n, error)}
          </Alert>
        )}
        {children(fieldErrors)}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
          <BusyButton type="submit" color={isDangerous ? 'red' : undefined} loading={isBusy} disabled={isDisabled}>
            {action}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}

/**
 * A field error as a sentence about its field. An error that begins with a capital letter is a sentence already: in
 * German, the verb can't always follow the subject.
 */
export const errorOf = (subject: string, fieldError: string | undefined) =>
  fieldError && (/^\p{Lu}/u.test(fieldError) ? fieldError : `${subject} ${fieldError}`);

/** The messages by the fields that show them: a field with a list shows those of its entries. */
const shownBy = (fields: readonly string[], errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [
      fields.includes(path) ? path : (fields.find((field) => path.startsWith(`${field}.`)) ?? path),
      message,
    ]),
  );
