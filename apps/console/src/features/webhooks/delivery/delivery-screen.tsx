'use client';

import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Box, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconRepeat, IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Fact, Facts } from '#components/facts.tsx';
import { useCommands } from '#components/keyboard/commands.ts';
import { Link } from '#components/link.tsx';
import { LinkButton } from '#components/link-button.tsx';
import { Nothing } from '#components/nothing.tsx';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { PageHead } from '#components/page-head.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { Section } from '#components/section.tsx';

import { DeliveryBadge } from '../delivery-badge.tsx';
import { CAUSE_LABELS } from '../delivery-status.ts';
import { LiveDeliveries } from '../live/live-deliveries.tsx';
import { Moment } from '../moment.tsx';
import { reasonText } from '../reason-text.ts';
import { useWebhookTerms } from '../terms-query.ts';
import { AttemptDetails } from './attempt-details.tsx';
import { type Delivery, deliveryQuery } from './delivery-query.ts';

const RedeliverOne = dynamic(() => import('../redeliver/redeliver-one.tsx').then((module) => module.RedeliverOne), {
  ssr: false,
});
const CopyAsCurl = dynamic(() => import('./copy-as-curl.tsx').then((module) => module.CopyAsCurl), { ssr: false });

const LIST = { href: '/webhooks/deliveries', label: msg`Deliveries` };

/** A delivery with the request and response of every attempt. */
export function DeliveryScreen({ id }: { id: number }) {
  const { t } = useLingui();
  const query = useQuery(deliveryQuery(id));
  const { data: delivery, error, refetch } = query;
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
      query={query}
      forbidden={t`You may not see this delivery`}
      elsewhere={
        <LinkButton href={LIST.href}>
          <Trans>To the deliveries</Trans>
        </LinkButton>
      }
    />
  );
}

function DeliveryPage({ delivery }: { delivery: Delivery }) {
  const { t, i18n } = useLingui();
  const [isRepeating, setRepeating] = useState(false);
  const [isSigning, setSigning] = useState(false);
  const { id, event, endpoint, attempts, status } = delivery;
  const { url } = endpoint;
  const isErased = event.erasedAt !== null;
  const canGo = !isErased && endpoint.deletedAt === null;
  useCommands(
    'delivery',
    canGo
      ? [
          { does: t`Copy the delivery as curl`, run: () => setSigning(true) },
          ...(status === 'pending' ? [] : [{ does: t`Send the delivery again`, run: () => setRepeating(true) }]),
        ]
      : [],
  );
  return (
    <Box maw={1280} p={{ base: 'md', sm: 'lg' }}>
      <PageHead
        back={{ ...LIST, label: t(LIST.label) }}
        title={t`Delivery ${id}`}
        marks={<DeliveryBadge delivery={delivery} size="lg" />}
        acts={
          canGo && (
            <>
              <Button
                variant="default"
                leftSection={<IconTerminal2 size={16} aria-hidden />}
                onClick={() => setSigning(true)}
              >
                <Trans>Copy as curl</Trans>
              </Button>
              <Button
                leftSection={<IconRepeat size={16} aria-hidden />}
                onClick={() => setRepeating(true)}
                disabled={status === 'pending'}
              >
                <Trans>Send again…</Trans>
              </Button>
            </>
          )
        }
      >
        <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {endpoint.deletedAt ? (
            <Trans>
              to {url}, which was deleted on <Moment instant={endpoint.deletedAt} />
            </Trans>
          ) : (
            <Trans>
              to{' '}
              <Anchor component={Link} href={`/webhooks/endpoints/${endpoint.id}`} inherit underline="always">
                {url}
              </Anchor>
            </Trans>
          )}
        </Text>
      </PageHead>
      {isRepeating && <RedeliverOne delivery={delivery} eventId={event.id} close={() => setRepeating(false)} />}
      {isSigning && <CopyAsCurl deliveryId={id} close={() => setSigning(false)} />}
      <Stack gap="md" mt="md">
        {isErased && (
          <Alert color="gray" icon={<IconAlertCircle aria-hidden />}>
            <Trans>The body of this event was erased: it can’t be sent again.</Trans>
          </Alert>
        )}
        <DeliveryRecord delivery={delivery} />
        <Section title={t`Attempts`} aside={<NextTry delivery={delivery} />}>
          {attempts.length === 0 ? (
            <Text size="sm" c="dimmed">
              {delivery.reason
                ? reasonText(i18n, delivery.reason)
                : t`No attempt yet: the worker sends it in a moment.`}
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
  const { t } = useLingui();
  const max = useWebhookTerms()?.retrySeconds.length;
  if (cause !== 'change') {
    return (
      <Text size="sm" c="dimmed">
        {cause === 'test' ? t`A test has one attempt.` : t`A manual redelivery has one attempt.`}
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed">
      {max !== undefined && (
        <Trans>
          {attemptCount} of <Plural value={max} one="# attempt" other="# attempts" />.
        </Trans>
      )}{' '}
      {isUnderWay ? (
        t`The next one is in progress.`
      ) : nextAttemptAt ? (
        <Trans>
          Next: <Moment instant={nextAttemptAt} />
        </Trans>
      ) : (
        t`No more will follow.`
      )}
    </Text>
  );
}

function DeliveryRecord({ delivery }: { delivery: Delivery }) {
  const { t } = useLingui();
  const { event, createdAt, finishedAt, cause, reason, repeatOf, repeats } = delivery;
  const { sequence } = event;
  return (
    <Section title={t`Record`}>
      <Facts>
        <Fact name={t`Event`}>
          <Anchor component={Link} href={`/webhooks/events/${event.id}`} inherit underline="always">
            {event.kind}
          </Anchor>{' '}
          <Text span inherit c="dimmed" ff="monospace" fz={12.5}>
            {event.id}
          </Text>
        </Fact>
        <Fact name={t`Order`}>
          <Anchor component={Link} href={`/orders/${event.order.id}`} inherit underline="always">
            {event.order.id}
          </Anchor>{' '}
          <Text span inherit c="dimmed">
            {event.isOutdated ? t`version ${sequence}, which has changed since` : t`version ${sequence}`}
          </Text>
        </Fact>
        <Fact name={t`Cause`}>{repeatOf ? <RepeatOf id={repeatOf.id} /> : t(CAUSE_LABELS[cause])}</Fact>
        <Fact name={t`Created`}>
          <Moment instant={createdAt} />
        </Fact>
        <Fact name={t`Finished`}>
          {finishedAt ? <Moment instant={finishedAt} /> : <Nothing meaning={t`Not finished`} />}
        </Fact>
        {reason && <Fact name={t`Reason`}>{reason}</Fact>}
        {repeats.length > 0 && (
          <Fact name={t`Sent again`}>
            {repeats.map(({ id, ...repeat }) => (
              <div key={id}>
                <Anchor component={Link} href={`/webhooks/deliveries/${id}`} inherit underline="always">
                  <Trans>Delivery {id}</Trans>
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

function RepeatOf({ id }: { id: number }) {
  return (
    <Trans>
      Sent again after{' '}
      <Anchor component={Link} href={`/webhooks/deliveries/${id}`} inherit underline="always">
        delivery {id}
      </Anchor>
    </Trans>
  );
}
