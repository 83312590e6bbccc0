import { Group, NativeSelect, Pagination, Text } from '@mantine/core';

const CONTROL_LABELS = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' };

export type ListMeta = { total: number; from: number; to: number; currentPage: number; lastPage: number };

type ListPagingProps<Size extends number> = {
  /** The plural name of the entries: `people`. */
  of: string;
  meta: ListMeta;
  turnTo: (page: number) => void;
  /** The page sizes to choose from, if the page size can be chosen. */
  sizes?: { all: readonly Size[]; current: Size; choose: (size: Size) => void };
};

/** The position of the page in the list, and links to other pages. */
export function ListPaging<Size extends number>({ of, meta, turnTo, sizes }: ListPagingProps<Size>) {
  return (
    <Group component="nav" aria-label={`Pages of ${of}`} justify="space-between" px={{ base: 'md', sm: 'lg' }} py="md">
      <Text size="sm" c="dimmed" className="tabular">
        {meta.from.toLocaleString('en')}–{meta.to.toLocaleString('en')} of {meta.total.toLocaleString('en')}
      </Text>
      <Pagination
        total={meta.lastPage}
        value={meta.currentPage}
        onChange={(page) => {
          turnTo(page);
          window.scrollTo({ top: 0 });
        }}
        size="sm"
        siblings={1}
        hideWithOnePage
        getControlProps={(control) => ({ 'aria-label': CONTROL_LABELS[control] })}
        getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
      />
      {sizes && (
        <NativeSelect
          aria-label={`${of} per page`}
          size="xs"
          value={String(sizes.current)}
          data={sizes.all.map((size) => ({ value: String(size), label: `${size} per page` }))}
          onChange={({ currentTarget }) => {
            const size = sizes.all.find((one) => String(one) === currentTarget.value);
            if (size) sizes.choose(size);
          }}
        />
      )}
    </Group>
  );
}
