'use client';

import {
  Avatar,
  Box,
  Group,
  Menu,
  Skeleton,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { IconDeviceDesktop, IconDevices, IconLogout, IconMoon, IconSelector, IconSun } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useCommands } from '#components/keyboard/commands.ts';
import classes from './account-menu.module.css';
import { signOut } from './sign-in.ts';
import { useViewer } from './viewer.ts';

const SCHEMES = [
  { value: 'auto', label: 'Like the system', palette: 'Light or dark like the system', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', palette: 'Light appearance', icon: IconSun },
  { value: 'dark', label: 'Dark', palette: 'Dark appearance', icon: IconMoon },
] as const;

/** Who is signed in, how the console looks, and the ways out. */
export function AccountMenu() {
  const viewer = useViewer();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leaving = useMutation({ mutationFn: signOut, onSuccess: () => window.location.assign('/login') });
  useCommands('Everywhere', [
    ...SCHEMES.map(({ value, palette }) => ({ does: palette, run: () => setColorScheme(value) })),
    { does: 'Sign out', run: () => leaving.mutate(false) },
    { does: 'Sign out on all devices', run: () => leaving.mutate(true) },
  ]);
  return (
    <Menu position="top-start" width={248} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.account}>
          <VisuallyHidden>{viewer ? 'Account of ' : 'Account'}</VisuallyHidden>
          <Group gap={10} wrap="nowrap">
            <Avatar src={viewer?.profilePhotoUrl} name={viewer?.name} color="indigo" size={32} alt="" />
            <Box flex={1} miw={0}>
              {viewer ? (
                <>
                  <Text size="sm" fw={550} lh={1.3} truncate>
                    {viewer.name}
                  </Text>
                  <Text size="xs" c="dimmed" lh={1.3} truncate>
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
      </Menu.Target>
      <Menu.Dropdown>
        {viewer && <Menu.Label style={{ overflowWrap: 'anywhere' }}>{viewer.email}</Menu.Label>}
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => {
            const scheme = SCHEMES.find((one) => one.value === value);
            if (scheme) setColorScheme(scheme.value);
          }}
        >
          {SCHEMES.map(({ value, label, icon: Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} aria-hidden />}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => leaving.mutate(false)}>
          Sign out
        </Menu.Item>
        <Menu.Item leftSection={<IconDevices size={16} aria-hidden />} onClick={() => leaving.mutate(true)}>
          Sign out on all devices
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
