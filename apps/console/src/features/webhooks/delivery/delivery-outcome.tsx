'use client';

import { Alert, Anchor, Group, Loader, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { outcomeOf } from '../endpoint-health.ts';
import { deliveryQuery } from './delivery-query.ts';

/** Polling interval in milliseconds, as a fallback for missed live updates. */
const ASK_AGAIN = 2_000;

/** The live outcome of a delivery that was just sent. */
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
        Sending… {way}
      </Alert>
    );
  }
  const isTaken = delivery.status === 'succeeded';
  return (
    <Alert
      role="status"
      color={isTaken ? 'teal' : 'red'}
      icon={isTaken ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={isTaken ? 'The receiver accepted it' : 'The receiver did not accept it'}
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
