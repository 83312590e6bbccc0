import { createStore } from '../store.ts';

/** Whether the shown data is kept up to date: updates arrive, and what was missed before has been fetched. */
export const isUpToDate = createStore(true);
