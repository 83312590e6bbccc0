'use client';

import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Instant } from '#components/moments.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { Section } from '#components/section.tsx';
import { problemText } from '#lib/problem-text.ts';
import { DeliveryBadge } from './delivery-badge.tsx';
import { LiveDeliveries } from './live/live-deliveries.tsx';
import classes from './order-events.module.css';
import { orderEventsQuery } from './order-events-query.ts';

/** The webhook events of the order with the status of their deliveries. */
export function OrderEvents({ orderId }: { orderId: number }) {
  const { data, error, isPending, refetch } = useQuery(orderEventsQuery(orderId));
  const timeZone = useOrganizationTimeZone();
  const total = data?.webhookEventsMeta.total ?? 0;
  return (
    <Section title="Webhooks">
      <LiveDeliveries />
      {isPending && <Skeleton h={60} />}
      {error && (
        <Group gap="sm">
          <Text size="sm">The events could not be loaded: {problemText(error)}</Text>
          <Button size="compact-sm" variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </Group>
      )}
      {data && total === 0 && (
        <Text size="sm" c="dimmed">
          No webhook events for this order yet.
        </Text>
      )}
      <ul className={classes.events}>
        {data?.webhookEvents.map(({ id, kind, sequence, createdAt, isTest, deliveries }) => (
          <li key={id}>
            <Group gap="0 10px">
              <Anchor component={Link} inherit href={`/webhooks/events/${id}`}>
                {isTest ? 'test' : kind} · version {sequence}
              </Anchor>
              <Text inherit c="dimmed">
                <Instant instant={createdAt} timeZone={timeZone} />
              </Text>
            </Group>
            {deliveries.length === 0 ? (
              <Text inherit c="dimmed">
                No endpoint receives this event.
              </Text>
            ) : (
              deliveries.map((delivery) => (
                <Group key={delivery.id} gap="xs" wrap="nowrap">
                  <DeliveryBadge delivery={delivery} size="sm" />
                  <Anchor component={Link} inherit href={`/webhooks/deliveries/${delivery.id}`}>
                    {delivery.endpoint.description || delivery.endpoint.url}
                  </Anchor>
                </Group>
              ))
            )}
          </li>
        ))}
      </ul>
      {data && total > data.webhookEvents.length && (
        <Anchor component={Link} size="sm" href={`/webhooks/events?order=${orderId}`} mt="xs" display="inline-block">
          All {total} events
        </Anchor>
      )}
    </Section>
  );
}
