import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconDevices, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import type { OpensAt } from '#components/on-demand.tsx';
import { isLanguage, type Language } from '#lib/locale.ts';

const SCHEMES = [
  { value: 'auto', label: msg`System`, icon: IconDeviceDesktop },
  { value: 'light', label: msg`Light`, icon: IconSun },
  { value: 'dark', label: msg`Dark`, icon: IconMoon },
] as const;

/** Names of languages are written in the language itself, so that everybody finds theirs. */
const NAMES: Record<Language, string> = { en: 'English', nl: 'Nederlands', de: 'Deutsch' };

const languages = Object.keys(NAMES).filter(isLanguage);

type AccountMenuItemsProps = OpensAt & {
  email: string | undefined;
  /** Null: as the browser asks. */
  language: string | null;
  choose: (language: Language | null) => void;
  leave: (everywhere: boolean) => void;
};

/** The menu items for appearance, language and sign-out. */
export function AccountMenuItems({ button, opened, setOpened, email, language, choose, leave }: AccountMenuItemsProps) {
  const { t } = useLingui();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu opened={opened} onChange={setOpened} position="top-start" width={248} shadow="md">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {email && <Menu.Label style={{ overflowWrap: 'anywhere' }}>{email}</Menu.Label>}
        <Menu.Divider />
        <Menu.Label>
          <Trans>Appearance</Trans>
        </Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => {
            const scheme = SCHEMES.find((one) => one.value === value);
            if (scheme) setColorScheme(scheme.value);
          }}
        >
          {SCHEMES.map(({ value, label, icon: Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} aria-hidden />}>
              {t(label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>
          <Trans>Language</Trans>
        </Menu.Label>
        <Menu.RadioGroup
          value={isLanguage(language) ? language : ''}
          onChange={(value) => choose(isLanguage(value) ? value : null)}
        >
          <Menu.RadioItem value="">
            <Trans>As the browser asks</Trans>
          </Menu.RadioItem>
          {languages.map((code) => (
            <Menu.RadioItem key={code} value={code} lang={code}>
              {NAMES[code]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => leave(false)}>
          <Trans>Sign out</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconDevices size={16} aria-hidden />} onClick={() => leave(true)}>
          <Trans>Sign out on all devices</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
