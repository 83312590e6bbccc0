import { msg, t } from '@lingui/core/macro';
import { Alert, Center, Divider, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { Brand } from '#components/brand.tsx';
import { TextLink } from '#components/text-link.tsx';
import { openIdProblem } from '#features/session/openid-problem.ts';
import { ProviderLink } from '#features/session/provider-link.tsx';
import { readSignInOptions, type SignInOptions } from '#features/session/sign-in-options.ts';
import { SignInPage } from '#features/session/sign-in-page.tsx';
import { Problem } from '#lib/problem.ts';
import { safePath } from '#lib/safe-path.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled, visitorTexts } from '#lib/server/texts.ts';
import classes from './login.module.css';

export const generateMetadata = titled(msg`Sign in`);

export default async function LoginPage({ searchParams }: PageProps<'/login'>) {
  const i18n = await visitorTexts();
  const { next: wanted, problem } = await searchParams;
  const next = safePath(wanted);
  const { openIdName, passwordsForEveryone, linksByMail } = await signInOptions();
  const failure = openIdName && openIdProblem(i18n, problem, openIdName);
  return (
    <Center component="main" mih="100dvh" p="md" className={classes.page}>
      <Stack gap="lg" w="100%" maw={400}>
        <Center>
          <Brand size={34} />
        </Center>
        <Paper p={{ base: 'lg', xs: 'xl' }} shadow="sm" radius="lg">
          <Title order={1} mb={4}>{t(i18n)`Sign in`}</Title>
          <Text c="dimmed" size="sm" mb="lg">
            {next === '/'
              ? t(i18n)`Orders, people and departures of your organization.`
              : t(i18n)`Sign in to continue where you left off.`}
          </Text>
          {failure && (
            <Alert role="alert" color="red" icon={<IconAlertCircle />} p="sm" mb="md">
              {failure}
            </Alert>
          )}
          {openIdName && (
            <>
              <ProviderLink name={openIdName} next={next} />
              <Divider
                my="lg"
                label={passwordsForEveryone ? t(i18n)`or by password` : t(i18n)`Administrators also by password`}
              />
            </>
          )}
          <SignInPage next={next} />
          {linksByMail && (
            <Text size="sm" mt="md" ta="center">
              <TextLink href="/forgot-password">{t(i18n)`Forgot your password?`}</TextLink>
            </Text>
          )}
        </Paper>
      </Stack>
    </Center>
  );
}

const WITHOUT_ANSWER = { openIdName: null, passwordsForEveryone: true, linksByMail: false, hasMailbox: false };

/** Passwords alone while the API does not respond. */
async function signInOptions(): Promise<SignInOptions> {
  try {
    return await readSignInOptions(sendAsVisitor);
  } catch (error) {
    if (error instanceof Problem) return WITHOUT_ANSWER;
    throw error;
  }
}
