'use client';

import { useLingui } from '@lingui/react/macro';
import { Box } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { ListHead } from '#components/list/list-head.tsx';
import { useListFilters } from '#components/list/use-list-filters.ts';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { UnknownFilters } from '#components/unknown-filters.tsx';
import { isProblem } from '#lib/problem.ts';
import { isNarrowed, type OrderFilters, orderFilterParsers, toFilter } from '../order-filters.ts';
import { type OrderRow, ordersCountQuery, ordersQuery } from '../orders-query.ts';
import { SavedViews } from '../views/saved-views.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { ListMenu } from './list-menu.tsx';
import { NewOrderButton } from './new-order-button.tsx';
import { OrdersResult } from './orders-result.tsx';
import classes from './orders-screen.module.css';
import { OrdersSkeleton } from './orders-skeleton.tsx';
import { OrdersToolbar } from './orders-toolbar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TooManyDays } from './too-many-days.tsx';
import { useSelection } from './use-selection.ts';

const NONE: never[] = [];

/** The list of orders. Its whole state is in the URL. */
export function OrdersScreen({ isPhone }: { isPhone: boolean }) {
  const { t } = useLingui();
  const { filters, change, clear } = useListFilters(orderFilterParsers);
  const timeZone = useOrganizationTimeZone();
  const rows = useQuery(ordersQuery(filters, timeZone));
  // Typing is rendered before the rows that it finds.
  const orders = useDeferredValue(rows.data);
  const { count, total } = useCount(filters, rows);
  const pageIds = useMemo(() => orders?.map(({ id }) => id) ?? NONE, [orders]);
  const selection = useSelection(JSON.stringify(toFilter(filters, timeZone)), pageIds);
  const isStale = rows.isPlaceholderData;
  const error = rows.error ?? count.error;

  return (
    <div className={classes.screen}>
      <ListHead
        title={t`Orders`}
        total={total ?? count.data}
        isNarrowed={isNarrowed(filters)}
        acts={
          <>
            <NewOrderButton />
            <SavedViews filters={filters} />
            <Box visibleFrom="sm">
              <ColumnChooser columns={filters.columns} change={change} />
            </Box>
            <ListMenu filters={filters} total={total} />
          </>
        }
      />
      <UnknownFilters parsers={orderFilterParsers} />
      <OrdersToolbar
        filters={filters}
        change={change}
        clear={clear}
        isBusy={isStale && rows.isFetching}
        isReady={orders !== undefined && !isStale && orders === rows.data}
      />
      {orders ? (
        <>
          {error && <OutdatedNote retry={() => void Promise.all([rows.refetch(), count.refetch()])} />}
          <SelectionBar selection={selection} total={total} filters={filters} />
          <OrdersResult
            orders={orders}
            total={total}
            filters={filters}
            change={change}
            clear={clear}
            isStale={isStale}
            selection={selection}
            isPhone={isPhone}
          />
        </>
      ) : filters.clash && isProblem(rows.error, 'invalid') ? (
        <TooManyDays change={change} />
      ) : rows.error ? (
        <ProblemPanel query={rows} forbidden={t`You may not see the orders`} />
      ) : (
        <OrdersSkeleton />
      )}
    </div>
  );
}

/**
 * The number of matching orders; undefined until it is known. It is queried after the rows are loaded, so that the
 * count does not delay them, and not at all if the first page contains all orders.
 */
function useCount(filters: OrderFilters, { data, isPlaceholderData }: UseQueryResult<OrderRow[]>) {
  const timeZone = useOrganizationTimeZone();
  const present = isPlaceholderData ? undefined : data;
  const isWhole = present !== undefined && filters.page === 1 && present.length < filters.perPage;
  const count = useQuery({ ...ordersCountQuery(filters, timeZone), enabled: present !== undefined && !isWhole });
  return { count, total: isWhole ? present.length : count.isPlaceholderData ? undefined : count.data };
}
