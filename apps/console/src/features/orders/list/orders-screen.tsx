'use client';

import { Box, Group, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { isNarrowed } from '../order-filters.ts';
import { ordersQuery } from '../orders-query.ts';
import { OrdersResult } from './orders-result.tsx';
import { OrdersSkeleton } from './orders-skeleton.tsx';
import { OrdersToolbar } from './orders-toolbar.tsx';
import { useOrderFilters } from './use-order-filters.ts';

/** The list of orders: what it shows stands in the address, and nowhere else. */
export function OrdersScreen() {
  const { filters, change, clear } = useOrderFilters();
  // Typing is answered when it rests; everything else at once.
  const [settled] = useDebouncedValue(filters.q, 200);
  const q = filters.q === '' ? '' : settled;
  const asked = { ...filters, q };
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(ordersQuery(asked));
  const isStale = isPlaceholderData || q !== filters.q;
  const total = data?.ordersMeta.total;

  return (
    <Box>
      <Group px={{ base: 'md', sm: 'lg' }} pt={{ base: 'md', sm: 'lg' }} pb="sm" gap="sm" align="baseline">
        <Title order={1}>Orders</Title>
        <Text role="status" c="dimmed" size="sm" className="tabular">
          {total !== undefined && countText(total, isNarrowed(filters))}
        </Text>
      </Group>
      <OrdersToolbar filters={filters} change={change} clear={clear} isBusy={isFetching && isStale} />
      {data ? (
        <>
          {error && <OutdatedNote retry={refetch} />}
          <OrdersResult page={data} filters={asked} change={change} clear={clear} isStale={isStale} />
        </>
      ) : error ? (
        <ProblemPanel problem={error} subject="the orders" retry={refetch} isRetrying={isFetching} />
      ) : (
        <OrdersSkeleton />
      )}
    </Box>
  );
}

function countText(total: number, isNarrowed: boolean): string {
  if (total === 0) return isNarrowed ? 'none match' : 'none yet';
  return `${total.toLocaleString('en')}${isNarrowed ? (total === 1 ? ' matches' : ' match') : ' in all'}`;
}
