'use client';

import { Alert, Anchor, Group, Loader, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { outcomeOf } from '../endpoint-health.ts';
import { deliveryQuery } from './delivery-query.ts';

/** News of deliveries may be missed; then this says it all the same. */
const ASK_AGAIN = 2_000;

/** What comes of a delivery that was just sent, as it happens. */
export function DeliveryOutcome({ id }: { id: number }) {
  const { data: delivery } = useQuery({
    ...deliveryQuery(id),
    refetchInterval: ({ state }) => (state.data?.finishedAt ? false : ASK_AGAIN),
  });
  const attempt = delivery?.attempts.at(-1);
  const way = (
    <Anchor component={Link} href={`/webhooks/deliveries/${id}`} inherit c="inherit" underline="always">
      Open the delivery
    </Anchor>
  );
  if (!delivery?.finishedAt) {
    return (
      <Alert color="blue" role="status" icon={<Loader size={18} color="blue" aria-hidden />}>
        On its way… {way}
      </Alert>
    );
  }
  const isTaken = delivery.status === 'succeeded';
  return (
    <Alert
      role="status"
      color={isTaken ? 'teal' : 'red'}
      icon={isTaken ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={isTaken ? 'The receiver took it' : 'The receiver did not take it'}
    >
      <Group gap="xs">
        <Text size="sm">
          {attempt
            ? `${outcomeOf(attempt)}, after ${attempt.durationMs.toLocaleString('en')} ms.`
            : (delivery.reason ?? 'Nothing was sent.')}
        </Text>
        {way}
      </Group>
    </Alert>
  );
}
