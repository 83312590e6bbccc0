'use client';

import { Button, Group, Modal, Radio, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Instant } from '#components/moments.tsx';
import { Nothing } from '#components/nothing.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { channelText } from '../history/change-labels.ts';
import { changesQuery, type OrderChange } from '../history/history-query.ts';
import { mergeOf, withoutEdits } from './merge.ts';
import { useOrderEdit } from './order-edit.tsx';
import { FIELDS, type FieldName, fieldOf } from './order-fields.ts';

/** Compares the changes of others with the user's edits, field by field, and lets the user choose between them. */
export function MergeDialog() {
  const { base, order, edits, isMerging, merge, rebase } = useOrderEdit();
  const [choices, setChoices] = useState<Partial<Record<FieldName, 'theirs' | 'mine'>>>({});
  const since = base?.version ?? order.version;
  const { data: changes = [] } = useQuery({ ...changesQuery(order.id, since, order.version), enabled: isMerging });
  if (!base) return null;
  const whoOf = (name: FieldName) => changes.find(({ change }) => fieldOf(change.path) === name);
  const rows = mergeOf(base, order, edits);
  const isOpen = rows.some(({ name, isClash }) => isClash && !choices[name]);
  const goOn = () => {
    const dropped = rows.flatMap(({ name }) => (choices[name] === 'theirs' ? [name] : []));
    setChoices({});
    rebase(withoutEdits(edits, order, dropped));
  };
  return (
    <Modal
      opened={isMerging}
      onClose={() => merge(false)}
      title="Somebody changed this order"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Continue editing' }}
    >
      <Stack gap="md">
        <Text size="sm">
          The order is at version {order.version}; you began with version {base.version}. Choose a value for each field
          that you both changed. All other changes are kept.
        </Text>
        <Table.ScrollContainer minWidth={560}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Field</Table.Th>
                <Table.Th scope="col">Was</Table.Th>
                <Table.Th scope="col">Theirs</Table.Th>
                <Table.Th scope="col">Yours</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ name, was, theirs, mine, isClash }) => {
                const choose = (choice: 'theirs' | 'mine') => () => setChoices({ ...choices, [name]: choice });
                return (
                  <Table.Tr key={name}>
                    <Table.Th scope="row">{FIELDS[name].label}</Table.Th>
                    <Table.Td>{was || <Nothing meaning="Nothing" />}</Table.Td>
                    <Table.Td>
                      <Side
                        text={theirs}
                        by={whoOf(name)}
                        choice={
                          isClash
                            ? {
                                label: `Take theirs: ${FIELDS[name].label}`,
                                isTaken: choices[name] === 'theirs',
                                take: choose('theirs'),
                              }
                            : undefined
                        }
                      />
                    </Table.Td>
                    <Table.Td>
                      <Side
                        text={mine}
                        choice={
                          isClash
                            ? {
                                label: `Keep mine: ${FIELDS[name].label}`,
                                isTaken: choices[name] === 'mine',
                                take: choose('mine'),
                              }
                            : undefined
                        }
                      />
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => merge(false)}>
            Continue editing
          </Button>
          <Button onClick={goOn} disabled={isOpen}>
            Save as chosen
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type SideProps = {
  /** Undefined means unchanged. */
  text: string | undefined;
  /** The change that set this value: its actor and time. */
  by?: OrderChange | undefined;
  choice: { label: string; isTaken: boolean; take: () => void } | undefined;
};

function Side({ text, by, choice }: SideProps) {
  const timeZone = useOrganizationTimeZone();
  if (text === undefined)
    return (
      <Text c="dimmed" inherit>
        unchanged
      </Text>
    );
  const shown = text || '(empty)';
  return (
    <Stack gap={2}>
      {choice ? (
        <Radio size="xs" label={shown} aria-label={choice.label} checked={choice.isTaken} onChange={choice.take} />
      ) : (
        shown
      )}
      {by && (
        <Text size="xs" c="dimmed">
          {by.actor?.name ?? 'The system'} ({channelText(by.channel)}), <Instant instant={by.at} timeZone={timeZone} />
        </Text>
      )}
    </Stack>
  );
}
