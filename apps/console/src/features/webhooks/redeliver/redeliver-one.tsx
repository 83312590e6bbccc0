'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BusyButton } from '#components/busy-button.tsx';
import { problemText } from '#lib/problem-text.ts';
import { DeliveryOutcome } from '../delivery/delivery-outcome.tsx';
import { eventChangesQuery } from '../event/event-query.ts';
import type { DeliveryStandingFacts } from '../webhook-parts.ts';
import { redeliverOne } from './redelivery.ts';
import { StaleWarning } from './stale-warning.tsx';

type RedeliverOneProps = { delivery: DeliveryStandingFacts; eventId: string; close: () => void };

/** Sends a delivery again after a confirmation, and shows the outcome. */
export function RedeliverOne({ delivery, eventId, close }: RedeliverOneProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { isPending: isComparing } = useQuery(eventChangesQuery(eventId, 'now'));
  const sending = useMutation({
    mutationFn: () => redeliverOne(delivery.id),
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  const { id, endpoint, status } = delivery;
  const { url } = endpoint;
  const isSent = sending.data !== undefined;
  return (
    <Modal
      opened
      onClose={close}
      title={isSent ? t`Delivery ${id} is sent again` : t`Send delivery ${id} again?`}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': isSent ? t`Close` : t`Close without sending` }}
    >
      <Stack gap="md">
        {isSent ? (
          <DeliveryOutcome id={sending.data} />
        ) : (
          <>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <Trans>
                The same event is sent to <b>{url}</b> again: with the same id and body, signed with the current secret,
                in one attempt. The record of the original is kept, and the endpoint’s health does not count it.
              </Trans>
            </Text>
            <StaleWarning eventId={eventId} />
            {status === 'succeeded' && (
              <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
                <Trans>
                  The receiver has already accepted this event. Receivers that track <code>webhook-id</code> ignore
                  duplicates.
                </Trans>
              </Alert>
            )}
            {endpoint.disabledAt && (
              <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
                <Trans>The endpoint is switched off; your delivery is sent anyway.</Trans>
              </Alert>
            )}
            {sending.error && (
              <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
                {problemText(i18n, sending.error)}
              </Alert>
            )}
          </>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            {isSent ? t`Close` : t`Cancel`}
          </Button>
          {!isSent && (
            <BusyButton onClick={() => sending.mutate()} loading={sending.isPending || isComparing}>
              <Trans>Send again</Trans>
            </BusyButton>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
