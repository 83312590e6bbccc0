import { Trans } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { IconApi, IconDownload } from '@tabler/icons-react';
import type { OpensAt } from '#components/on-demand.tsx';

type ListMenuItemsProps = OpensAt & { show: (what: 'v1' | 'export') => void };

/** Actions on the whole list. */
export const ListMenuItems = ({ button, opened, setOpened, show }: ListMenuItemsProps) => (
  <Menu opened={opened} onChange={setOpened} position="bottom-end" shadow="md">
    <Menu.Target>{button}</Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => show('export')}>
        <Trans>Export as CSV</Trans>
      </Menu.Item>
      <Menu.Item leftSection={<IconApi size={16} aria-hidden />} onClick={() => show('v1')}>
        <Trans>Equivalent v1 request</Trans>
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
