'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Group, Loader, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '#components/link.tsx';
import { useLocale } from '#components/regional.tsx';
import { formatCount } from '#lib/format.ts';
import { outcomeOf } from '../endpoint-health.ts';
import { reasonText } from '../reason-text.ts';
import { deliveryQuery } from './delivery-query.ts';

/** Polling interval in milliseconds, as a fallback for missed live updates. */
const ASK_AGAIN = 2_000;

/** The live outcome of a delivery that was just sent. */
export function DeliveryOutcome({ id }: { id: number }) {
  const { t, i18n } = useLingui();
  const { data: delivery } = useQuery({
    ...deliveryQuery(id),
    refetchInterval: ({ state }) => (state.data?.finishedAt ? false : ASK_AGAIN),
  });
  const locale = useLocale();
  const attempt = delivery?.attempts.at(-1);
  const outcome = attempt && outcomeOf(i18n, attempt);
  const duration = attempt && formatCount(locale, attempt.durationMs);
  const way = (
    <Anchor component={Link} href={`/webhooks/deliveries/${id}`} inherit c="inherit" underline="always">
      <Trans>Open the delivery</Trans>
    </Anchor>
  );
  if (!delivery?.finishedAt) {
    return (
      <Alert color="blue" role="status" icon={<Loader size={18} color="blue" aria-hidden />}>
        <Trans>Sending…</Trans> {way}
      </Alert>
    );
  }
  const isTaken = delivery.status === 'succeeded';
  return (
    <Alert
      role="status"
      color={isTaken ? 'teal' : 'red'}
      icon={isTaken ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={isTaken ? t`The receiver accepted it` : t`The receiver did not accept it`}
    >
      <Group gap="xs">
        <Text size="sm">
          {attempt
            ? t`${outcome}, after ${duration} ms.`
            : delivery.reason
              ? reasonText(i18n, delivery.reason)
              : t`Nothing was sent.`}
        </Text>
        {way}
      </Group>
    </Alert>
  );
}
