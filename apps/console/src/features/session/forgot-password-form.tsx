'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { LinkButton } from '#components/link-button.tsx';
import { useLocale } from '#components/regional.tsx';
import { isProblem } from '#lib/problem.ts';
import { refusal } from './refusal.ts';
import { requestReset } from './request-reset.ts';

/** The form to request a link to set a new password. What it says does not depend on whether the account exists. */
export function ForgotPasswordForm() {
  const { t, i18n } = useLingui();
  const locale = useLocale();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<{ field?: string; whole?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setProblem({});
    setBusy(true);
    try {
      await requestReset(email);
      setDone(true);
    } catch (error) {
      setProblem(
        isProblem(error, 'invalid')
          ? { field: t`Enter the e-mail address of your account.` }
          : { whole: refusal(i18n, error, new Date(), locale) },
      );
    }
    setBusy(false);
  }

  if (isDone)
    return (
      <Stack gap="md" role="status">
        <Title order={1}>
          <Trans>Check your e-mail</Trans>
        </Title>
        <Text size="sm">
          <Trans>
            If an account has the address {email} and may sign in by password, a link to set a new one is on its way. It
            works once, for a few hours. Your password stays as it is until you use the link.
          </Trans>
        </Text>
        <Text size="sm" c="dimmed">
          <Trans>No mail after some minutes? Look into the spam folder, or ask an administrator for a link.</Trans>
        </Text>
        <LinkButton href="/login">
          <Trans>To the login</Trans>
        </LinkButton>
      </Stack>
    );
  return (
    <form onSubmit={submit} noValidate>
      <Title order={1} mb={4}>
        <Trans>Forgot your password?</Trans>
      </Title>
      <Text c="dimmed" size="sm" mb="lg">
        <Trans>You get a link by e-mail to set a new one.</Trans>
      </Text>
      <Stack gap="md">
        {problem.whole && (
          <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} p="sm">
            {problem.whole}
          </Alert>
        )}
        <TextInput
          type="email"
          name="email"
          label={t`E-mail`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          error={problem.field}
          autoFocus
          size="md"
        />
        <BusyButton type="submit" size="md" loading={isBusy} fullWidth mt="xs">
          <Trans>Send the link</Trans>
        </BusyButton>
        <LinkButton href="/login" variant="subtle">
          <Trans>Back to the login</Trans>
        </LinkButton>
      </Stack>
    </form>
  );
}
