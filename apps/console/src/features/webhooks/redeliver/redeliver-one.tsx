'use client';

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemText } from '#lib/problem-text.ts';
import { DeliveryOutcome } from '../delivery/delivery-outcome.tsx';
import type { DeliveryStandingFacts } from '../webhook-parts.ts';
import { redeliverOne } from './redelivery.ts';
import { StaleWarning } from './stale-warning.tsx';

type RedeliverOneProps = { delivery: DeliveryStandingFacts; eventId: string; close: () => void };

/** Sends what a delivery carried once more, after saying what that means, and shows what comes of it. */
export function RedeliverOne({ delivery, eventId, close }: RedeliverOneProps) {
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: () => redeliverOne(delivery.id),
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  const { endpoint, status } = delivery;
  const isSent = sending.data !== undefined;
  return (
    <Modal
      opened
      onClose={close}
      title={isSent ? `Delivery ${delivery.id} is sent again` : `Send delivery ${delivery.id} again?`}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': isSent ? 'Close' : 'Close without sending' }}
    >
      <Stack gap="md">
        {isSent ? (
          <DeliveryOutcome id={sending.data} />
        ) : (
          <>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              The same event goes to <b>{endpoint.url}</b> once more: the same id and body, signed anew by the present
              secret, tried once. The record of the original stays, and the endpoint’s health does not count it.
            </Text>
            <StaleWarning eventId={eventId} />
            {status === 'succeeded' && (
              <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
                The receiver took it already. One that remembers <code>webhook-id</code> will pass over it.
              </Alert>
            )}
            {endpoint.disabledAt && (
              <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
                The endpoint is switched off; what you send is sent all the same.
              </Alert>
            )}
            {sending.error && (
              <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
                {problemText(sending.error)}
              </Alert>
            )}
          </>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            {isSent ? 'Close' : 'Cancel'}
          </Button>
          {!isSent && (
            <Button onClick={() => sending.mutate()} loading={sending.isPending}>
              Send again
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
