'use client';

import { Trans, useLingui } from '@lingui/react/macro';
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
  const { t, i18n } = useLingui();
  const { base, order, edits, merge, rebase } = useOrderEdit();
  const [choices, setChoices] = useState<Partial<Record<FieldName, 'theirs' | 'mine'>>>({});
  const since = base?.version ?? order.version;
  const { data: changes = [], isPending } = useQuery(changesQuery(order.id, since, order.version));
  // Names that appear under the choices would move them under the pointer.
  if (!base || isPending) return null;
  const { version } = order;
  const { version: began } = base;
  const whoOf = (name: FieldName) => changes.find(({ change }) => fieldOf(change.path) === name);
  const rows = mergeOf(i18n, base, order, edits);
  const isOpen = rows.some(({ name, isClash }) => isClash && !choices[name]);
  const goOn = () => {
    const dropped = rows.flatMap(({ name }) => (choices[name] === 'theirs' ? [name] : []));
    rebase(withoutEdits(edits, order, dropped));
  };
  return (
    <Modal
      opened
      onClose={() => merge(false)}
      title={t`Somebody changed this order`}
      size="xl"
      closeButtonProps={{ 'aria-label': t`Continue editing` }}
    >
      <Stack gap="md">
        <Text size="sm">
          <Trans>
            The order is at version {version}; you began with version {began}. Choose a value for each field that you
            both changed. All other changes are kept.
          </Trans>
        </Text>
        <Table.ScrollContainer minWidth={560}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">
                  <Trans>Field</Trans>
                </Table.Th>
                <Table.Th scope="col">
                  <Trans>Was</Trans>
                </Table.Th>
                <Table.Th scope="col">
                  <Trans>Theirs</Trans>
                </Table.Th>
                <Table.Th scope="col">
                  <Trans>Yours</Trans>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ name, was, theirs, mine, isClash }) => {
                const label = t(FIELDS[name].label);
                const choose = (choice: 'theirs' | 'mine') => () => setChoices({ ...choices, [name]: choice });
                return (
                  <Table.Tr key={name}>
                    <Table.Th scope="row">{label}</Table.Th>
                    <Table.Td>{was || <Nothing meaning={t`Nothing`} />}</Table.Td>
                    <Table.Td>
                      <Side
                        text={theirs}
                        by={whoOf(name)}
                        choice={
                          isClash
                            ? {
                                label: t`Take theirs: ${label}`,
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
                                label: t`Keep mine: ${label}`,
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
            <Trans>Continue editing</Trans>
          </Button>
          <Button onClick={goOn} disabled={isOpen}>
            <Trans>Save as chosen</Trans>
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
  const { t, i18n } = useLingui();
  const timeZone = useOrganizationTimeZone();
  if (text === undefined)
    return (
      <Text c="dimmed" inherit>
        <Trans>unchanged</Trans>
      </Text>
    );
  const shown = text || t`(empty)`;
  return (
    <Stack gap={2}>
      {choice ? (
        <Radio size="xs" label={shown} aria-label={choice.label} checked={choice.isTaken} onChange={choice.take} />
      ) : (
        shown
      )}
      {by && (
        <Text size="xs" c="dimmed">
          {by.actor?.name ?? t`The system`} ({channelText(i18n, by.channel)}),{' '}
          <Instant instant={by.at} timeZone={timeZone} />
        </Text>
      )}
    </Stack>
  );
}
