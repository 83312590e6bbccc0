import { Button, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { isNarrowed, type OrderFilters } from '../order-filters.ts';
import { DayFilter } from './day-filter.tsx';
import classes from './orders-toolbar.module.css';
import { SearchBox } from './search-box.tsx';
import { StatusFilter } from './status-filter.tsx';
import type { ChangeFilters } from './use-order-filters.ts';

type OrdersToolbarProps = { filters: OrderFilters; change: ChangeFilters; clear: () => void; isBusy: boolean };

/** Everything that narrows the list. */
export function OrdersToolbar({ filters, change, clear, isBusy }: OrdersToolbarProps) {
  return (
    <Group role="search" aria-label="Orders" className={classes.toolbar} gap="sm">
      <SearchBox value={filters.q} onChange={(q) => change({ q })} isBusy={isBusy} />
      <StatusFilter value={filters.status} onChange={(status) => change({ status })} />
      <DayFilter from={filters.from} to={filters.to} onChange={change} />
      {isNarrowed(filters) && (
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          px="xs"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={clear}
          aria-label="Clear all filters"
        >
          Clear
        </Button>
      )}
    </Group>
  );
}
