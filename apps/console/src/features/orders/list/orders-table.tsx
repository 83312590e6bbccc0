'use client';

import { useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef } from 'react';
import { useEarlyInput } from '#components/early-input.ts';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import type { OrderColumnId } from '../order-column-ids.ts';
import type { ChangeFilters, Sort } from '../order-filters.ts';
import type { OrderRow } from '../orders-query.ts';
import { minWidth } from './column-widths.ts';
import { FullTexts } from './full-texts.tsx';
import { OrdersHead } from './orders-head.tsx';
import classes from './orders-table.module.css';
import { OrdersTableRow } from './orders-table-row.tsx';
import { useRowKeys } from './use-row-keys.ts';
import type { Selection } from './use-selection.ts';
import { ROW_HEIGHT, useVisibleRows } from './use-visible-rows.ts';

type OrdersTableProps = {
  orders: OrderRow[];
  columns: OrderColumnId[];
  sort: Sort;
  change: ChangeFilters;
  selection: Selection;
  /** True while the result for the current filters is loading. */
  isStale: boolean;
  /** Position of the first row in the whole list, from 1. */
  from: number;
  /** A key that differs for each page and list; a new key resets the scroll position. */
  listKey: string;
  /** Number of orders in the list; undefined while it is counted. */
  total: number | undefined;
};

/** Orders as a scrollable table that renders only the visible rows. */
export function OrdersTable(props: OrdersTableProps) {
  const { t } = useLingui();
  const { orders, columns, sort, change, selection, isStale, from, listKey, total } = props;
  const box = useRef<HTMLElement>(null);
  const { first, end, scrollTo } = useVisibleRows(box, orders.length);
  useTopOf(listKey, box);
  useEarlyInput(box);
  const current = useRowKeys({ orders, box, scrollTo, selection });
  return (
    <ScrollBox ref={box} className={classes.box} label={t`Table of orders`}>
      <table
        className={classes.table}
        style={{ minWidth: minWidth(columns) }}
        data-stale={isStale}
        aria-busy={isStale}
        aria-label={t`Orders`}
        aria-rowcount={total === undefined ? -1 : total + 1}
      >
        <OrdersHead columns={columns} sort={sort} change={change} selection={selection} orders={orders} />
        <tbody>
          <Spacer height={first * ROW_HEIGHT} />
          {orders.slice(first, end).map((order, index) => (
            <OrdersTableRow
              key={order.id}
              order={order}
              columns={columns}
              position={from + first + index + 1}
              isSelected={selection.has(order.id)}
              isCurrent={order.id === current}
              choose={selection.choose}
            />
          ))}
          <Spacer height={(orders.length - end) * ROW_HEIGHT} />
        </tbody>
      </table>
      <FullTexts box={box} />
    </ScrollBox>
  );
}

function useTopOf(listKey: string, box: RefObject<HTMLElement | null>): void {
  const former = useRef(listKey);
  useEffect(() => {
    if (former.current === listKey) return;
    former.current = listKey;
    box.current?.scrollTo({ top: 0 });
  }, [listKey, box]);
}

/** Takes the height of the rows that are not rendered. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
