'use client';

import { Modal, Stack, Switch, Table, Title } from '@mantine/core';
import { useState } from 'react';
import { useStore } from '#lib/use-store.ts';
import { currentCommands, singleKeys, switchSingleKeys } from './commands.ts';
import { KeyCaps } from './key-caps.tsx';

/** The keys of the present page, and a way to switch them off. */
export function KeyboardHelp({ close }: { close: () => void }) {
  const isOn = useStore(singleKeys);
  const [groups] = useState(currentCommands);
  const withKeys = groups
    .map(({ group, commands }) => ({ group, commands: commands.filter(({ keys }) => keys !== undefined) }))
    .filter(({ commands }) => commands.length > 0);
  return (
    <Modal opened onClose={close} title="Keys" size="md" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="lg">
        {withKeys.map(({ group, commands }) => (
          <section key={group} aria-label={group}>
            <Title order={3} size="h2" mb={4}>
              {group}
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
          label="Keys without Ctrl or ⌘ do something"
          description="Switch them off if you type them by accident or dictate. This browser remembers it."
        />
      </Stack>
    </Modal>
  );
}
