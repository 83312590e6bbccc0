'use client';

import { debounce, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import {
  type DeliveryFilters,
  deliveryFilterParsers,
  type EventFilters,
  eventFilterParsers,
} from '../record-filters.ts';

/** Changes some filters; the list starts again at its first page unless the change is of the page. */
export type ChangeFilters<Filters> = (change: Partial<Filters>) => void;

const TYPING = { history: 'replace', limitUrlUpdates: debounce(200) } as const;
const AT_ONCE = { page: 1 };

/** The filters of the list of events in the address. A step back undoes a change; letters of one word are one step. */
export function useEventFilters() {
  const [filters, set] = useQueryStates(eventFilterParsers, { history: 'push' });
  const change: ChangeFilters<EventFilters> = useCallback(
    (changed) => void set({ ...AT_ONCE, ...changed }, changed.q ? TYPING : {}),
    [set],
  );
  const clear = useCallback(() => void set(null), [set]);
  return { filters, change, clear };
}

/** The same of a list of deliveries. */
export function useDeliveryFilters() {
  const [filters, set] = useQueryStates(deliveryFilterParsers, { history: 'push' });
  const change: ChangeFilters<DeliveryFilters> = useCallback(
    (changed) => void set({ ...AT_ONCE, ...changed }, changed.q ? TYPING : {}),
    [set],
  );
  const clear = useCallback(() => void set(null), [set]);
  return { filters, change, clear };
}
