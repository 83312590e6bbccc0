'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Modal, Text } from '@mantine/core';
import type { Question } from './confirm.ts';

export function ConfirmDialog({
  title,
  body,
  action,
  isDangerous,
  answer,
}: Question & { answer: (isConfirmed: boolean) => void }) {
  const { t } = useLingui();
  return (
    <Modal
      opened
      onClose={() => answer(false)}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': t`Close without confirming` }}
    >
      <Text component="div" size="sm">
        {body}
      </Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={() => answer(false)} data-autofocus={isDangerous || undefined}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          color={isDangerous ? 'red' : undefined}
          onClick={() => answer(true)}
          data-autofocus={isDangerous ? undefined : true}
        >
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
