import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { formatCount } from '#lib/format.ts';
import { useLocale } from '../regional.tsx';

const CONTROL_LABELS = {
  first: msg`First page`,
  previous: msg`Previous page`,
  next: msg`Next page`,
  last: msg`Last page`,
};

export type ListMeta = { total: number; from: number; to: number; currentPage: number; lastPage: number };

type ListPagingProps<Size extends number> = {
  /** The accessible name: `Pages of people`. */
  label: string;
  meta: ListMeta;
  turnTo: (page: number) => void;
  /** The page sizes to choose from, if the page size can be chosen, and their accessible name. */
  sizes?: { label: string; all: readonly Size[]; current: Size; choose: (size: Size) => void };
};

/** The position of the page in the list, and links to other pages. */
export function ListPaging<Size extends number>({ label, meta, turnTo, sizes }: ListPagingProps<Size>) {
  const { t } = useLingui();
  const locale = useLocale();
  const [from, to, total] = [meta.from, meta.to, meta.total].map((count) => formatCount(locale, count));
  return (
    <Group component="nav" aria-label={label} justify="space-between" px={{ base: 'md', sm: 'lg' }} py="md">
      <Text size="sm" c="dimmed" className="tabular">
        <Trans>
          {from}–{to} of {total}
        </Trans>
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
        getControlProps={(control) => ({ 'aria-label': t(CONTROL_LABELS[control]) })}
        getItemProps={(page) => ({ 'aria-label': t`Page ${page}` })}
      />
      {sizes && (
        <NativeSelect
          aria-label={sizes.label}
          size="xs"
          value={String(sizes.current)}
          data={sizes.all.map((size) => ({ value: String(size), label: t`${size} per page` }))}
          onChange={({ currentTarget }) => {
            const size = sizes.all.find((one) => String(one) === currentTarget.value);
            if (size) sizes.choose(size);
          }}
        />
      )}
    </Group>
  );
}
