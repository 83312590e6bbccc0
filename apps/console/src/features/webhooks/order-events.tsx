'use client';

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '#components/link.tsx';
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
  const { t, i18n } = useLingui();
  const { data, error, isPending, refetch } = useQuery(orderEventsQuery(orderId));
  const timeZone = useOrganizationTimeZone();
  const reason = error && problemText(i18n, error);
  const total = data?.webhookEventsMeta.total ?? 0;
  return (
    <Section title={t`Webhooks`}>
      <LiveDeliveries />
      {isPending && <Skeleton h={60} />}
      {error && (
        <Group gap="sm">
          <Text size="sm">
            <Trans>The events could not be loaded: {reason}</Trans>
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Group>
      )}
      {data && total === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No webhook events for this order yet.</Trans>
        </Text>
      )}
      <ul className={classes.events}>
        {data?.webhookEvents.map(({ id, kind, sequence, createdAt, isTest, deliveries }) => (
          <li key={id}>
            <Group gap="0 10px">
              <Anchor component={Link} inherit href={`/webhooks/events/${id}`}>
                {isTest ? t`test` : kind} · <Trans>version {sequence}</Trans>
              </Anchor>
              <Text inherit c="dimmed">
                <Instant instant={createdAt} timeZone={timeZone} />
              </Text>
            </Group>
            {deliveries.length === 0 ? (
              <Text inherit c="dimmed">
                <Trans>No endpoint receives this event.</Trans>
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
          <Plural value={total} one="All # events" other="All # events" />
        </Anchor>
      )}
    </Section>
  );
}
