'use client';

import { useDebouncedValue } from '@mantine/hooks';
import {
  debounce,
  type Nullable,
  type Options,
  throttle,
  type UseQueryStatesKeysMap,
  useQueryStates,
  type Values,
} from 'nuqs';
import { useCallback, useEffect, useRef } from 'react';
import { beforeLeaving } from '#lib/leaving.ts';

/** A pause in typing after which the URL has the text, and lists that do not follow every letter search for it. */
const PAUSE_MS = 200;

/** Parameters that say how a list is shown; clearing the filters keeps them. */
const VIEW = ['sort', 'columns', 'perPage'];

type Changed<Parsers extends UseQueryStatesKeysMap> = Partial<Nullable<Values<Parsers>>>;

type ListParsers = UseQueryStatesKeysMap & { q: { defaultValue: string } };

/** Changes some filters; resets the list to its first page unless the change sets the page. */
export type ChangeFilters<Filters> = (changed: Partial<Filters>) => void;

/**
 * The filters of a list in the URL. The browser's Back undoes a change; typing into the search is one history entry.
 * `settled` has the search text only after a pause in typing. `parsers` must be a constant.
 */
export function useListFilters<Parsers extends ListParsers>(parsers: Parsers) {
  const [filters, set] = useQueryStates<Parsers>(parsers, { history: 'push' });
  // The changes that are not in the URL yet, and when they will be.
  const pending = useRef<{ changed: Changed<Parsers>; isTyped: boolean; written: Promise<unknown> }>(undefined);

  const write = useCallback(
    (changed: Changed<Parsers>, isTyped: boolean, limitUrlUpdates: Options['limitUrlUpdates']) => {
      const isBegun = new URLSearchParams(window.location.search).has('q');
      const history = isTyped && isBegun ? 'replace' : 'push';
      // With `debounce`, each key has a timer of its own, and a call returns the promise of its first key only. Keys whose
      // timers end apart are written apart: the first one is the entry in the history, and all of them are waited for.
      const keys = Object.entries(changed).map(([key, value], at) =>
        set({ [key]: value } as Changed<Parsers>, { history: at === 0 ? history : 'replace', limitUrlUpdates }),
      );
      const written = Promise.all(keys).then(() => {
        if (pending.current?.written === written) pending.current = undefined;
      });
      pending.current = { changed, isTyped, written };
      return written;
    },
    [set],
  );
  const change: ChangeFilters<Values<Parsers>> = useCallback(
    (changed) => {
      const isTyped = changed.q !== undefined && Object.keys(changed).length === 1;
      // The order of the keys: what the user changes is first, because the first page of a list is not in the URL.
      const all = { ...changed, ...pending.current?.changed, ...('page' in parsers ? { page: 1 } : {}), ...changed };
      void write(all as Changed<Parsers>, isTyped, isTyped && changed.q !== '' ? debounce(PAUSE_MS) : undefined);
    },
    [write, parsers],
  );
  const clear = useCallback(() => {
    const filtered = Object.keys(parsers).filter((name) => !VIEW.includes(name));
    change(Object.fromEntries(filtered.map((name) => [name, null])) as Partial<Values<Parsers>>);
  }, [change, parsers]);

  // Writing to the URL cancels a navigation that has begun: what is pending is written before.
  useEffect(
    () =>
      beforeLeaving(() => {
        if (!pending.current) return undefined;
        const { changed, isTyped } = pending.current;
        return write(changed, isTyped, throttle(0)).then(() => true);
      }),
    [write],
  );

  const [paused] = useDebouncedValue(filters.q, PAUSE_MS);
  const settled = { ...filters, q: filters.q === '' ? '' : paused };
  return { filters, settled, change, clear };
}
