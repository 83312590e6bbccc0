import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { ClearFilters } from '#components/list/clear-filters.tsx';
import { ListSearch } from '#components/list/list-search.tsx';
import { SearchBar } from '#components/list/search-bar.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { activityOf, type ChangeFilters, isNarrowed, type OrderFilters } from '../order-filters.ts';
import { DayFilter } from './day-filter.tsx';
import { moreFiltersIn } from './more-filters.ts';
import classes from './orders-toolbar.module.css';
import { StatusFilter } from './status-filter.tsx';

const FilterPanel = dynamic(() => import('./filter-panel.tsx').then((module) => module.FilterPanel), { ssr: false });

type OrdersToolbarProps = {
  filters: OrderFilters;
  change: ChangeFilters;
  clear: () => void;
  isBusy: boolean;
  /** Whether the rows for the filters are shown. */
  isReady: boolean;
};

/** The search and filters of the list. */
export function OrdersToolbar({ filters, change, clear, isBusy, isReady }: OrdersToolbarProps) {
  const { t } = useLingui();
  const [isOpen, { open, close }] = useDisclosure();
  const more = moreFiltersIn(filters);
  return (
    <SearchBar aria-label={t`Orders`} className={classes.toolbar} gap="xs">
      <ListSearch
        label={t`Search orders`}
        placeholder={t`Order, passenger, code, tag`}
        value={filters.q}
        onChange={(q) => change({ q })}
        isBusy={isBusy}
        isReady={isReady}
      />
      <StatusFilter value={filters.status} onChange={(status) => change({ status })} />
      <DayFilter
        name={t`Takes place`}
        value={activityOf(filters, useOrganizationTimeZone())}
        onChange={(activity) => change({ activity })}
      />
      <Button
        variant={more > 0 ? 'light' : 'default'}
        fw={500}
        size="sm"
        px="sm"
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={open}
      >
        {more > 0 ? t`More filters: ${more}` : t`More filters`}
      </Button>
      {isNarrowed(filters) && <ClearFilters clear={clear} />}
      {isOpen && <FilterPanel filters={filters} change={change} close={close} />}
    </SearchBar>
  );
}
