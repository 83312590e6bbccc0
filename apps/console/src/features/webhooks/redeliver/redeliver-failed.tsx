'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Modal, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { instantOf, localMinute } from '#lib/local-minute.ts';
import { useEndpointChoice } from '../endpoints/use-endpoint-choice.ts';
import { MinuteField } from '../records/time-filter.tsx';
import type { Selection } from './redelivery.ts';
import { RedeliveryQuestion } from './redelivery-question.tsx';

const DAY = 86_400_000;

type RedeliverFailedProps = {
  /** Initial value of the endpoint field. */
  endpointId?: number | undefined;
  orderId?: number | undefined;
  close: () => void;
};

/** Sends failed deliveries again, by time range, endpoint or order. */
export function RedeliverFailed({ endpointId, orderId, close }: RedeliverFailedProps) {
  const { t } = useLingui();
  const timeZone = useOrganizationTimeZone();
  const [endpoint, setEndpoint] = useState(endpointId ?? null);
  const endpoints = useEndpointChoice(endpoint, setEndpoint);
  const [order, setOrder] = useState(String(orderId ?? ''));
  const [since, setSince] = useState<string | null>(() =>
    orderId === undefined ? localMinute(new Date(Date.now() - DAY), timeZone) : null,
  );
  const [until, setUntil] = useState<string | null>(null);
  const [number] = useDebouncedValue(order.trim(), 250);
  const isNumber = /^\d{0,15}$/.test(number);
  const selection: Selection = {
    ...(endpoint === null ? {} : { endpointId: endpoint }),
    ...(number && isNumber ? { orderId: Number(number) } : {}),
    ...(since ? { since: instantOf(since, timeZone) } : {}),
    ...(until ? { until: instantOf(until, timeZone) } : {}),
  };
  const isSaid = isNumber && Object.keys(selection).length > 0;
  return (
    <Modal
      opened
      onClose={close}
      title={t`Send all failed deliveries again`}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t`Close without sending` }}
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
          <MinuteField label={t`Events since`} value={since} onChange={setSince} />
          <MinuteField label={t`Events before`} value={until} onChange={setUntil} />
        </SimpleGrid>
        <Text size="xs" c="dimmed" mt={-8}>
          <Trans>Times are in {timeZone}. Empty fields do not filter.</Trans>
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
          <Select label={t`To the endpoint`} nothingFoundMessage={t`No endpoint with this name`} {...endpoints} />
          <TextInput
            label={t`Of the order`}
            placeholder={t`Any order`}
            inputMode="numeric"
            value={order}
            onChange={({ currentTarget }) => setOrder(currentTarget.value)}
            error={isNumber ? undefined : t`Enter an order number, digits only.`}
          />
        </SimpleGrid>
        {!isSaid && isNumber && (
          <Text size="sm">
            <Trans>Set at least a time, an endpoint or an order.</Trans>
          </Text>
        )}
        <RedeliveryQuestion
          selection={isSaid ? selection : null}
          none={t`None of these deliveries is failed: they have succeeded or are pending.`}
          close={close}
          onDone={close}
        />
      </Stack>
    </Modal>
  );
}
