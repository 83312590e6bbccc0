'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** Which orders are chosen: these, on whatever page they are, or all that the filters let through. */
type Chosen = { kind: 'some'; ids: ReadonlySet<number> } | { kind: 'all' };

export type Selection = {
  /** All that match, not only those on the page. */
  isAll: boolean;
  /** Ids of those that are chosen one by one; empty while all are. */
  ids: ReadonlySet<number>;
  has(id: number): boolean;
  /** @param isRange chooses everything from the order chosen before up to this one */
  choose(id: number, isChosen: boolean, isRange?: boolean): void;
  choosePage(isChosen: boolean): void;
  chooseAll(): void;
  clear(): void;
};

const NONE: Chosen = { kind: 'some', ids: new Set() };
const NO_IDS: ReadonlySet<number> = new Set();

/**
 * The selection in a list. It lasts over pages and sorts; other filters end it, because nobody sees any more what was chosen.
 *
 * @param filterKey differs for different filters
 * @param pageIds ids of the orders on the page, as they are listed
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
      // Whoever takes one away from all means the rest of what is on the page.
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
