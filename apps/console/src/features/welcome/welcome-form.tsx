'use client';

import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { LinkButton } from '#components/link-button.tsx';
import { fieldErrorsOf, isProblem } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { type PasswordOwner, setPassword } from './password-link.ts';

const SHORTEST = 10;

/** Asks for a password for the account to which a link belongs. */
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
    if (password !== again) return setFieldErrors({ again: 'This is not the same password.' });
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
        Choose the password of your account. Whatever was signed in with it before is signed out.
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
          description="Log in with it, or with your e-mail address."
        />
        <PasswordInput
          label="New password"
          description={`At least ${SHORTEST} characters. A few words that only you put together are best.`}
          autoComplete="new-password"
          value={password}
          onChange={({ currentTarget }) => choosePassword(currentTarget.value)}
          error={fieldErrors.password}
          size="md"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the new password' }}
        />
        <PasswordInput
          label="The same again"
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
          Your username is {owner.username}. Your roles don’t open this console; log in where your organization told you
          to.
        </Text>
      )}
    </Stack>
  );
}

/** A link that was used or replaced since the page was opened. */
const refusalText = (error: unknown): string =>
  isProblem(error, 'not-found')
    ? 'This link does not work any more. Ask an administrator of your organization for a new one.'
    : problemText(error);
