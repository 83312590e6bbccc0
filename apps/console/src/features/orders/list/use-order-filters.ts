'use client';

import { debounce, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { NO_FILTERS, type OrderFilters, orderFilterParsers } from '../order-filters.ts';

/** Changes some filters; the list starts again at its first page unless the change is of the page. */
export type ChangeFilters = (change: Partial<OrderFilters>) => void;

/** The filters in the address. A step back undoes a change; letters typed into the search are one step. */
export function useOrderFilters() {
  const [filters, setFilters] = useQueryStates(orderFilterParsers, { history: 'push' });
  const change: ChangeFilters = useCallback(
    (changed) => {
      // The list itself follows every letter; the address may rest until they are typed.
      const isTyped = changed.q !== undefined && Object.keys(changed).length === 1;
      const isBegun = isTyped && new URLSearchParams(window.location.search).has('q');
      void setFilters(
        { page: 1, ...changed },
        isTyped
          ? { history: isBegun ? 'replace' : 'push', limitUrlUpdates: changed.q ? debounce(200) : undefined }
          : {},
      );
    },
    [setFilters],
  );
  const clear = useCallback(() => change(NO_FILTERS), [change]);
  return { filters, change, clear };
}
