import { useEffect } from 'react';
import { createStore } from './store.ts';

/** The number of pages that are being loaded because of a link or a key. */
export const loadingPages = createStore(0);

/** Counts the page that a component has begun to open, until it is shown. */
export function useLoadingSign(isLoading: boolean): void {
  useEffect(() => {
    if (!isLoading) return undefined;
    loadingPages.set(loadingPages.get() + 1);
    return () => loadingPages.set(loadingPages.get() - 1);
  }, [isLoading]);
}
