'use client';

import { debounce, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import {
  type DeliveryFilters,
  deliveryFilterParsers,
  type EventFilters,
  eventFilterParsers,
} from '../record-filters.ts';

/** Changes some filters; resets the list to its first page unless the change sets the page. */
export type ChangeFilters<Filters> = (change: Partial<Filters>) => void;

const TYPING = { history: 'replace', limitUrlUpdates: debounce(200) } as const;
const AT_ONCE = { page: 1 };

/** The filters of the list of events in the URL. The browser's Back undoes a change; typing is one history entry. */
export function useEventFilters() {
  const [filters, set] = useQueryStates(eventFilterParsers, { history: 'push' });
  const change: ChangeFilters<EventFilters> = useCallback(
    (changed) => void set({ ...AT_ONCE, ...changed }, changed.q ? TYPING : {}),
    [set],
  );
  const clear = useCallback(() => void set(null), [set]);
  return { filters, change, clear };
}

/** The filters of a list of deliveries in the URL. */
export function useDeliveryFilters() {
  const [filters, set] = useQueryStates(deliveryFilterParsers, { history: 'push' });
  const change: ChangeFilters<DeliveryFilters> = useCallback(
    (changed) => void set({ ...AT_ONCE, ...changed }, changed.q ? TYPING : {}),
    [set],
  );
  const clear = useCallback(() => void set(null), [set]);
  return { filters, change, clear };
}
