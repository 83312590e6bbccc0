import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowBarToLeft, IconReceipt, IconSearchOff } from '@tabler/icons-react';
import { useCallback } from 'react';
import { StatePanel } from '#components/state-panel.tsx';
import { type ChangeFilters, isNarrowed, type OrderFilters, withOrderFilters } from '../order-filters.ts';
import type { OrderRow } from '../orders-query.ts';
import { OrderHrefProvider } from './order-link.tsx';
import { OrdersCards } from './orders-cards.tsx';
import { OrdersPaging } from './orders-paging.tsx';
import classes from './orders-result.module.css';
import { OrdersTable } from './orders-table.tsx';
import type { Selection } from './use-selection.ts';

/** The breakpoint below which `visibleFrom="sm"` hides. */
const NARROW = '(max-width: 47.99em)';

type OrdersResultProps = {
  orders: OrderRow[];
  total: number | undefined;
  filters: OrderFilters;
  change: ChangeFilters;
  clear: () => void;
  /** True while the result for the current filters is loading. */
  isStale: boolean;
  selection: Selection;
  /** Whether the request headers indicate a phone. */
  isPhone: boolean;
};

/** A page of orders, or the reason why it is empty. */
export function OrdersResult(props: OrdersResultProps) {
  const { orders, total, filters, change, clear, isStale, selection, isPhone } = props;
  // The server guesses the screen width from the headers; the browser corrects it.
  const isNarrow = useMediaQuery(NARROW, isPhone);
  const here = withOrderFilters('', filters);
  const hrefOf = useCallback((id: number) => `/orders/${id}${here}`, [here]);
  if (orders.length === 0 && !isStale) {
    if (filters.page > 1 && total !== 0) return <PastTheEnd filters={filters} total={total} change={change} />;
    return isNarrowed(filters) ? <NoMatch clear={clear} /> : <NoOrders />;
  }
  const from = (filters.page - 1) * filters.perPage + 1;
  return (
    <OrderHrefProvider value={hrefOf}>
      {isNarrow ? (
        <div className={classes.narrow}>
          <OrdersCards orders={orders} isStale={isStale} selection={selection} />
        </div>
      ) : (
        <div className={classes.wide}>
          <OrdersTable
            orders={orders}
            columns={filters.columns}
            sort={filters.sort}
            change={change}
            selection={selection}
            isStale={isStale}
            from={from}
            listKey={here}
            total={total}
          />
        </div>
      )}
      <OrdersPaging from={from} shown={orders.length} total={total} filters={filters} change={change} />
    </OrderHrefProvider>
  );
}

const NoOrders = () => {
  const { t } = useLingui();
  return (
    <StatePanel icon={IconReceipt} title={t`No orders yet`}>
      <Trans>Orders appear here after a partner books the first experience.</Trans>
    </StatePanel>
  );
};

const NoMatch = ({ clear }: { clear: () => void }) => {
  const { t } = useLingui();
  return (
    <StatePanel
      icon={IconSearchOff}
      title={t`No orders match`}
      action={
        <Button variant="default" onClick={clear}>
          <Trans>Clear all filters</Trans>
        </Button>
      }
    >
      <Trans>
        The search matches the beginnings of words: order numbers, reference codes, passenger names, the leader’s
        e-mail, tag values. Try fewer letters or remove a filter.
      </Trans>
    </StatePanel>
  );
};

type PastTheEndProps = { filters: OrderFilters; total: number | undefined; change: ChangeFilters };

function PastTheEnd({ filters, total, change }: PastTheEndProps) {
  const { t } = useLingui();
  const last = total === undefined ? 1 : Math.ceil(total / filters.perPage);
  return (
    <StatePanel
      icon={IconArrowBarToLeft}
      title={t`Past the last page`}
      action={
        <Button variant="default" onClick={() => change({ page: last })}>
          <Trans>Go to page {last}</Trans>
        </Button>
      }
    >
      <Trans>The list now has fewer pages than this link expects.</Trans>
    </StatePanel>
  );
}
