import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { ClearFilters } from '#components/list/clear-filters.tsx';
import { ListSearch } from '#components/list/list-search.tsx';
import { isNarrowed, type OrderFilters } from '../order-filters.ts';
import { DayFilter } from './day-filter.tsx';
import { moreFiltersIn } from './more-filters.ts';
import classes from './orders-toolbar.module.css';
import { StatusFilter } from './status-filter.tsx';
import type { ChangeFilters } from './use-order-filters.ts';

const FilterPanel = dynamic(() => import('./filter-panel.tsx').then((module) => module.FilterPanel), { ssr: false });

type OrdersToolbarProps = {
  filters: OrderFilters;
  change: ChangeFilters;
  clear: () => void;
  /** Moves the focus to the first row. */
  goOn: () => void;
  isBusy: boolean;
};

/** The search and filters of the list. */
export function OrdersToolbar({ filters, change, clear, goOn, isBusy }: OrdersToolbarProps) {
  const [isOpen, { open, close }] = useDisclosure();
  const more = moreFiltersIn(filters);
  return (
    <Group role="search" aria-label="Orders" className={classes.toolbar} gap="xs">
      <ListSearch
        label="Search orders"
        placeholder="Order, passenger, code, tag"
        value={filters.q}
        onChange={(q) => change({ q })}
        goOn={goOn}
        isBusy={isBusy}
      />
      <StatusFilter value={filters.status} onChange={(status) => change({ status })} />
      <DayFilter name="Takes place" value={filters.activity} onChange={(activity) => change({ activity })} />
      <Button
        variant={more > 0 ? 'light' : 'default'}
        fw={500}
        size="sm"
        px="sm"
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={open}
      >
        More filters{more > 0 && `: ${more}`}
      </Button>
      {isNarrowed(filters) && <ClearFilters clear={clear} />}
      {isOpen && <FilterPanel filters={filters} change={change} close={close} />}
    </Group>
  );
}
