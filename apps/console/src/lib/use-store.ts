import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** The value of a store; re-renders the component when it changes. */
export const useStore = <Value>(store: Store<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.get, () => store.initial);
