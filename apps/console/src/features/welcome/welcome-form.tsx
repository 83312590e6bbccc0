'use client';

import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { LinkButton } from '#components/link-button.tsx';
import { errorOf } from '#components/save-form.tsx';
import { fieldErrorsOf, isProblem } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { type PasswordOwner, setPassword } from './password-link.ts';

const SHORTEST = 10;

/** The form to set the password of the account that a link belongs to. */
export function WelcomeForm({ token, owner }: { token: string; owner: PasswordOwner }) {
  const { t, i18n } = useLingui();
  const [password, choosePassword] = useState('');
  const [again, typeAgain] = useState('');
  const [fieldErrors, setFieldErrors] = useState<{ password?: string; again?: string; whole?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);

  const { name } = owner;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (password.length < SHORTEST)
      return setFieldErrors({ password: t`The password must have at least ${SHORTEST} characters.` });
    if (password !== again) return setFieldErrors({ again: t`The passwords do not match.` });
    setFieldErrors({});
    setBusy(true);
    try {
      await setPassword(token, password);
      setDone(true);
    } catch (error) {
      const { password: fieldError } = fieldErrorsOf(error);
      setFieldErrors(
        fieldError ? { password: errorOf(t`The password`, fieldError) } : { whole: refusalText(i18n, error) },
      );
    }
    setBusy(false);
  }

  if (isDone) return <Done owner={owner} />;
  return (
    <form onSubmit={submit} noValidate>
      <Title order={1} mb={4}>
        <Trans>Welcome, {name}</Trans>
      </Title>
      <Text c="dimmed" size="sm" mb="lg">
        <Trans>Choose a password for your account. All existing sessions are signed out.</Trans>
      </Text>
      <Stack gap="md">
        {fieldErrors.whole && (
          <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} p="sm">
            {fieldErrors.whole}
          </Alert>
        )}
        <TextInput
          label={t`Username`}
          name="username"
          value={owner.username}
          readOnly
          autoComplete="username"
          size="md"
          description={t`Use it or your e-mail address to log in.`}
        />
        <PasswordInput
          label={t`New password`}
          description={t`At least ${SHORTEST} characters. A few random words are best.`}
          autoComplete="new-password"
          value={password}
          onChange={({ currentTarget }) => choosePassword(currentTarget.value)}
          error={fieldErrors.password}
          size="md"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the new password` }}
        />
        <PasswordInput
          label={t`Repeat the password`}
          autoComplete="new-password"
          value={again}
          onChange={({ currentTarget }) => typeAgain(currentTarget.value)}
          error={fieldErrors.again}
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the repeated password` }}
        />
        <BusyButton type="submit" size="md" loading={isBusy} fullWidth mt="xs">
          <Trans>Set the password</Trans>
        </BusyButton>
      </Stack>
    </form>
  );
}

function Done({ owner: { username, opensConsole } }: { owner: PasswordOwner }) {
  return (
    <Stack gap="md" role="status">
      <Title order={1}>
        <Trans>Your password is set</Trans>
      </Title>
      {opensConsole ? (
        <>
          <Text size="sm">
            <Trans>Sign in as {username} to begin.</Trans>
          </Text>
          <LinkButton href="/login" variant="filled" size="md">
            <Trans>Sign in</Trans>
          </LinkButton>
        </>
      ) : (
        <Text size="sm">
          <Trans>
            Your username is {username}. Your roles don’t give access to this console; log in to the application of your
            organization.
          </Trans>
        </Text>
      )}
    </Stack>
  );
}

/** The message for a link that was used or replaced since the page was opened. */
const refusalText = (i18n: I18n, error: unknown): string =>
  isProblem(error, 'not-found')
    ? i18n._(msg`This link is no longer valid. Ask an administrator of your organization for a new one.`)
    : problemText(i18n, error);
