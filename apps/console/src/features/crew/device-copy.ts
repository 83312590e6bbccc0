import { clear, createStore, del, delMany, get, set, type UseStore, update } from 'idb-keyval';
import type { ActionResult, CrewAction, CrewDay } from './crew-operations.ts';
import { withoutPastGuests } from './past-guests.ts';

/*
 * The copy that the device keeps, so that the page works without a network: the last jobs, and the actions that were
 * not sent yet, in order. When the session ends, only actions that wait stay: they are sent after the person's next link.
 */

/** An action that waits, with the title of its job. */
export type Waiting = CrewAction & { title: string };

/** An action that could not be recorded, until the person has read it. */
export type Conflict = {
  action: CrewAction;
  outcome:
    | Exclude<ActionResult['outcome'], 'recorded'>
    /** The server cannot take it at all. */
    | 'invalid'
    /** Another person opened a link on the device before it was sent. */
    | 'otherPerson';
  title: string;
};

/** Whose actions wait. */
export type Owner = Pick<CrewDay, 'personId' | 'organizationId'>;

export type DeviceCopy = {
  day: CrewDay | undefined;
  queue: Waiting[];
  conflicts: Conflict[];
  owner: Owner | undefined;
  /** Whether a link may have been exchanged for a session whose person is not known yet. */
  isOpening: boolean;
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
  const [kept, queue = [], conflicts = [], owner, isOpening = false, isLeaving = false] = await Promise.all([
    get<CrewDay>('day', store()),
    get<Waiting[]>('queue', store()),
    get<Conflict[]>('conflicts', store()),
    get<Owner>('owner', store()),
    get<boolean>('isOpening', store()),
    get<boolean>('isLeaving', store()),
  ]);
  const day = kept && withoutPastGuests(kept, Date.now());
  if (day && day !== kept) await set('day', day, store());
  return { day, queue, conflicts, owner, isOpening, isLeaving };
}

export async function keepDay(day: CrewDay): Promise<void> {
  const { personId, organizationId } = day;
  await set('owner', { personId, organizationId }, store());
  await set('day', withoutPastGuests(day, Date.now()), store());
}

export const enqueue = (action: Waiting) => update<Waiting[]>('queue', (queue = []) => [...queue, action], store());

/** Removes sent actions; those that were added meanwhile stay. */
export const dequeue = (sent: readonly CrewAction[]) => {
  const ids = new Set(sent.map(({ id }) => id));
  return update<Waiting[]>('queue', (queue = []) => queue.filter(({ id }) => !ids.has(id)), store());
};

export const keepConflicts = (more: readonly Conflict[]) =>
  update<Conflict[]>('conflicts', (former = []) => [...former, ...more], store());

export const forgetConflicts = () => set('conflicts', [], store());

export const setOpening = (isOpening: boolean) =>
  isOpening ? set('isOpening', true, store()) : del('isOpening', store());

export async function deleteCopy(): Promise<void> {
  await clear(store());
}

/** After a link was exchanged: deletes the jobs of the former session. The rest is of the same person, or not. */
export const forgetDay = () => delMany(['day', 'isLeaving'], store());

/** Deletes the jobs of a session that has ended, with all else except the actions that wait. */
export async function endCopy(): Promise<void> {
  const { queue } = await readCopy();
  const waiting = queue.length > 0 ? [] : ['queue', 'owner'];
  await delMany(['day', 'conflicts', 'isOpening', 'isLeaving', ...waiting], store());
}

/** Deletes the copy, and leaves only the wish to end the session. */
export async function leaveLater(): Promise<void> {
  await deleteCopy();
  await set('isLeaving', true, store());
}
