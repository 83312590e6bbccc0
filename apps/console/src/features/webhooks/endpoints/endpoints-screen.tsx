'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { ListResult } from '#components/list/list-result.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { LiveDeliveries } from '../live/live-deliveries.tsx';
import { useManagedOrganizations } from '../terms-query.ts';
import { WebhooksFrame } from '../webhooks-frame.tsx';
import { endpointsQuery } from './endpoints-query.ts';
import { EndpointsTable } from './endpoints-table.tsx';

const CreateEndpoint = dynamic(() => import('./create-endpoint.tsx').then((module) => module.CreateEndpoint), {
  ssr: false,
});

/** The endpoints with their health. */
export function EndpointsScreen() {
  const { t } = useLingui();
  const query = useQuery(endpointsQuery());
  const [isCreating, setCreating] = useState(false);
  const canCreate = useManagedOrganizations().length > 0;
  const create = canCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      <Trans>New endpoint</Trans>
    </Button>
  );
  return (
    <WebhooksFrame aside={create}>
      <LiveDeliveries />
      {isCreating && <CreateEndpoint close={() => setCreating(false)} />}
      <ListResult forbidden={t`You may not see the webhook endpoints`} query={query}>
        {(data) => (data.length > 0 ? <EndpointsTable endpoints={data} /> : <NoEndpoints canCreate={canCreate} />)}
      </ListResult>
    </WebhooksFrame>
  );
}

const NoEndpoints = ({ canCreate }: { canCreate: boolean }) => {
  const { t } = useLingui();
  return (
    <StatePanel icon={IconWebhook} title={t`No endpoints yet`}>
      <Trans>A webhook endpoint is a URL of a partner that receives an event for every change of an order.</Trans>{' '}
      {canCreate
        ? t`Register the first one with “New endpoint”; its secret is shown once.`
        : t`An administrator of your organization can register one.`}
    </StatePanel>
  );
};
