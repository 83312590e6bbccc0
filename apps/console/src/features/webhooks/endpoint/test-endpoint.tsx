'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { errorOf } from '#components/save-form.tsx';
import { fieldErrorsOf } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { DeliveryOutcome } from '../delivery/delivery-outcome.tsx';
import { testEndpoint } from './endpoint-acts.ts';
import type { Endpoint } from './endpoint-query.ts';

/** Sends an order to an endpoint as a test and shows the response. */
export function TestEndpoint({ endpoint, close }: { endpoint: Endpoint; close: () => void }) {
  const { t, i18n } = useLingui();
  const [order, setOrder] = useState('');
  const [slip, setSlip] = useState<string>();
  const test = useMutation({
    mutationFn: (orderId: number | null) => testEndpoint(endpoint.id, orderId),
  });
  const fieldError = fieldErrorsOf(test.error).orderId;

  function submit(event: FormEvent) {
    event.preventDefault();
    const number = order.trim();
    const isFine = /^\d{0,15}$/.test(number);
    setSlip(isFine ? undefined : t`Enter an order number, digits only.`);
    if (isFine) test.mutate(number === '' ? null : Number(number));
  }

  return (
    <Modal
      opened
      onClose={close}
      title={t`Send a test`}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t`Close the test` }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">
            <Trans>
              Sends the current state of an order as a real, signed event with the header <code>X-Webhook-Test: 1</code>
              . The test has one attempt, does not change the order and does not count towards the endpoint’s health.
            </Trans>{' '}
            {endpoint.disabledAt && t`The endpoint is switched off; the test is sent anyway.`}
          </Text>
          <TextInput
            label={t`Order`}
            description={t`Order number; leave empty for the newest order that the endpoint may receive.`}
            inputMode="numeric"
            value={order}
            onChange={({ currentTarget }) => setOrder(currentTarget.value)}
            error={slip ?? errorOf(t`This order`, fieldError)}
            data-autofocus
          />
          {test.error && !fieldError && (
            <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
              {problemText(i18n, test.error)}
            </Alert>
          )}
          {test.data !== undefined && <DeliveryOutcome key={test.data} id={test.data} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              <Trans>Close</Trans>
            </Button>
            <BusyButton type="submit" loading={test.isPending}>
              {test.data === undefined ? t`Send` : t`Send another`}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
