'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** The selected orders: these ids, on any page, or all orders that match the filters. */
type Chosen = { kind: 'some'; ids: ReadonlySet<number> } | { kind: 'all' };

export type Selection = {
  /** Whether all matching orders are selected, not only those on the page. */
  isAll: boolean;
  /** Ids of the individually selected orders; empty while all are selected. */
  ids: ReadonlySet<number>;
  has(id: number): boolean;
  /** @param isRange selects all orders from the previously selected one to this one */
  choose(id: number, isChosen: boolean, isRange?: boolean): void;
  choosePage(isChosen: boolean): void;
  chooseAll(): void;
  clear(): void;
};

const NONE: Chosen = { kind: 'some', ids: new Set() };
const NO_IDS: ReadonlySet<number> = new Set();

/**
 * The selection in a list. It is kept across pages and sort orders. A change of the filters clears it, because the
 * selected orders may no longer be visible.
 *
 * @param filterKey a key that differs for different filters
 * @param pageIds ids of the orders on the page, in list order
 */
export function useSelection(filterKey: string, pageIds: readonly number[]): Selection {
  const [chosen, setChosen] = useState<Chosen>(NONE);
  const [former, setFormer] = useState(filterKey);
  if (former !== filterKey) {
    setFormer(filterKey);
    setChosen(NONE);
  }
  const page = useRef(pageIds);
  const last = useRef<number | undefined>(undefined);
  useEffect(() => {
    page.current = pageIds;
  });

  const mark = useCallback((ids: readonly number[], isChosen: boolean) => {
    setChosen((before) => {
      // Deselecting an order while all are selected keeps the other orders of the page.
      const next = new Set(before.kind === 'all' ? page.current : before.ids);
      for (const id of ids) {
        if (isChosen) next.add(id);
        else next.delete(id);
      }
      return { kind: 'some', ids: next };
    });
  }, []);

  const choose = useCallback(
    (id: number, isChosen: boolean, isRange = false) => {
      mark(isRange ? between(page.current, last.current ?? id, id) : [id], isChosen);
      last.current = id;
    },
    [mark],
  );
  const choosePage = useCallback((isChosen: boolean) => mark(page.current, isChosen), [mark]);
  const chooseAll = useCallback(() => setChosen({ kind: 'all' }), []);
  const clear = useCallback(() => setChosen(NONE), []);

  return useMemo(() => {
    const isAll = chosen.kind === 'all';
    const ids = chosen.kind === 'some' ? chosen.ids : NO_IDS;
    return { isAll, ids, has: (id) => isAll || ids.has(id), choose, choosePage, chooseAll, clear };
  }, [chosen, choose, choosePage, chooseAll, clear]);
}

function between(ids: readonly number[], one: number, other: number): readonly number[] {
  const ends = [ids.indexOf(one), ids.indexOf(other)];
  if (ends.includes(-1)) return [other];
  return ids.slice(Math.min(...ends), Math.max(...ends) + 1);
}
