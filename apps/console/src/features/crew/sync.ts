import { isProblem } from '#lib/problem.ts';
import { type CrewDay, exchangeLink, readDay, sendActions, signOut } from './crew-operations.ts';
import {
  type Conflict,
  deleteCopy,
  dequeue,
  endCopy,
  forgetConflicts,
  forgetDay,
  keepConflicts,
  keepDay,
  leaveLater,
  readCopy,
  setOpening,
  type Waiting,
} from './device-copy.ts';
import { isOutdated, isRefusal } from './refusals.ts';

/** Actions of one request, as the server takes them. */
const MAX_ACTIONS = 100;

/** What a contact with the server, or an attempt of one, found. */
export type Contact =
  | { state: 'read'; day: CrewDay }
  /** The server could not be reached, or failed. */
  | { state: 'away' }
  /** The page is of another version than the server: it has to be loaded again. */
  | { state: 'outdated' }
  /** There is no session. @param unsent how many actions wait for a further one */
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
      // A contact that was under way when the person left has kept what it read.
      await leaveLater();
      await signOut();
      await deleteCopy();
      return { state: 'ended', unsent: 0 };
    }
    await flush();
    const day = await readDay();
    await keepDay(day);
    return { state: 'read', day };
  } catch (error) {
    if (!isProblem(error, 'unauthenticated')) return { state: isOutdated(error) ? 'outdated' : 'away' };
    await endCopy();
    return { state: 'ended', unsent: (await readCopy()).queue.length };
  }
}

/** Sends what waits, under a session of the person who said it. */
async function flush(): Promise<void> {
  if ((await readCopy()).isOpening) await adopt();
  const { queue } = await readCopy();
  for (let start = 0; start < queue.length; start += MAX_ACTIONS) {
    const actions = queue.slice(start, start + MAX_ACTIONS);
    const outcomes = await outcomesOf(actions);
    await report(actions, (action) => outcomes.get(action.id) ?? 'recorded');
  }
}

/** After a link was opened: what another person said is not sent, but shown. */
async function adopt(): Promise<void> {
  const { personId, organizationId } = await readDay();
  const { queue, owner } = await readCopy();
  if (owner?.personId !== personId || owner.organizationId !== organizationId) {
    await forgetConflicts();
    await report(queue, () => 'otherPerson');
  }
  await setOpening(false);
}

type Outcome = Conflict['outcome'] | 'recorded';

/** Sends actions. If the server refuses the request, each is sent alone, so that one does not hold up the others. */
async function outcomesOf(actions: readonly Waiting[]): Promise<Map<string, Outcome>> {
  try {
    const results = await sendActions(actions.map(({ title: _title, ...action }) => action));
    return new Map(results.map(({ id, outcome }) => [id, outcome]));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [first, second] = actions;
    if (first && !second) return new Map([[first.id, 'invalid']]);
    const outcomes = new Map<string, Outcome>();
    for (const action of actions) for (const [id, outcome] of await outcomesOf([action])) outcomes.set(id, outcome);
    return outcomes;
  }
}

/** Takes actions from the queue, and keeps those that were not recorded until the person has read them. */
async function report(actions: readonly Waiting[], outcomeOf: (action: Waiting) => Outcome): Promise<void> {
  const conflicts = actions.flatMap(({ title, ...action }): Conflict[] => {
    const outcome = outcomeOf({ ...action, title });
    return outcome === 'recorded' ? [] : [{ action, outcome, title }];
  });
  // Kept first: a page that is closed in between must not lose them.
  if (conflicts.length > 0) await keepConflicts(conflicts);
  if (actions.length > 0) await dequeue(actions);
}

/**
 * Opens a session by a personal link. What waits for an earlier session is sent before, or else under the new one.
 *
 * @returns `refused` for a link that was used, has expired or was replaced
 */
export const open = (token: string): Promise<'opened' | 'refused' | 'away' | 'outdated'> =>
  alone(async () => {
    try {
      await flush().catch(() => {});
      await setOpening(true);
      await exchangeLink(token);
      await forgetDay();
      return 'opened';
    } catch (error) {
      if (!isRefusal(error)) return isOutdated(error) ? 'outdated' : 'away';
      await setOpening(false);
      return 'refused';
    }
  });

/**
 * Deletes the copy, and begins to end the session, which is not waited for: a slow network keeps nobody on the page. If the
 * network is away, the session ends at the next contact.
 */
export async function leave(): Promise<void> {
  await leaveLater();
  void sync();
}

/** Deletes the copy of a session that has ended by its time, except the actions that wait. */
export const expire = (): Promise<void> => alone(endCopy);
