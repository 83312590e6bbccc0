import { msg, t } from '@lingui/core/macro';
import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import { Brand } from '#components/brand.tsx';
import { SignInPage } from '#features/session/sign-in-page.tsx';
import { safePath } from '#lib/safe-path.ts';
import { titled, visitorTexts } from '#lib/server/texts.ts';
import classes from './login.module.css';

export const generateMetadata = titled(msg`Sign in`);

export default async function LoginPage({ searchParams }: PageProps<'/login'>) {
  const i18n = await visitorTexts();
  const next = safePath((await searchParams).next);
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
          <SignInPage next={next} />
        </Paper>
      </Stack>
    </Center>
  );
}
