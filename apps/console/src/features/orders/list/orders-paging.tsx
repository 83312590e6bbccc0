import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { type OrderFilters, PAGE_SIZES } from '../order-filters.ts';
import classes from './orders-paging.module.css';
import type { ChangeFilters } from './use-order-filters.ts';

const CONTROL_LABELS = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' };

type OrdersPagingProps = {
  /** Position of the first order of the page, from 1. */
  from: number;
  /** Number of orders on the page. */
  shown: number;
  total: number | undefined;
  filters: OrderFilters;
  change: ChangeFilters;
};

/** The position of the page in the list, and links to other pages. */
export function OrdersPaging({ from, shown, total, filters, change }: OrdersPagingProps) {
  const turnTo = (page: number) => {
    change({ page });
    window.scrollTo({ top: 0 });
  };
  const number = (count: number) => count.toLocaleString('en');
  const pages = total === undefined ? filters.page : Math.max(1, Math.ceil(total / filters.perPage));
  return (
    <Group component="nav" aria-label="Pages of orders" className={classes.paging} gap="sm">
      <Text size="sm" c="dimmed" className="tabular">
        {number(from)}–{number(from + shown - 1)} of {total === undefined ? '…' : number(total)}
      </Text>
      <Pagination
        total={pages}
        value={filters.page}
        onChange={turnTo}
        size="sm"
        siblings={1}
        hideWithOnePage
        getControlProps={(control) => ({ 'aria-label': CONTROL_LABELS[control] })}
        getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
      />
      <NativeSelect
        aria-label="Orders per page"
        size="xs"
        value={String(filters.perPage)}
        data={PAGE_SIZES.map((size) => ({ value: String(size), label: `${number(size)} per page` }))}
        onChange={({ currentTarget }) =>
          change({ perPage: PAGE_SIZES.find((size) => String(size) === currentTarget.value) })
        }
      />
    </Group>
  );
}
