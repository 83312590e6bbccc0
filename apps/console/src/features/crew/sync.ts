import { isProblem } from '#lib/problem.ts';
import { type CrewDay, exchangeLink, readDay, sendActions, signOut } from './crew-operations.ts';
import { type Conflict, deleteCopy, dequeue, keepConflicts, keepDay, leaveLater, readCopy } from './device-copy.ts';

/** Actions of one request, as the server takes them. */
const MAX_ACTIONS = 100;

/** What a contact with the server, or an attempt of one, found. */
export type Contact =
  | { state: 'read'; day: CrewDay }
  /** The server could not be reached, or failed. */
  | { state: 'away' }
  /** There is no session. @param unsent how many actions could not be sent */
  | { state: 'ended'; unsent: number };

/** Runs one contact at a time, in all windows: else two would send the same actions. */
async function alone<T>(act: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request('crew-sync', act) : act();
}

/** Sends what waits, in order, and reads the jobs. */
export const sync = (): Promise<Contact> => alone(contact);

async function contact(): Promise<Contact> {
  try {
    if ((await readCopy()).isLeaving) {
      await signOut();
      await deleteCopy();
      return { state: 'ended', unsent: 0 };
    }
    await flush();
    const day = await readDay();
    await keepDay(day);
    return { state: 'read', day };
  } catch (error) {
    if (!isProblem(error, 'unauthenticated')) return { state: 'away' };
    const { queue } = await readCopy();
    await deleteCopy();
    return { state: 'ended', unsent: queue.length };
  }
}

async function flush(): Promise<void> {
  const { queue, day } = await readCopy();
  for (let start = 0; start < queue.length; start += MAX_ACTIONS) {
    const actions = queue.slice(start, start + MAX_ACTIONS);
    const results = new Map((await sendActions(actions)).map(({ id, outcome }) => [id, outcome]));
    const conflicts = actions.flatMap((action): Conflict[] => {
      const outcome = results.get(action.id) ?? 'recorded';
      const title = day?.jobs.find(({ id }) => id === action.jobId)?.title ?? '';
      return outcome === 'recorded' ? [] : [{ action, outcome, title }];
    });
    // Kept first: a page that is closed in between must not lose them.
    if (conflicts.length > 0) await keepConflicts(conflicts);
    await dequeue(actions);
  }
}

/**
 * Opens a session by a personal link. What waits for an earlier session is sent before; its copy is deleted.
 *
 * @returns `refused` for a link that was used, has expired or was replaced
 */
export const open = (token: string): Promise<'opened' | 'refused' | 'away'> =>
  alone(async () => {
    try {
      await flush().catch(() => {});
      await exchangeLink(token);
      await deleteCopy();
      return 'opened';
    } catch (error) {
      return isProblem(error, 'not-found') ? 'refused' : 'away';
    }
  });

/** Ends the session and deletes the copy. Without a network, the session ends at the next contact. */
export const leave = (): Promise<void> =>
  alone(async () => {
    try {
      await signOut();
      await deleteCopy();
    } catch {
      await leaveLater();
    }
  });

/** Deletes the copy of a session that has ended by its time. */
export const expire = (): Promise<void> => alone(deleteCopy);
