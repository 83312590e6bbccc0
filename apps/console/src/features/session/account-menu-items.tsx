import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconDevices, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import type { OpensAt } from '#components/on-demand.tsx';

const SCHEMES = [
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
] as const;

type AccountMenuItemsProps = OpensAt & {
  email: string | undefined;
  leave: (everywhere: boolean) => void;
};

/** The menu items for appearance and sign-out. */
export function AccountMenuItems({ button, opened, setOpened, email, leave }: AccountMenuItemsProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu opened={opened} onChange={setOpened} position="top-start" width={248} shadow="md">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {email && <Menu.Label style={{ overflowWrap: 'anywhere' }}>{email}</Menu.Label>}
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
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => leave(false)}>
          Sign out
        </Menu.Item>
        <Menu.Item leftSection={<IconDevices size={16} aria-hidden />} onClick={() => leave(true)}>
          Sign out on all devices
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
