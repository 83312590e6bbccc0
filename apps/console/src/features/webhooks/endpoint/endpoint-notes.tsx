'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Text } from '@mantine/core';
import { IconAlertTriangle, IconKey, IconPlayerStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '#components/link.tsx';
import { healthOf, isTaken, outcomeOf } from '../endpoint-health.ts';
import { Moment } from '../moment.tsx';
import { reasonText } from '../reason-text.ts';
import { useWebhookTerms } from '../terms-query.ts';
import { type Endpoint, lastFailureQuery } from './endpoint-query.ts';

const DAY = 86_400_000;

/** Notes on the state of an endpoint that need attention, with the action to take. */
export function EndpointNotes({ endpoint }: { endpoint: Endpoint }) {
  const { t, i18n } = useLingui();
  const health = healthOf(endpoint);
  const { disabledAt, disabledReason, failingSince, previousSecretExpiresAt, isManageable, waitingCount } = endpoint;
  const reason = disabledReason && reasonText(i18n, disabledReason);
  const days = useWebhookTerms()?.disableDays;
  return (
    <>
      {health === 'off' && disabledAt && (
        <Alert color="gray" icon={<IconPlayerStop aria-hidden />} title={t`The endpoint is switched off`}>
          <Text size="sm">
            <Trans>
              Since <Moment instant={disabledAt} />: {reason}
            </Trans>
          </Text>
          <LastFailure endpointId={endpoint.id} />
          <Text size="sm">
            <Trans>Missed events can be sent later while they are stored.</Trans>{' '}
            {isManageable
              ? t`Once the receiver works, switch the endpoint on under “Manage”, then use “Send failed again” for the missed events.`
              : t`An administrator can switch it on again.`}
          </Text>
        </Alert>
      )}
      {health === 'failing' && failingSince && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t`All deliveries to this endpoint fail`}>
          <Text size="sm">
            <Trans>
              Since <Moment instant={failingSince} /> every attempt has failed.
            </Trans>
            {days !== undefined && (
              <>
                {' '}
                <Trans>
                  If this continues, the endpoint is switched off on{' '}
                  <Moment instant={new Date(Date.parse(failingSince) + days * DAY).toISOString()} />.
                </Trans>
              </>
            )}
          </Text>
          <LastFailure endpointId={endpoint.id} />
          {isManageable && waitingCount > 0 && (
            <Text size="sm">
              <Trans>
                Pending deliveries are retried automatically at increasing intervals. To send them immediately once the
                receiver works, switch the endpoint off and on under “Manage”, then use “Send failed again”.
              </Trans>
            </Text>
          )}
        </Alert>
      )}
      {previousSecretExpiresAt && new Date(previousSecretExpiresAt) > new Date() && (
        <Alert color="blue" icon={<IconKey aria-hidden />} title={t`The secret was rotated`}>
          <Trans>
            Until <Moment instant={previousSecretExpiresAt} /> events are signed with both the new and the old secret.
          </Trans>
        </Alert>
      )}
    </>
  );
}

/** The reason of the last failure, with a link to the delivery. */
function LastFailure({ endpointId }: { endpointId: number }) {
  const { i18n } = useLingui();
  const { data: delivery } = useQuery(lastFailureQuery(endpointId));
  const attempt = delivery?.attempts.findLast((one) => !isTaken(one));
  if (!delivery || !attempt) return null;
  const { id } = delivery;
  const outcome = outcomeOf(i18n, attempt);
  return (
    <Text size="sm">
      <Trans>
        The last failure: <b>{outcome}</b> (<Moment instant={attempt.startedAt} />,{' '}
        <Anchor component={Link} href={`/webhooks/deliveries/${id}`} inherit c="inherit" underline="always">
          delivery {id}
        </Anchor>
        ).
      </Trans>
    </Text>
  );
}
