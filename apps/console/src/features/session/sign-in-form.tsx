'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useActionState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { useLocale } from '#components/regional.tsx';
import { refusal } from './refusal.ts';
import { signIn } from './sign-in.ts';

type Attempt = { name: string; refusal?: string; number: number };

type SignInFormProps = {
  /** The prefilled name. */
  name?: string;
  /** Called after a successful sign-in; the form stays busy until the returned promise settles. */
  onSignedIn: () => Promise<void>;
};

/** The form for name and password. */
export function SignInForm({ name: knownName = '', onSignedIn }: SignInFormProps) {
  const { t, i18n } = useLingui();
  const locale = useLocale();
  const [attempt, submit, isPending] = useActionState(
    async (former: Attempt, form: FormData): Promise<Attempt> => {
      const name = String(form.get('emailOrUsername') ?? '');
      try {
        await signIn(name, String(form.get('password') ?? ''));
      } catch (error) {
        return { name, refusal: refusal(i18n, error, new Date(), locale), number: former.number + 1 };
      }
      await onSignedIn();
      return former;
    },
    { name: knownName, number: 0 },
  );
  return (
    <form action={submit}>
      <Stack gap="md">
        {attempt.refusal && (
          <Alert key={attempt.number} role="alert" color="red" icon={<IconAlertCircle />} p="sm">
            {attempt.refusal}
          </Alert>
        )}
        <TextInput
          name="emailOrUsername"
          label={t`E-mail or username`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={attempt.name}
          required
          withAsterisk={false}
          data-autofocus={knownName === '' || undefined}
          autoFocus={knownName === ''}
          size="md"
        />
        <PasswordInput
          name="password"
          data-autofocus={knownName !== '' || undefined}
          label={t`Password`}
          autoComplete="current-password"
          required
          withAsterisk={false}
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the characters` }}
        />
        <BusyButton type="submit" size="md" loading={isPending} fullWidth mt="xs">
          <Trans>Sign in</Trans>
        </BusyButton>
      </Stack>
    </form>
  );
}
