'use client';

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { BusyButton } from '#components/busy-button.tsx';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { eraseBodies } from './erase-bodies.ts';

type EraseBodyProps = { eventId: string; orderId: number; close: () => void };

/** Erases the body of an event, or of all events of its order, after a warning. */
export function EraseBody({ eventId, orderId, close }: EraseBodyProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [scope, setScope] = useState('event');
  const erasing = useMutation({
    mutationFn: () => eraseBodies(scope === 'event' ? { eventIds: [eventId] } : { orderId }),
    onSuccess: async (count) => {
      await client.invalidateQueries({ queryKey: ['webhooks'] });
      void say({
        kind: 'done',
        title: t`${plural(count, { one: 'The body is erased', other: '# bodies are erased' })}`,
      });
      close();
    },
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t`Erase permanently?`}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t`Close without erasing` }}
    >
      <Stack gap="md">
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
          <Trans>
            The body and the responses of the receivers are erased permanently. The event can’t be sent again, and
            pending deliveries are not sent. The record of deliveries, with times, receivers and statuses, is kept.
          </Trans>
        </Alert>
        <Radio.Group label={t`What to erase`} value={scope} onChange={setScope}>
          <Stack gap="xs" mt="xs">
            <Radio value="event" label={t`The body of this event`} />
            <Radio value="order" label={t`The bodies of all events of order ${orderId}`} />
          </Stack>
        </Radio.Group>
        <Text size="sm" c="dimmed">
          <Trans>The order itself is not changed. The audit log records that you erased the body.</Trans>
        </Text>
        {erasing.error && (
          <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
            {problemText(i18n, erasing.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} data-autofocus>
            <Trans>Cancel</Trans>
          </Button>
          <BusyButton color="red" onClick={() => erasing.mutate()} loading={erasing.isPending}>
            <Trans>Erase</Trans>
          </BusyButton>
        </Group>
      </Stack>
    </Modal>
  );
}
