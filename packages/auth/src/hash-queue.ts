import { withoutSlot } from '@channel/prisma';

/** Hashes run in the thread pool that DNS lookups and file access need too, hence two at a time. */
const CONCURRENCY = 2;
/** Maximum number of callers in one queue: about five seconds of work on two cores. */
const MAX_WAITING = 256;
/** Maximum number of waiting callers of one lane while other lanes are empty. */
const MAX_WAITING_OF_LANE = 128;

/** Too many passwords are being checked already. Nothing was changed; retry after a second. */
export class PasswordsBusy extends Error {
  constructor() {
    super('Too many passwords are being checked at once');
    this.name = 'PasswordsBusy';
  }
}

/** The lane of a caller: callers of one lane are served in order of arrival, and lanes take turns. */
export type Turn = { lane: string; isKnown: boolean };

/** Work of the installation itself. */
export const OWN_WORK: Turn = { lane: '', isKnown: true };

type Waiting = { start: () => void; refuse: () => void };

/** A bounded queue of lanes. When it is full, a caller of a shorter lane replaces the last one of the longest lane. */
class Queue {
  /** In the order in which they are served next; no lane is empty. */
  readonly #lanes = new Map<string, Waiting[]>();
  #waiting = 0;

  /**
   * Whether one more caller of a lane is refused: the queue is full, and the longest lane is not longer than this one
   * would be.
   */
  isFull(lane: string): boolean {
    const { length } = this.#lanes.get(lane) ?? [];
    return length >= MAX_WAITING_OF_LANE || (this.#waiting >= MAX_WAITING && this.#longest().length <= length + 1);
  }

  /** Waits until `startNext` starts this caller. @throws {PasswordsBusy} */
  wait(lane: string): Promise<void> {
    if (this.isFull(lane)) throw new PasswordsBusy();
    if (this.#waiting >= MAX_WAITING) {
      this.#longest().pop()?.refuse();
      this.#waiting--;
    }
    const own = this.#lanes.get(lane) ?? [];
    return new Promise((start, fail) => {
      own.push({ start, refuse: () => fail(new PasswordsBusy()) });
      this.#lanes.set(lane, own);
      this.#waiting++;
    });
  }

  /** Starts the next caller. @returns false where no caller waits */
  startNext(): boolean {
    for (const [lane, callers] of this.#lanes) {
      const next = callers.shift();
      this.#lanes.delete(lane);
      // The lane moves behind all others.
      if (callers.length > 0) this.#lanes.set(lane, callers);
      this.#waiting--;
      next?.start();
      return true;
    }
    return false;
  }

  #longest(): Waiting[] {
    let longest: Waiting[] = [];
    for (const each of this.#lanes.values()) if (each.length > longest.length) longest = each;
    return longest;
  }
}

const known = new Queue();
const others = new Queue();
let isKnownNext = true;
let running = 0;

/**
 * Runs work that hashes once, two at a time. Callers from known places and all others have separate queues, which are
 * served alternately: unknown callers, however many, never take a position of a known caller, and a known caller waits
 * for at most one unknown caller per known caller before it. Within a queue lanes take turns. Work must not request
 * another slot. While it waits and runs, the request gives up its slot among the requests in progress, so that guesses
 * do not block others. The bounds here are stricter than those of the requests in progress.
 *
 * @param turn the lane of the caller, see `turnOf`; by default that of the installation itself
 * @throws {PasswordsBusy} immediately, or while waiting when another caller takes the position
 * @throws {DatabaseBusy} when no slot of the requests in progress becomes free afterwards
 */
export async function inHashSlot<T>(work: () => Promise<T>, { lane, isKnown }: Turn = OWN_WORK): Promise<T> {
  const queue = isKnown ? known : others;
  // A caller that is refused immediately keeps the slot of its request.
  if (running >= CONCURRENCY && queue.isFull(lane)) throw new PasswordsBusy();
  return withoutSlot(async () => {
    if (running < CONCURRENCY) running++;
    else await queue.wait(lane);
    try {
      return await work();
    } finally {
      // A waiting caller takes over this hash slot directly, so that a new caller cannot overtake it.
      if (!startNext()) running--;
    }
  });
}

function startNext(): boolean {
  const [first, second] = isKnownNext ? [known, others] : [others, known];
  if (first.startNext()) isKnownNext = !isKnownNext;
  // If one queue is empty, the other one is served instead.
  else if (!second.startNext()) return false;
  return true;
}
