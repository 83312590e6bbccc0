'use client';

import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { LinkButton } from '#components/link-button.tsx';
import { fieldErrorsOf, isProblem } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { type PasswordOwner, setPassword } from './password-link.ts';

const SHORTEST = 10;

/** The form to set the password of the account that a link belongs to. */
export function WelcomeForm({ token, owner }: { token: string; owner: PasswordOwner }) {
  const [password, choosePassword] = useState('');
  const [again, typeAgain] = useState('');
  const [fieldErrors, setFieldErrors] = useState<{ password?: string; again?: string; whole?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (password.length < SHORTEST)
      return setFieldErrors({ password: `The password must have at least ${SHORTEST} characters.` });
    if (password !== again) return setFieldErrors({ again: 'The passwords do not match.' });
    setFieldErrors({});
    setBusy(true);
    try {
      await setPassword(token, password);
      setDone(true);
    } catch (error) {
      const { password: fieldError } = fieldErrorsOf(error);
      setFieldErrors(fieldError ? { password: `The password ${fieldError}` } : { whole: refusalText(error) });
    }
    setBusy(false);
  }

  if (isDone) return <Done owner={owner} />;
  return (
    <form onSubmit={submit} noValidate>
      <Title order={1} mb={4}>
        Welcome, {owner.name}
      </Title>
      <Text c="dimmed" size="sm" mb="lg">
        Choose a password for your account. All existing sessions are signed out.
      </Text>
      <Stack gap="md">
        {fieldErrors.whole && (
          <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} p="sm">
            {fieldErrors.whole}
          </Alert>
        )}
        <TextInput
          label="Username"
          name="username"
          value={owner.username}
          readOnly
          autoComplete="username"
          size="md"
          description="Use it or your e-mail address to log in."
        />
        <PasswordInput
          label="New password"
          description={`At least ${SHORTEST} characters. A few random words are best.`}
          autoComplete="new-password"
          value={password}
          onChange={({ currentTarget }) => choosePassword(currentTarget.value)}
          error={fieldErrors.password}
          size="md"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the new password' }}
        />
        <PasswordInput
          label="Repeat the password"
          autoComplete="new-password"
          value={again}
          onChange={({ currentTarget }) => typeAgain(currentTarget.value)}
          error={fieldErrors.again}
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the repeated password' }}
        />
        <Button type="submit" size="md" loading={isBusy} fullWidth mt="xs">
          Set the password
        </Button>
      </Stack>
    </form>
  );
}

function Done({ owner }: { owner: PasswordOwner }) {
  return (
    <Stack gap="md" role="status">
      <Title order={1}>Your password is set</Title>
      {owner.opensConsole ? (
        <>
          <Text size="sm">Sign in as {owner.username} to begin.</Text>
          <LinkButton href="/login" variant="filled" size="md">
            Sign in
          </LinkButton>
        </>
      ) : (
        <Text size="sm">
          Your username is {owner.username}. Your roles don’t give access to this console; log in to the application of
          your organization.
        </Text>
      )}
    </Stack>
  );
}

/** The message for a link that was used or replaced since the page was opened. */
const refusalText = (error: unknown): string =>
  isProblem(error, 'not-found')
    ? 'This link is no longer valid. Ask an administrator of your organization for a new one.'
    : problemText(error);
