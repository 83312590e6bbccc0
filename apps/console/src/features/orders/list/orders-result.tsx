import { Box, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowBarToLeft, IconReceipt, IconSearchOff } from '@tabler/icons-react';
import { useOfficeTimeZone } from '#components/regional.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { isNarrowed, type OrderFilters, withOrderFilters } from '../order-filters.ts';
import type { OrderRow, OrdersPage } from '../orders-query.ts';
import { OrdersCards } from './orders-cards.tsx';
import { OrdersPaging } from './orders-paging.tsx';
import { OrdersTable } from './orders-table.tsx';
import type { ChangeFilters } from './use-order-filters.ts';

/** Where `visibleFrom="sm"` begins to hide. */
const NARROW = '(max-width: 47.99em)';

type OrdersResultProps = {
  page: OrdersPage;
  /** The filters that it answers. */
  filters: OrderFilters;
  change: ChangeFilters;
  clear: () => void;
  /** True while an answer to the present filters is on its way. */
  isStale: boolean;
};

/** A page of orders, or why it is empty. */
export function OrdersResult({ page: { orders, ordersMeta }, filters, change, clear, isStale }: OrdersResultProps) {
  const officeTimeZone = useOfficeTimeZone();
  // The server does not know the screen and makes both forms; the browser keeps the one that is seen.
  const isNarrow = useMediaQuery(NARROW);
  const hrefOf = (order: OrderRow) => withOrderFilters(`/orders/${order.id}`, filters);
  if (orders.length === 0) {
    if (ordersMeta.total > 0) return <PastTheEnd last={ordersMeta.lastPage} go={(page) => change({ page })} />;
    return isNarrowed(filters) ? <NoMatch clear={clear} /> : <NoOrders />;
  }
  const shown = { orders, hrefOf, officeTimeZone, isStale };
  return (
    <>
      {isNarrow !== true && (
        <Box visibleFrom="sm">
          <OrdersTable {...shown} />
        </Box>
      )}
      {isNarrow !== false && (
        <Box hiddenFrom="sm">
          <OrdersCards {...shown} />
        </Box>
      )}
      <OrdersPaging meta={ordersMeta} perPage={filters.perPage} change={change} />
    </>
  );
}

const NoOrders = () => (
  <StatePanel icon={IconReceipt} title="No orders yet">
    Orders appear here as soon as a partner books the first experience.
  </StatePanel>
);

const NoMatch = ({ clear }: { clear: () => void }) => (
  <StatePanel
    icon={IconSearchOff}
    title="No orders match"
    action={
      <Button variant="default" onClick={clear}>
        Clear all filters
      </Button>
    }
  >
    The search looks at order numbers, names of guests and values of tags. Try fewer letters, or take a filter away.
  </StatePanel>
);

const PastTheEnd = ({ last, go }: { last: number; go: (page: number) => void }) => (
  <StatePanel
    icon={IconArrowBarToLeft}
    title="Past the last page"
    action={
      <Button variant="default" onClick={() => go(last)}>
        Go to page {last}
      </Button>
    }
  >
    There are fewer orders than this address expects. Some may have changed since it was noted.
  </StatePanel>
);
