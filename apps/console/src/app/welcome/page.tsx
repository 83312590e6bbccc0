import type { I18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Center, Paper, Stack } from '@mantine/core';
import { IconLinkOff, IconPlugConnectedX } from '@tabler/icons-react';
import { Brand } from '#components/brand.tsx';
import { LinkButton } from '#components/link-button.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { type PasswordOwner, readPasswordLink } from '#features/welcome/password-link.ts';
import { WelcomeForm } from '#features/welcome/welcome-form.tsx';
import { isProblem, Problem } from '#lib/problem.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled, visitorTexts } from '#lib/server/texts.ts';
import classes from '../login/login.module.css';

// The URL contains a secret that must not leak to other sites.
export const generateMetadata = titled(msg`Welcome`, { referrer: 'no-referrer' });

export default async function WelcomePage({ searchParams }: PageProps<'/welcome'>) {
  const i18n = await visitorTexts();
  const { token } = await searchParams;
  const link = typeof token === 'string' ? await ownerOf(i18n, token) : null;
  return (
    <Center component="main" mih="100dvh" p="md" className={classes.page}>
      <Stack gap="lg" w="100%" maw={440}>
        <Center>
          <Brand size={34} />
        </Center>
        <Paper p={{ base: 'lg', xs: 'xl' }} shadow="sm" radius="lg">
          {link === null ? (
            <StatePanel
              isPage
              icon={IconLinkOff}
              title={t(i18n)`This link does not work`}
              action={<LinkButton href="/login">{t(i18n)`To the login`}</LinkButton>}
            >
              {t(
                i18n,
              )`It was already used, has expired, or was replaced by a newer one. Ask an administrator of your organization for a new one.`}
            </StatePanel>
          ) : 'problem' in link ? (
            <StatePanel isPage icon={IconPlugConnectedX} color="orange" title={t(i18n)`Try again later`}>
              {link.problem}
            </StatePanel>
          ) : (
            <WelcomeForm token={String(token)} owner={link} />
          )}
        </Paper>
      </Stack>
    </Center>
  );
}

/** The owner of the link; null if the link is invalid, or a message if it can't be checked. */
async function ownerOf(i18n: I18n, token: string): Promise<PasswordOwner | { problem: string } | null> {
  try {
    return await readPasswordLink(token, sendAsVisitor);
  } catch (error) {
    if (isProblem(error, 'not-found')) return null;
    if (isProblem(error, 'throttled')) {
      return { problem: t(i18n)`Too many invalid links were opened. Try again in 15 minutes.` };
    }
    if (error instanceof Problem)
      return { problem: t(i18n)`The server can’t be reached. Reload this page in a moment.` };
    throw error;
  }
}
