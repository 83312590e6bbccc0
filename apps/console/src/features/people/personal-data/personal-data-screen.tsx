'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Box, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListHead } from '#components/list/list-head.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import { PeopleTabs } from '../people-tabs.tsx';
import { rolesQuery } from '../roles-query.ts';
import { Erasures } from './erasures.tsx';
import { FoundOrders } from './found-orders.tsx';
import { GuestSearch } from './guest-search.tsx';
import type { FoundOrder } from './personal-data-query.ts';

/** Finds, exports and erases what is stored about guests, for administrators. */
export function PersonalDataScreen() {
  const { t } = useLingui();
  const query = useQuery(rolesQuery());
  return (
    <Box>
      <ListHead title={t`Personal data`} total={undefined} isNarrowed={false} />
      <PeopleTabs />
      <ListResult forbidden={t`You may not handle personal data`} query={query}>
        {({ administeredOrganizations }) => <Handling organizations={administeredOrganizations} />}
      </ListResult>
    </Box>
  );
}

function Handling({ organizations }: { organizations: { id: number; name: string }[] }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<number>();
  const [orders, setOrders] = useState<FoundOrder[]>();
  const organizationId = chosen ?? organizations[0]?.id;
  if (organizationId === undefined)
    return (
      <Text c="dimmed">
        <Trans>This page is for administrators.</Trans>
      </Text>
    );
  return (
    <Stack gap="lg" p={20}>
      {organizations.length > 1 && (
        <NativeSelect
          label={t`Organization`}
          value={String(organizationId)}
          data={organizations.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ currentTarget }) => {
            setChosen(Number(currentTarget.value));
            setOrders(undefined);
          }}
        />
      )}
      <GuestSearch key={organizationId} organizationId={organizationId} found={setOrders} />
      {orders && (
        <FoundOrders
          key={orders.map(({ orderId }) => orderId).join()}
          organizationId={organizationId}
          orders={orders}
          done={() => setOrders(undefined)}
        />
      )}
      <Erasures organizationId={organizationId} />
    </Stack>
  );
}
