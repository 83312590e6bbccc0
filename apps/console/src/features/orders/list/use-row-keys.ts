'use client';

import { useLingui } from '@lingui/react/macro';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useCommands } from '#components/keyboard/commands.ts';
import { useGo } from '#components/leaving/use-go.ts';
import type { OrderRow } from '../orders-query.ts';
import { lastOrder } from '../step/last-order.ts';
import { useOrderHref } from './order-link.tsx';
import type { Selection } from './use-selection.ts';
import { useSelectionCommands } from './use-selection-commands.ts';
import type { VisibleRows } from './use-visible-rows.ts';

type RowKeys = {
  orders: OrderRow[];
  box: RefObject<HTMLElement | null>;
  scrollTo: VisibleRows['scrollTo'];
  selection: Selection;
};

/**
 * Registers the keys `j` and `k` to move through the rows, and the commands for the current row. Returns its order id.
 */
export function useRowKeys({ orders, box, scrollTo, selection }: RowKeys): number | undefined {
  const go = useGo();
  const hrefOf = useOrderHref();
  const [current, setCurrent] = useState<number | undefined>();
  // Keys may be pressed before the list is rendered with its current row.
  const latest = useRef<number | undefined>(undefined);
  const wantsFocus = useRef(false);
  const indexOf = (row: number | undefined) => orders.findIndex(({ id }) => id === row);
  const index = indexOf(current);
  // The last index of the current row: moving continues from there if the row leaves the list.
  const place = useRef(0);

  const become = useCallback((id: number) => {
    latest.current = id;
    setCurrent(id);
  }, []);

  // After returning from an order, its row becomes the current one.
  useEffect(() => {
    if (lastOrder.id !== undefined) become(lastOrder.id);
    lastOrder.id = undefined;
  }, [become]);

  useEffect(() => {
    if (index < 0) return;
    place.current = index;
    scrollTo(index);
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    // The row may not be rendered yet.
    requestAnimationFrame(() => {
      box.current?.querySelector<HTMLElement>(`[data-order-id="${current}"]`)?.focus({ preventScroll: true });
    });
  }, [index, current, scrollTo, box]);

  // A row that gets the focus by Tab or click becomes the current one.
  useEffect(() => {
    const element = box.current;
    const follow = ({ target }: FocusEvent) => {
      const id = target instanceof HTMLElement && target.dataset.orderId;
      if (id) become(Number(id));
    };
    element?.addEventListener('focusin', follow);
    return () => element?.removeEventListener('focusin', follow);
  }, [box, become]);

  function move(step: number): void {
    const at = indexOf(latest.current);
    const from = at >= 0 ? at : place.current - (step > 0 ? 1 : 0);
    const next = orders[Math.max(0, Math.min(orders.length - 1, from + step))];
    if (!next) return;
    wantsFocus.current = true;
    become(next.id);
  }

  const onCurrent = (act: (id: number) => void) => () => {
    if (latest.current !== undefined && indexOf(latest.current) >= 0) act(latest.current);
  };
  const { t } = useLingui();
  const alone = { inPalette: false };
  useSelectionCommands(selection);
  useCommands('orders', [
    { does: t`Next row`, keys: 'j', run: () => move(1), ...alone },
    { does: t`Previous row`, keys: 'k', run: () => move(-1), ...alone },
    { does: t`Open the current order`, keys: 'o', run: onCurrent((id) => go(hrefOf(id))), ...alone },
    { does: t`Edit the current order`, keys: 'e', run: onCurrent((id) => go(`${hrefOf(id)}#edit`)), ...alone },
    {
      does: t`Select or deselect the current order`,
      keys: 'x',
      run: onCurrent((id) => selection.choose(id, !selection.has(id))),
      ...alone,
    },
  ]);
  return current;
}
