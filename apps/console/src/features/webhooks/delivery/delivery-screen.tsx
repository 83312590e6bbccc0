'use client';

import { Alert, Anchor, Box, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconRepeat, IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { Fact, Facts } from '#components/facts.tsx';
import { useCommands } from '#components/keyboard/commands.ts';
import { LinkButton } from '#components/link-button.tsx';
import { Nothing } from '#components/nothing.tsx';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { PageHead } from '#components/page-head.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { Section } from '#components/section.tsx';
import { countText } from '#lib/count-text.ts';
import { DeliveryBadge } from '../delivery-badge.tsx';
import { CAUSE_LABELS } from '../delivery-status.ts';
import { LiveDeliveries } from '../live/live-deliveries.tsx';
import { Moment } from '../moment.tsx';
import { useWebhookTerms } from '../terms-query.ts';
import { AttemptDetails } from './attempt-details.tsx';
import { type Delivery, deliveryQuery } from './delivery-query.ts';

const RedeliverOne = dynamic(() => import('../redeliver/redeliver-one.tsx').then((module) => module.RedeliverOne), {
  ssr: false,
});
const CopyAsCurl = dynamic(() => import('./copy-as-curl.tsx').then((module) => module.CopyAsCurl), { ssr: false });

const LIST = { href: '/webhooks/deliveries', label: 'Deliveries' };

/** A delivery with the request and response of every attempt. */
export function DeliveryScreen({ id }: { id: number }) {
  const { data: delivery, error, isFetching, refetch } = useQuery(deliveryQuery(id));
  if (delivery) {
    return (
      <>
        <LiveDeliveries />
        {error && <OutdatedNote retry={refetch} />}
        <DeliveryPage delivery={delivery} />
      </>
    );
  }
  if (!error) return <Skeleton height={320} m="lg" />;
  return (
    <ProblemPanel
      problem={error}
      subject="this delivery"
      retry={refetch}
      isRetrying={isFetching}
      elsewhere={<LinkButton href={LIST.href}>To the deliveries</LinkButton>}
    />
  );
}

function DeliveryPage({ delivery }: { delivery: Delivery }) {
  const [isRepeating, setRepeating] = useState(false);
  const [isSigning, setSigning] = useState(false);
  const { id, event, endpoint, attempts, status } = delivery;
  const isErased = event.erasedAt !== null;
  const canGo = !isErased && endpoint.deletedAt === null;
  useCommands(
    'Delivery',
    canGo
      ? [
          { does: 'Copy the delivery as curl', run: () => setSigning(true) },
          ...(status === 'pending' ? [] : [{ does: 'Send the delivery again', run: () => setRepeating(true) }]),
        ]
      : [],
  );
  return (
    <Box maw={1280} p={{ base: 'md', sm: 'lg' }}>
      <PageHead
        back={LIST}
        title={`Delivery ${id}`}
        marks={<DeliveryBadge delivery={delivery} size="lg" />}
        acts={
          canGo && (
            <>
              <Button
                variant="default"
                leftSection={<IconTerminal2 size={16} aria-hidden />}
                onClick={() => setSigning(true)}
              >
                Copy as curl
              </Button>
              <Button
                leftSection={<IconRepeat size={16} aria-hidden />}
                onClick={() => setRepeating(true)}
                disabled={status === 'pending'}
              >
                Send again…
              </Button>
            </>
          )
        }
      >
        <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
          to{' '}
          {endpoint.deletedAt ? (
            <>
              {endpoint.url}, which was deleted on <Moment instant={endpoint.deletedAt} />
            </>
          ) : (
            <Anchor component={Link} href={`/webhooks/endpoints/${endpoint.id}`} inherit underline="always">
              {endpoint.url}
            </Anchor>
          )}
        </Text>
      </PageHead>
      {isRepeating && <RedeliverOne delivery={delivery} eventId={event.id} close={() => setRepeating(false)} />}
      {isSigning && <CopyAsCurl deliveryId={id} close={() => setSigning(false)} />}
      <Stack gap="md" mt="md">
        {isErased && (
          <Alert color="gray" icon={<IconAlertCircle aria-hidden />}>
            The body of this event was erased: it can’t be sent again.
          </Alert>
        )}
        <DeliveryRecord delivery={delivery} />
        <Section title="Attempts" aside={<NextTry delivery={delivery} />}>
          {attempts.length === 0 ? (
            <Text size="sm" c="dimmed">
              {delivery.reason ?? 'No attempt yet: the worker sends it in a moment.'}
            </Text>
          ) : (
            attempts.map((attempt, index) => (
              <AttemptDetails key={attempt.id} attempt={attempt} isOpenAtFirst={index === attempts.length - 1} />
            ))
          )}
        </Section>
      </Stack>
    </Box>
  );
}

/** The time of the next attempt, and the maximum number of attempts. */
function NextTry({ delivery: { cause, nextAttemptAt, attemptCount, isUnderWay } }: { delivery: Delivery }) {
  const max = useWebhookTerms()?.retrySeconds.length;
  if (cause !== 'change') {
    return (
      <Text size="sm" c="dimmed">
        {cause === 'test' ? 'A test' : 'A manual redelivery'} has one attempt.
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed">
      {attemptCount} of {max === undefined ? '…' : countText(max, { one: '# attempt', other: '# attempts' })}.{' '}
      {isUnderWay ? (
        'The next one is in progress.'
      ) : nextAttemptAt ? (
        <>
          Next: <Moment instant={nextAttemptAt} />
        </>
      ) : (
        'No more will follow.'
      )}
    </Text>
  );
}

function DeliveryRecord({ delivery }: { delivery: Delivery }) {
  const { event, createdAt, finishedAt, cause, reason, repeatOf, repeats } = delivery;
  return (
    <Section title="Record">
      <Facts>
        <Fact name="Event">
          <Anchor component={Link} href={`/webhooks/events/${event.id}`} inherit underline="always">
            {event.kind}
          </Anchor>{' '}
          <Text span inherit c="dimmed" ff="monospace" fz={12.5}>
            {event.id}
          </Text>
        </Fact>
        <Fact name="Order">
          <Anchor component={Link} href={`/orders/${event.order.id}`} inherit underline="always">
            {event.order.id}
          </Anchor>{' '}
          <Text span inherit c="dimmed">
            version {event.sequence}
            {event.isOutdated && ', which has changed since'}
          </Text>
        </Fact>
        <Fact name="Cause">
          {CAUSE_LABELS[cause]}
          {repeatOf && (
            <>
              {' '}
              of{' '}
              <Anchor component={Link} href={`/webhooks/deliveries/${repeatOf.id}`} inherit underline="always">
                delivery {repeatOf.id}
              </Anchor>
            </>
          )}
        </Fact>
        <Fact name="Created">
          <Moment instant={createdAt} />
        </Fact>
        <Fact name="Finished">{finishedAt ? <Moment instant={finishedAt} /> : <Nothing meaning="Not finished" />}</Fact>
        {reason && <Fact name="Reason">{reason}</Fact>}
        {repeats.length > 0 && (
          <Fact name="Sent again">
            {repeats.map((repeat) => (
              <div key={repeat.id}>
                <Anchor component={Link} href={`/webhooks/deliveries/${repeat.id}`} inherit underline="always">
                  Delivery {repeat.id}
                </Anchor>{' '}
                <DeliveryBadge delivery={repeat} /> <Moment instant={repeat.createdAt} />
              </div>
            ))}
          </Fact>
        )}
      </Facts>
    </Section>
  );
}
