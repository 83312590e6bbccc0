import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { PAGE_SIZES } from '../order-filters.ts';
import type { OrdersPage } from '../orders-query.ts';
import type { ChangeFilters } from './use-order-filters.ts';

const CONTROL_LABELS = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' };

type OrdersPagingProps = { meta: OrdersPage['ordersMeta']; perPage: number; change: ChangeFilters };

/** Where the page lies in the list, and the ways to the others. */
export function OrdersPaging({ meta, perPage, change }: OrdersPagingProps) {
  const turnTo = (page: number) => {
    change({ page });
    window.scrollTo({ top: 0 });
  };
  return (
    <Group component="nav" aria-label="Pages of orders" justify="space-between" px={{ base: 'md', sm: 'lg' }} py="md">
      <Text size="sm" c="dimmed" className="tabular">
        {meta.from.toLocaleString('en')}–{meta.to.toLocaleString('en')} of {meta.total.toLocaleString('en')}
      </Text>
      <Pagination
        total={meta.lastPage}
        value={meta.currentPage}
        onChange={turnTo}
        size="sm"
        siblings={1}
        hideWithOnePage
        getControlProps={(control) => ({ 'aria-label': CONTROL_LABELS[control] })}
        getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
      />
      <NativeSelect
        aria-label="Orders on a page"
        size="xs"
        value={String(perPage)}
        data={PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} a page` }))}
        onChange={({ currentTarget }) =>
          change({ perPage: PAGE_SIZES.find((size) => String(size) === currentTarget.value) })
        }
      />
    </Group>
  );
}
