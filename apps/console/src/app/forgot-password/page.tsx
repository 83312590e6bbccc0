import { msg } from '@lingui/core/macro';
import { Center, Paper, Stack } from '@mantine/core';
import { Brand } from '#components/brand.tsx';
import { ForgotPasswordForm } from '#features/session/forgot-password-form.tsx';
import { titled } from '#lib/server/texts.ts';
import classes from '../login/login.module.css';

export const generateMetadata = titled(msg`Forgot your password?`);

export default function ForgotPasswordPage() {
  return (
    <Center component="main" mih="100dvh" p="md" className={classes.page}>
      <Stack gap="lg" w="100%" maw={400}>
        <Center>
          <Brand size={34} />
        </Center>
        <Paper p={{ base: 'lg', xs: 'xl' }} shadow="sm" radius="lg">
          <ForgotPasswordForm />
        </Paper>
      </Stack>
    </Center>
  );
}
