'use client';

import { Box } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { ListHead } from '#components/list/list-head.tsx';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { isNarrowed, type OrderFilters, toFilter } from '../order-filters.ts';
import { type OrderRow, ordersCountQuery, ordersQuery } from '../orders-query.ts';
import { SavedViews } from '../views/saved-views.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { ListMenu } from './list-menu.tsx';
import { OrdersResult } from './orders-result.tsx';
import classes from './orders-screen.module.css';
import { OrdersSkeleton } from './orders-skeleton.tsx';
import { OrdersToolbar } from './orders-toolbar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useOrderFilters } from './use-order-filters.ts';
import { useSelection } from './use-selection.ts';

const NONE: never[] = [];

/** The list of orders. Its whole state is in the URL. */
export function OrdersScreen({ isPhone }: { isPhone: boolean }) {
  const { filters, change, clear } = useOrderFilters();
  const timeZone = useOrganizationTimeZone();
  const rows = useQuery(ordersQuery(filters, timeZone));
  // Typing is rendered before the rows that it finds.
  const orders = useDeferredValue(rows.data);
  const { count, total } = useCount(filters, rows);
  const pageIds = useMemo(() => orders?.map(({ id }) => id) ?? NONE, [orders]);
  const selection = useSelection(JSON.stringify(toFilter(filters, timeZone)), pageIds);
  const isStale = rows.isPlaceholderData;
  const goOn = useFirstRow(!isStale && orders === rows.data);
  const error = rows.error ?? count.error;

  return (
    <div className={classes.screen}>
      <ListHead
        title="Orders"
        total={total ?? count.data}
        isNarrowed={isNarrowed(filters)}
        acts={
          <>
            <SavedViews filters={filters} />
            <Box visibleFrom="sm">
              <ColumnChooser columns={filters.columns} change={change} />
            </Box>
            <ListMenu filters={filters} total={total} />
          </>
        }
      />
      <OrdersToolbar filters={filters} change={change} clear={clear} goOn={goOn} isBusy={rows.isFetching && isStale} />
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
      ) : rows.error ? (
        <ProblemPanel problem={rows.error} subject="the orders" retry={rows.refetch} isRetrying={rows.isFetching} />
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

/**
 * Returns a function that focuses the first row, immediately or as soon as the rows of the current filters are shown.
 */
function useFirstRow(isReady: boolean): () => void {
  const isWanted = useRef(false);
  const go = () => {
    if (!isWanted.current || !isReady) return;
    isWanted.current = false;
    document.querySelector<HTMLElement>('[data-order-id]')?.focus();
  };
  useEffect(go);
  return () => {
    isWanted.current = true;
    go();
  };
}
