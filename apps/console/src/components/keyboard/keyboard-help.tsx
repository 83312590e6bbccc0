'use client';

import { useLingui } from '@lingui/react/macro';
import { Modal, Stack, Switch, Table, Title } from '@mantine/core';
import { useState } from 'react';
import { useStore } from '#lib/use-store.ts';
import { currentCommands, GROUPS, singleKeys, switchSingleKeys } from './commands.ts';
import { KeyCaps } from './key-caps.tsx';

/** The keyboard shortcuts of the current page, with a switch to disable single keys. */
export function KeyboardHelp({ close }: { close: () => void }) {
  const { t } = useLingui();
  const isOn = useStore(singleKeys);
  const [groups] = useState(currentCommands);
  const withKeys = groups
    .map(({ group, commands }) => ({ group, commands: commands.filter(({ keys }) => keys !== undefined) }))
    .filter(({ commands }) => commands.length > 0);
  return (
    <Modal opened onClose={close} title={t`Keyboard shortcuts`} size="md" closeButtonProps={{ 'aria-label': t`Close` }}>
      <Stack gap="lg">
        {withKeys.map(({ group, commands }) => (
          <section key={group} aria-label={t(GROUPS[group])}>
            <Title order={3} size="h2" mb={4}>
              {t(GROUPS[group])}
            </Title>
            <Table withRowBorders={false} verticalSpacing={3} horizontalSpacing={0}>
              <Table.Tbody>
                {commands.map(({ does, keys }) => (
                  <Table.Tr key={does}>
                    <Table.Th scope="row" fw={400}>
                      {does}
                    </Table.Th>
                    <Table.Td ta="end">{keys && <KeyCaps keys={keys} />}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        ))}
        <Switch
          checked={isOn}
          onChange={({ currentTarget }) => switchSingleKeys(currentTarget.checked)}
          label={t`Enable single-key shortcuts`}
          description={t`Disable them if you press them by accident or use dictation. The setting is stored in this browser.`}
        />
      </Stack>
    </Modal>
  );
}
