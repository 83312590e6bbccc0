'use client';

import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useListFilters } from '#components/list/use-list-filters.ts';
import { LiveDeliveries } from '../live/live-deliveries.tsx';
import { deliveryFilterParsers } from '../record-filters.ts';
import { WebhooksFrame } from '../webhooks-frame.tsx';
import { DeliveryList } from './delivery-list.tsx';

const RedeliverFailed = dynamic(
  () => import('../redeliver/redeliver-failed.tsx').then((module) => module.RedeliverFailed),
  { ssr: false },
);

/** The deliveries to all endpoints. */
export function DeliveriesScreen() {
  const { filters } = useListFilters(deliveryFilterParsers);
  const [isAsking, setAsking] = useState(false);
  return (
    <WebhooksFrame
      aside={
        <Button variant="default" leftSection={<IconRepeat size={16} aria-hidden />} onClick={() => setAsking(true)}>
          <Trans>Send failed again…</Trans>
        </Button>
      }
    >
      <LiveDeliveries />
      {isAsking && (
        <RedeliverFailed
          endpointId={filters.endpoint ?? undefined}
          orderId={filters.order ?? undefined}
          close={() => setAsking(false)}
        />
      )}
      <DeliveryList />
    </WebhooksFrame>
  );
}
