'use client';

import { debounce, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { NO_FILTERS, type OrderFilters, orderFilterParsers } from '../order-filters.ts';

/** Changes some filters; resets the list to its first page unless the change sets the page. */
export type ChangeFilters = (change: Partial<OrderFilters>) => void;

/** The filters in the URL. The browser's Back undoes a change; typing into the search is one history entry. */
export function useOrderFilters() {
  const [filters, setFilters] = useQueryStates(orderFilterParsers, { history: 'push' });
  const change: ChangeFilters = useCallback(
    (changed) => {
      // The list follows every letter; the URL is updated after a pause.
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
