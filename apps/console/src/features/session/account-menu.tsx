'use client';

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
import { signOut } from './sign-in.ts';

const SCHEMES = [
  { value: 'auto', palette: 'System appearance' },
  { value: 'light', palette: 'Light appearance' },
  { value: 'dark', palette: 'Dark appearance' },
] as const;

const load = () => import('./account-menu-items.tsx').then((module) => module.AccountMenuItems);

/** The menu of the signed-in user: appearance and sign-out. */
export function AccountMenu() {
  const viewer = useViewer();
  const { setColorScheme } = useMantineColorScheme();
  const leaving = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      // It holds unsaved edits of orders, which the next user of this window must not see.
      window.sessionStorage.clear();
      window.location.assign('/login');
    },
  });
  useCommands('Everywhere', [
    ...SCHEMES.map(({ value, palette }) => ({ does: palette, run: () => setColorScheme(value) })),
    { does: 'Sign out', run: () => leaving.mutate(false) },
    { does: 'Sign out on all devices', run: () => leaving.mutate(true) },
  ]);
  const button = (
    <UnstyledButton className={classes.account}>
      <VisuallyHidden>{viewer ? 'Account of ' : 'Account'}</VisuallyHidden>
      <Group gap={10} wrap="nowrap">
        <Avatar src={viewer?.profilePhotoUrl} name={viewer?.name} color="indigo" size={32} alt="" />
        <Box flex={1} miw={0}>
          {viewer ? (
            <>
              <Text size="sm" fw={550} lh={1.3} className={classes.name}>
                {viewer.name}
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
  return <OnDemand button={button} opens="menu" load={load} props={{ email: viewer?.email, leave: leaving.mutate }} />;
}
