import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { PAGE_SIZES } from '../record-filters.ts';

const CONTROL_LABELS = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' };

type RecordPagingProps = {
  /** What is listed. */
  name: string;
  meta: { currentPage: number; from: number; lastPage: number; to: number; total: number };
  perPage: number;
  change: (change: { page?: number; perPage?: (typeof PAGE_SIZES)[number] }) => void;
};

/** Where a page of events or deliveries lies in the list, and the ways to the others. */
export function RecordPaging({ name, meta, perPage, change }: RecordPagingProps) {
  return (
    <Group
      component="nav"
      aria-label={`Pages of ${name}`}
      justify="space-between"
      px={{ base: 'md', sm: 'lg' }}
      py="md"
    >
      <Text size="sm" c="dimmed" className="tabular">
        {meta.from.toLocaleString('en')}–{meta.to.toLocaleString('en')} of {meta.total.toLocaleString('en')}
      </Text>
      <Pagination
        total={meta.lastPage}
        value={meta.currentPage}
        onChange={(page) => change({ page })}
        size="sm"
        siblings={1}
        hideWithOnePage
        getControlProps={(control) => ({ 'aria-label': CONTROL_LABELS[control] })}
        getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
      />
      <NativeSelect
        aria-label={`${name} on a page`}
        size="xs"
        value={String(perPage)}
        data={PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} a page` }))}
        onChange={({ currentTarget }) => {
          const size = PAGE_SIZES.find((one) => String(one) === currentTarget.value);
          if (size) change({ perPage: size });
        }}
      />
    </Group>
  );
}
