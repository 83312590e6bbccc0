'use client';

import { Alert, Anchor, Text } from '@mantine/core';
import { IconAlertTriangle, IconKey, IconPlayerStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { healthOf, isTaken, outcomeOf } from '../endpoint-health.ts';
import { Moment } from '../moment.tsx';
import { useWebhookTerms } from '../terms-query.ts';
import { type Endpoint, lastFailureQuery } from './endpoint-query.ts';

const DAY = 86_400_000;

/** What staff should know of an endpoint at once, and what to do about it. */
export function EndpointNotes({ endpoint }: { endpoint: Endpoint }) {
  const health = healthOf(endpoint);
  const { disabledAt, disabledReason, failingSince, previousSecretExpiresAt, isManageable, waitingCount } = endpoint;
  const days = useWebhookTerms()?.disableDays;
  return (
    <>
      {health === 'off' && disabledAt && (
        <Alert color="gray" icon={<IconPlayerStop aria-hidden />} title="The endpoint is switched off">
          <Text size="sm">
            Since <Moment instant={disabledAt} />: {disabledReason}
          </Text>
          <LastFailure endpointId={endpoint.id} />
          <Text size="sm">
            What it misses can be sent later, as long as events are kept.{' '}
            {isManageable
              ? 'Once the receiver works, switch it on under “Manage”, then send what it missed by “Send failed again”.'
              : 'An administrator can switch it on again.'}
          </Text>
        </Alert>
      )}
      {health === 'failing' && failingSince && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="The receiver takes nothing">
          <Text size="sm">
            Since <Moment instant={failingSince} /> every try has failed.
            {days !== undefined && (
              <>
                {' '}
                If that goes on, it is switched off on{' '}
                <Moment instant={new Date(Date.parse(failingSince) + days * DAY).toISOString()} />.
              </>
            )}
          </Text>
          <LastFailure endpointId={endpoint.id} />
          {isManageable && waitingCount > 0 && (
            <Text size="sm">
              What waits is tried again by itself, at ever longer distances. To send it at once when the receiver works,
              switch it off and on again under “Manage”, then use “Send failed again”.
            </Text>
          )}
        </Alert>
      )}
      {previousSecretExpiresAt && new Date(previousSecretExpiresAt) > new Date() && (
        <Alert color="blue" icon={<IconKey aria-hidden />} title="The secret was rotated">
          Until <Moment instant={previousSecretExpiresAt} /> events carry signatures of the new and of the old secret.
        </Alert>
      )}
    </>
  );
}

/** Why it failed last, with the way to the proof. */
function LastFailure({ endpointId }: { endpointId: number }) {
  const { data: delivery } = useQuery(lastFailureQuery(endpointId));
  const attempt = delivery?.attempts.findLast((one) => !isTaken(one));
  if (!delivery || !attempt) return null;
  return (
    <Text size="sm">
      The last failure: <b>{outcomeOf(attempt)}</b> (<Moment instant={attempt.startedAt} />,{' '}
      <Anchor component={Link} href={`/webhooks/deliveries/${delivery.id}`} inherit c="inherit" underline="always">
        delivery {delivery.id}
      </Anchor>
      ).
    </Text>
  );
}
