'use client';

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  Avatar,
  Box,
  Group,
  Skeleton,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useCommands } from '#components/keyboard/commands.ts';
import { OnDemand } from '#components/on-demand.tsx';
import { useViewer } from '#lib/viewer.ts';
import classes from './account-menu.module.css';
import { chooseLanguage } from './choose-language.ts';
import { signOut } from './sign-in.ts';

const SCHEMES = [
  { value: 'auto', palette: msg`System appearance` },
  { value: 'light', palette: msg`Light appearance` },
  { value: 'dark', palette: msg`Dark appearance` },
] as const;

const load = () => import('./account-menu-items.tsx').then((module) => module.AccountMenuItems);

/** The menu of the signed-in user: appearance, language and sign-out. */
export function AccountMenu() {
  const { t } = useLingui();
  const viewer = useViewer();
  const name = viewer?.name;
  const { setColorScheme } = useMantineColorScheme();
  const leaving = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      // It holds unsaved edits of orders, which the next user of this window must not see.
      window.sessionStorage.clear();
      window.location.assign('/login');
    },
  });
  const choosing = useMutation({ mutationFn: chooseLanguage, onSuccess: () => window.location.reload() });
  useCommands('everywhere', [
    ...SCHEMES.map(({ value, palette }) => ({ does: t(palette), run: () => setColorScheme(value) })),
    { does: t`Sign out`, run: () => leaving.mutate(false) },
    { does: t`Sign out on all devices`, run: () => leaving.mutate(true) },
  ]);
  const button = (
    <UnstyledButton className={classes.account}>
      <VisuallyHidden>{name ? <Trans>Account of {name}</Trans> : <Trans>Account</Trans>}</VisuallyHidden>
      <Group gap={10} wrap="nowrap">
        <Avatar src={viewer?.profilePhotoUrl} name={name} color="indigo" size={32} alt="" />
        <Box flex={1} miw={0}>
          {viewer ? (
            <>
              <Text size="sm" fw={550} lh={1.3} className={classes.name} aria-hidden>
                {name}
              </Text>
              <Text size="xs" c="dimmed" lh={1.3} className={classes.name}>
                {viewer.organizations.map(({ name }) => name).join(', ')}
              </Text>
            </>
          ) : (
            <Skeleton height={28} />
          )}
        </Box>
        <IconSelector size={16} aria-hidden className={classes.chevron} />
      </Group>
    </UnstyledButton>
  );
  return (
    <OnDemand
      button={button}
      opens="menu"
      load={load}
      props={{
        email: viewer?.email,
        language: viewer?.language ?? null,
        choose: choosing.mutate,
        leave: leaving.mutate,
      }}
    />
  );
}
