'use client';

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { BusyButton } from '#components/busy-button.tsx';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import type { AuditLine } from './audit-query.ts';
import { Changes } from './line-cells.tsx';
import { taggedThingsQuery, undoTagChange } from './undo-tags-act.ts';

type UndoQuestionProps = { line: AuditLine; label: string; close: () => void };

/** Asks to confirm the undo of a tag change, runs it, and shows the reason if it fails. */
export function UndoQuestion({ line, label, close }: UndoQuestionProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [wholeRequest, setWholeRequest] = useState(false);
  const { data: things = 1, isPending: isCounting } = useQuery(taggedThingsQuery(line.id));
  const undoing = useMutation({
    mutationFn: () => undoTagChange(line.id, wholeRequest),
    onSuccess: async (done) => {
      // Many pages show these tags.
      await client.invalidateQueries();
      void say({
        kind: 'done',
        title: t`${plural(done, { one: 'The tags are restored', other: 'The tags of # resources are restored' })}`,
      });
      close();
    },
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t`Undo the change of the tags of ${label}?`}
      centered
      closeButtonProps={{ 'aria-label': t`Close without undoing` }}
    >
      <Stack gap="md">
        <Changes line={{ ...line, before: line.after, after: line.before }} />
        <Text size="sm" c="dimmed">
          <Trans>Other tags keep their values. If one of these tags has changed since, nothing is undone.</Trans>
        </Text>
        {things > 1 && (
          <Checkbox
            label={t`${plural(things, { one: 'The # resource whose tags the same request changed', other: 'All # resources whose tags the same request changed' })}`}
            checked={wholeRequest}
            onChange={({ currentTarget }) => setWholeRequest(currentTarget.checked)}
          />
        )}
        {undoing.error && (
          <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
            {problemText(i18n, undoing.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          {/* The choice above appears with the number: a button that moves under the pointer loses the click. */}
          <BusyButton loading={undoing.isPending || isCounting} onClick={() => undoing.mutate()} data-autofocus>
            <Trans>Undo</Trans>
          </BusyButton>
        </Group>
      </Stack>
    </Modal>
  );
}
