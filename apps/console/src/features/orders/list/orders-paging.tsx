import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { useLocale } from '#components/regional.tsx';
import { formatCount } from '#lib/format.ts';
import { type ChangeFilters, type OrderFilters, PAGE_SIZES } from '../order-filters.ts';
import classes from './orders-paging.module.css';

const CONTROL_LABELS = {
  first: msg`First page`,
  previous: msg`Previous page`,
  next: msg`Next page`,
  last: msg`Last page`,
};

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
  const { t } = useLingui();
  const turnTo = (page: number) => {
    change({ page });
    window.scrollTo({ top: 0 });
  };
  const locale = useLocale();
  const first = formatCount(locale, from);
  const last = formatCount(locale, from + shown - 1);
  const all = total === undefined ? '…' : formatCount(locale, total);
  const pages = total === undefined ? filters.page : Math.max(1, Math.ceil(total / filters.perPage));
  return (
    <Group component="nav" aria-label={t`Pages of orders`} className={classes.paging} gap="sm">
      <Text size="sm" c="dimmed" className="tabular">
        {t`${{ from: first }}–${{ to: last }} of ${{ total: all }}`}
      </Text>
      <Pagination
        total={pages}
        value={filters.page}
        onChange={turnTo}
        size="sm"
        siblings={1}
        hideWithOnePage
        getControlProps={(control) => ({ 'aria-label': t(CONTROL_LABELS[control]) })}
        getItemProps={(page) => ({ 'aria-label': t`Page ${page}` })}
      />
      <NativeSelect
        aria-label={t`Orders per page`}
        size="xs"
        value={String(filters.perPage)}
        data={PAGE_SIZES.map((size) => ({
          value: String(size),
          label: t`${{ size: formatCount(locale, size) }} per page`,
        }))}
        onChange={({ currentTarget }) =>
          change({ perPage: PAGE_SIZES.find((size) => String(size) === currentTarget.value) })
        }
      />
    </Group>
  );
}
