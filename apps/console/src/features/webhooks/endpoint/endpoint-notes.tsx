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

/** Notes on the state of an endpoint that need attention, with the action to take. */
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
            Missed events can be sent later while they are stored.{' '}
            {isManageable
              ? 'Once the receiver works, switch the endpoint on under “Manage”, then use “Send failed again” for the missed events.'
              : 'An administrator can switch it on again.'}
          </Text>
        </Alert>
      )}
      {health === 'failing' && failingSince && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="All deliveries to this endpoint fail">
          <Text size="sm">
            Since <Moment instant={failingSince} /> every attempt has failed.
            {days !== undefined && (
              <>
                {' '}
                If this continues, the endpoint is switched off on{' '}
                <Moment instant={new Date(Date.parse(failingSince) + days * DAY).toISOString()} />.
              </>
            )}
          </Text>
          <LastFailure endpointId={endpoint.id} />
          {isManageable && waitingCount > 0 && (
            <Text size="sm">
              Pending deliveries are retried automatically at increasing intervals. To send them immediately once the
              receiver works, switch the endpoint off and on under “Manage”, then use “Send failed again”.
            </Text>
          )}
        </Alert>
      )}
      {previousSecretExpiresAt && new Date(previousSecretExpiresAt) > new Date() && (
        <Alert color="blue" icon={<IconKey aria-hidden />} title="The secret was rotated">
          Until <Moment instant={previousSecretExpiresAt} /> events are signed with both the new and the old secret.
        </Alert>
      )}
    </>
  );
}

/** The reason of the last failure, with a link to the delivery. */
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
