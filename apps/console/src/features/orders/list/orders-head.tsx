import { useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { OrderColumnId } from '../order-column-ids.ts';
import type { ChangeFilters, Sort, SortKey } from '../order-filters.ts';
import type { OrderRow } from '../orders-query.ts';
import { columnWidth, isOmitted } from './column-widths.ts';
import { ORDER_COLUMNS } from './order-columns.tsx';
import classes from './orders-table.module.css';
import type { Selection } from './use-selection.ts';

type OrdersHeadProps = {
  columns: OrderColumnId[];
  sort: Sort;
  change: ChangeFilters;
  selection: Selection;
  orders: OrderRow[];
};

/** The table header; sortable columns are buttons. */
export function OrdersHead({ columns, sort, change, selection, orders }: OrdersHeadProps) {
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1}>
        <th scope="col" className={classes.chooser}>
          <PageChooser selection={selection} orders={orders} />
        </th>
        {columns.map((id) => (
          <Heading key={id} id={id} columns={columns} sort={sort} change={change} />
        ))}
      </tr>
    </thead>
  );
}

function PageChooser({ selection, orders }: Pick<OrdersHeadProps, 'selection' | 'orders'>) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const chosen = orders.filter(({ id }) => selection.has(id)).length;
  const isAll = orders.length > 0 && chosen === orders.length;
  useEffect(() => {
    if (input.current) input.current.indeterminate = chosen > 0 && !isAll;
  });
  return (
    <label className={classes.choice}>
      <input
        ref={input}
        type="checkbox"
        aria-label={t`Select all orders on this page`}
        checked={isAll}
        onChange={({ currentTarget }) => selection.choosePage(currentTarget.checked)}
      />
    </label>
  );
}

type HeadingProps = { id: OrderColumnId; columns: OrderColumnId[]; sort: Sort; change: ChangeFilters };

function Heading({ id, columns, sort, change }: HeadingProps) {
  const { t } = useLingui();
  const { header, align, sort: key, sortsDescendingFirst } = ORDER_COLUMNS[id];
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined;
  return (
    <th
      scope="col"
      style={{ width: columnWidth(id, columns) }}
      data-align={align}
      data-omitted={isOmitted(id, columns) || undefined}
      aria-sort={direction}
    >
      {key ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => change({ sort: nextSort(key, direction, sortsDescendingFirst ?? false) })}
        >
          {t(header)}
          {direction === 'ascending' && <IconArrowUp size={14} aria-hidden />}
          {direction === 'descending' && <IconArrowDown size={14} aria-hidden />}
          {!direction && <IconArrowsSort size={13} aria-hidden className={classes.unsorted} />}
        </button>
      ) : (
        t(header)
      )}
    </th>
  );
}

/** The default direction first, then the opposite one. */
function nextSort(key: SortKey, direction: string | undefined, descendsFirst: boolean): Sort {
  const descends = direction === undefined ? descendsFirst : direction === 'ascending';
  return descends ? `-${key}` : key;
}
