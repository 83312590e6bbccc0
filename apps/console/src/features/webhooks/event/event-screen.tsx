'use client';

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Badge, Box, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconEraser, IconEyeOff, IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { CopyText } from '#components/copy-text.tsx';
import { Fact, Facts } from '#components/facts.tsx';
import { JsonView } from '#components/json-view.tsx';
import { Link } from '#components/link.tsx';
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

const LIST = { href: '/webhooks/events', label: msg`Events` };

/** An event: its body, its deliveries, and whether it is outdated. */
export function EventScreen({ id }: { id: string }) {
  const { t } = useLingui();
  const query = useQuery(eventQuery(id));
  const { data: event, error, refetch } = query;
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
      query={query}
      forbidden={t`You may not see this event`}
      elsewhere={
        <LinkButton href={LIST.href}>
          <Trans>To the events</Trans>
        </LinkButton>
      }
    />
  );
}

function EventPage({ event }: { event: WebhookEvent }) {
  const { t } = useLingui();
  const [isErasing, setErasing] = useState(false);
  const [isRepeating, setRepeating] = useState(false);
  const canErase = useManagedOrganizations().some(({ id }) => id === event.organization.id);
  const { kind, order, payload, deliveries } = event;
  const orderId = order.id;
  const failed = deliveries.filter(({ status }) => status === 'failed' || status === 'skipped');
  const endRepeating = () => setRepeating(false);
  return (
    <Box maw={1280} p={{ base: 'md', sm: 'lg' }}>
      <PageHead
        back={{ ...LIST, label: t(LIST.label) }}
        title={t`Event ${kind}`}
        marks={
          <>
            <EventMarks event={event} />
            {event.isOutdated && (
              <Badge color="orange">
                <Trans>The order has changed since</Trans>
              </Badge>
            )}
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
                  <Trans>Erase the body…</Trans>
                </Button>
              )}
              {failed.length > 0 && (
                <Button leftSection={<IconRepeat size={16} aria-hidden />} onClick={() => setRepeating(true)}>
                  <Trans>Send failed again…</Trans>
                </Button>
              )}
            </>
          )
        }
      >
        <Text c="dimmed" size="sm">
          <Trans>
            of{' '}
            <Anchor component={Link} href={`/orders/${orderId}`} inherit underline="always">
              order {orderId}
            </Anchor>
          </Trans>
          {order.bookedDetails && `, ${order.bookedDetails.product.title}`}
        </Text>
      </PageHead>
      {isErasing && <EraseBody eventId={event.id} orderId={order.id} close={() => setErasing(false)} />}
      {isRepeating && <RedeliverChosen ids={failed.map(({ id }) => id)} close={endRepeating} onDone={endRepeating} />}
      <Stack gap="md" mt="md">
        <EventRecord event={event} />
        <Section
          title={t`Deliveries`}
          aside={
            <Text size="sm" c="dimmed">
              <Trans>Open a delivery to see its attempts or to send it again</Trans>
            </Text>
          }
        >
          {deliveries.length > 0 ? (
            <DeliveriesTable deliveries={deliveries} caption={t`Deliveries of the event, oldest first`} />
          ) : (
            <Text size="sm" c="dimmed">
              <Trans>
                The event has no deliveries: no endpoint was switched on for this organization, or its owner may not see
                the order.
              </Trans>
            </Text>
          )}
        </Section>
        {payload === null ? (
          <Alert color="gray" icon={<IconEyeOff aria-hidden />} title={t`The body was erased`}>
            {event.erasedAt && <Moment instant={event.erasedAt} />}{' '}
            <Trans>The record of deliveries, with times, receivers and statuses, is kept.</Trans>
          </Alert>
        ) : (
          <>
            <EventChanges eventId={event.id} />
            <Section title={t`Body`}>
              <JsonView text={payload} name={t`Body of the event`} />
            </Section>
          </>
        )}
      </Stack>
    </Box>
  );
}

function EventRecord({ event }: { event: WebhookEvent }) {
  const { t } = useLingui();
  const { id, createdAt, actor, requestId, sequence, order } = event;
  const { version } = order;
  return (
    <Section title={t`Record`}>
      <Facts>
        <Fact name={t`Time`}>
          <Moment instant={createdAt} />
        </Fact>
        <Fact name={t`By`}>{actor?.name ?? <Nothing meaning={t`No user`} />}</Fact>
        <Fact name={t`Version`}>
          {event.isOutdated
            ? t`${sequence} of the order, which is now at version ${version}`
            : t`${sequence} of the order`}{' '}
          ·{' '}
          <Anchor
            component={Link}
            href={withEventFilters('/webhooks/events', { order: order.id })}
            inherit
            underline="always"
          >
            <Trans>all events of this order</Trans>
          </Anchor>
        </Fact>
        <Fact name={t`Event id`}>
          <CopyText text={id} label={t`Copy event id`} />
        </Fact>
        <Fact name={t`Request id`}>
          {requestId ? <CopyText text={requestId} label={t`Copy request id`} /> : <Nothing meaning={t`None`} />}
        </Fact>
      </Facts>
    </Section>
  );
}
