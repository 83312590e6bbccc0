import { withoutPlace } from '@channel/prisma';

/** Hashes run in the thread pool that name look-ups and files need too, hence two at a time. */
const CONCURRENCY = 2;
/** About five seconds of work on two cores. */
const MAX_WAITING = 256;
/** Most that one lane may have waiting while others have nothing to do. */
const MAX_WAITING_OF_LANE = 128;

/** Too many passwords are being checked already. Nothing was done; try again in a second. */
export class PasswordsBusy extends Error {
  constructor() {
    super('Too many passwords are being checked at once');
    this.name = 'PasswordsBusy';
  }
}

type Waiting = { start: () => void; refuse: () => void };

/** In the order in which they are served next; none is empty. */
const lanes = new Map<string, Waiting[]>();
let running = 0;
let waiting = 0;

/**
 * Runs work that hashes once, two at a time. Lanes take turns, and each serves its callers in order of arrival: however many wait
 * in one lane, a caller of another waits for one of them at most. Where the queue is full, a caller of a shorter lane takes the place of
 * the last one of the longest. Work must not ask for another slot. Until it is done it has no place among the requests in
 * progress: guesses leave those to others. The bounds here are the closer ones.
 *
 * @param lane who asks, see `laneOf`; work of the installation itself leaves it out
 * @throws {PasswordsBusy} at once, or while waiting when the place goes to somebody else
 * @throws {DatabaseBusy} when no place comes free afterwards
 */
export async function inHashSlot<T>(work: () => Promise<T>, lane = ''): Promise<T> {
  // Who is refused at once keeps the place.
  if (running >= CONCURRENCY && isFull(lane)) throw new PasswordsBusy();
  return withoutPlace(() => whenFree(work, lane));
}

async function whenFree<T>(work: () => Promise<T>, lane: string): Promise<T> {
  if (running < CONCURRENCY) running++;
  else await turnOf(lane);
  try {
    return await work();
  } finally {
    // A waiting caller takes over this slot, so that nobody who comes in between can overtake it.
    const next = takeNext();
    if (next) next.start();
    else running--;
  }
}

/** Whether all places are taken, and the longest lane would not be longer than this one. */
function isFull(lane: string): boolean {
  const { length } = lanes.get(lane) ?? [];
  return length >= MAX_WAITING_OF_LANE || (waiting >= MAX_WAITING && longestLane().length <= length + 1);
}

function turnOf(lane: string): Promise<void> {
  if (isFull(lane)) throw new PasswordsBusy();
  if (waiting >= MAX_WAITING) {
    longestLane().pop()?.refuse();
    waiting--;
  }
  const own = lanes.get(lane) ?? [];
  return new Promise((start, fail) => {
    own.push({ start, refuse: () => fail(new PasswordsBusy()) });
    lanes.set(lane, own);
    waiting++;
  });
}

function longestLane(): Waiting[] {
  let longest: Waiting[] = [];
  for (const each of lanes.values()) if (each.length > longest.length) longest = each;
  return longest;
}

function takeNext(): Waiting | undefined {
  for (const [lane, callers] of lanes) {
    const next = callers.shift();
    lanes.delete(lane);
    // Behind all others.
    if (callers.length > 0) lanes.set(lane, callers);
    waiting--;
    return next;
  }
  return undefined;
}
