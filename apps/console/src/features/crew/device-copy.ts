import { clear, createStore, get, set, type UseStore, update } from 'idb-keyval';
import type { ActionResult, CrewAction, CrewDay } from './crew-operations.ts';
import { withoutPastGuests } from './past-guests.ts';

/*
 * The copy that the device keeps, so that the page works without a network: the last jobs, and the actions that were
 * not sent yet, in order. All of it is deleted when the session ends.
 */

/** An action that could not be recorded, until the person has read it. */
export type Conflict = { action: CrewAction; outcome: Exclude<ActionResult['outcome'], 'recorded'>; title: string };

export type DeviceCopy = {
  day: CrewDay | undefined;
  queue: CrewAction[];
  conflicts: Conflict[];
  /** Whether the person signed out without a network: the session ends at the next contact. */
  isLeaving: boolean;
};

let opened: UseStore | undefined;
const store = (): UseStore => {
  opened ??= createStore('crew', 'copy');
  return opened;
};

/** Reads the copy, and deletes guests from it that the person no longer needs to know. */
export async function readCopy(): Promise<DeviceCopy> {
  const [kept, queue = [], conflicts = [], isLeaving = false] = await Promise.all([
    get<CrewDay>('day', store()),
    get<CrewAction[]>('queue', store()),
    get<Conflict[]>('conflicts', store()),
    get<boolean>('isLeaving', store()),
  ]);
  const day = kept && withoutPastGuests(kept, Date.now());
  if (day && day !== kept) await keepDay(day);
  return { day, queue, conflicts, isLeaving };
}

export const keepDay = (day: CrewDay) => set('day', withoutPastGuests(day, Date.now()), store());

export const enqueue = (action: CrewAction) =>
  update<CrewAction[]>('queue', (queue = []) => [...queue, action], store());

/** Removes sent actions; those that were added meanwhile stay. */
export const dequeue = (sent: readonly CrewAction[]) => {
  const ids = new Set(sent.map(({ id }) => id));
  return update<CrewAction[]>('queue', (queue = []) => queue.filter(({ id }) => !ids.has(id)), store());
};

export const keepConflicts = (more: readonly Conflict[]) =>
  update<Conflict[]>('conflicts', (former = []) => [...former, ...more], store());

export const forgetConflicts = () => set('conflicts', [], store());

export async function deleteCopy(): Promise<void> {
  await clear(store());
}

/** Deletes the copy, and leaves only the wish to end the session. */
export async function leaveLater(): Promise<void> {
  await deleteCopy();
  await set('isLeaving', true, store());
}
