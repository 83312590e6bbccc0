'use client';

import { Alert, Anchor, Badge, Box, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconEraser, IconEyeOff, IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { CopyText } from '#components/copy-text.tsx';
import { Fact, Facts } from '#components/facts.tsx';
import { JsonView } from '#components/json-view.tsx';
import { LinkButton } from '#components/link-button.tsx';
import { Nothing } from '#components/nothing.tsx';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { PageHead } from '#components/page-head.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { Section } from '#components/section.tsx';
import { LiveDeliveries } from '../live/live-deliveries.tsx';
import { Moment } from '../moment.tsx';
import { withEventFilters } from '../record-filters.ts';
import { DeliveriesTable } from '../records/deliveries-table.tsx';
import { EventMarks } from '../records/events-table.tsx';
import { useManagedOrganizations } from '../terms-query.ts';
import { EventChanges } from './event-changes.tsx';
import { eventQuery, type WebhookEvent } from './event-query.ts';

const RedeliverChosen = dynamic(
  () => import('../redeliver/redeliver-chosen.tsx').then((module) => module.RedeliverChosen),
  { ssr: false },
);
const EraseBody = dynamic(() => import('./erase-body.tsx').then((module) => module.EraseBody), {
  ssr: false,
});

const LIST = { href: '/webhooks/events', label: 'Events' };

/** An event: its body, its deliveries, and whether it is outdated. */
export function EventScreen({ id }: { id: string }) {
  const { data: event, error, isFetching, refetch } = useQuery(eventQuery(id));
  if (event) {
    return (
      <>
        <LiveDeliveries />
        {error && <OutdatedNote retry={refetch} />}
        <EventPage event={event} />
      </>
    );
  }
  if (!error) return <Skeleton height={320} m="lg" />;
  return (
    <ProblemPanel
      problem={error}
      subject="this event"
      retry={refetch}
      isRetrying={isFetching}
      elsewhere={<LinkButton href={LIST.href}>To the events</LinkButton>}
    />
  );
}

function EventPage({ event }: { event: WebhookEvent }) {
  const [isErasing, setErasing] = useState(false);
  const [isRepeating, setRepeating] = useState(false);
  const canErase = useManagedOrganizations().some(({ id }) => id === event.organization.id);
  const { order, payload, deliveries } = event;
  const failed = deliveries.filter(({ status }) => status === 'failed' || status === 'skipped');
  const endRepeating = () => setRepeating(false);
  return (
    <Box maw={1280} p={{ base: 'md', sm: 'lg' }}>
      <PageHead
        back={LIST}
        title={`Event ${event.kind}`}
        marks={
          <>
            <EventMarks event={event} />
            {event.isOutdated && <Badge color="orange">The order has changed since</Badge>}
          </>
        }
        acts={
          payload !== null && (
            <>
              {canErase && (
                <Button
                  variant="default"
                  leftSection={<IconEraser size={16} aria-hidden />}
                  onClick={() => setErasing(true)}
                >
                  Erase the body…
                </Button>
              )}
              {failed.length > 0 && (
                <Button leftSection={<IconRepeat size={16} aria-hidden />} onClick={() => setRepeating(true)}>
                  Send failed again…
                </Button>
              )}
            </>
          )
        }
      >
        <Text c="dimmed" size="sm">
          of{' '}
          <Anchor component={Link} href={`/orders/${order.id}`} inherit underline="always">
            order {order.id}
          </Anchor>
          {order.bookedDetails && `, ${order.bookedDetails.product.title}`}
        </Text>
      </PageHead>
      {isErasing && <EraseBody eventId={event.id} orderId={order.id} close={() => setErasing(false)} />}
      {isRepeating && <RedeliverChosen ids={failed.map(({ id }) => id)} close={endRepeating} onDone={endRepeating} />}
      <Stack gap="md" mt="md">
        <EventRecord event={event} />
        <Section
          title="Deliveries"
          aside={
            <Text size="sm" c="dimmed">
              Open a delivery to see its attempts or to send it again
            </Text>
          }
        >
          {deliveries.length > 0 ? (
            <DeliveriesTable deliveries={deliveries} caption="Deliveries of the event, oldest first" />
          ) : (
            <Text size="sm" c="dimmed">
              The event has no deliveries: no endpoint was switched on for this organization, or its owner may not see
              the order.
            </Text>
          )}
        </Section>
        {payload === null ? (
          <Alert color="gray" icon={<IconEyeOff aria-hidden />} title="The body was erased">
            {event.erasedAt && <Moment instant={event.erasedAt} />} The record of deliveries, with times, receivers and
            statuses, is kept.
          </Alert>
        ) : (
          <>
            <EventChanges eventId={event.id} />
            <Section title="Body">
              <JsonView text={payload} name="Body of the event" />
            </Section>
          </>
        )}
      </Stack>
    </Box>
  );
}

function EventRecord({ event }: { event: WebhookEvent }) {
  const { id, createdAt, actor, requestId, sequence, order } = event;
  return (
    <Section title="Record">
      <Facts>
        <Fact name="Time">
          <Moment instant={createdAt} />
        </Fact>
        <Fact name="By">{actor?.name ?? <Nothing meaning="No user" />}</Fact>
        <Fact name="Version">
          {sequence} of the order
          {event.isOutdated && `, which is now at version ${order.version}`} ·{' '}
          <Anchor
            component={Link}
            href={withEventFilters('/webhooks/events', { order: order.id })}
            inherit
            underline="always"
          >
            all events of this order
          </Anchor>
        </Fact>
        <Fact name="Event id">
          <CopyText text={id} name="event id" />
        </Fact>
        <Fact name="Request id">
          {requestId ? <CopyText text={requestId} name="request id" /> : <Nothing meaning="None" />}
        </Fact>
      </Facts>
    </Section>
  );
}
