import { withoutPlace } from '@channel/prisma';

/** Hashes run in the thread pool that name look-ups and files need too, hence two at a time. */
const CONCURRENCY = 2;
/** Most that wait in one queue: about five seconds of work on two cores. */
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

/** Who asks: callers of one lane are served in order, and lanes take turns. */
export type Turn = { lane: string; isKnown: boolean };

/** Work of the installation itself. */
export const OWN_WORK: Turn = { lane: '', isKnown: true };

type Waiting = { start: () => void; refuse: () => void };

/** A bounded queue of lanes. Where it is full, a caller of a shorter lane takes the place of the last one of the longest. */
class Queue {
  /** In the order in which they are served next; none is empty. */
  readonly #lanes = new Map<string, Waiting[]>();
  #waiting = 0;

  /** Whether there is no place for one more of a lane: all are taken, and the longest lane would not be longer than this one. */
  isFull(lane: string): boolean {
    const { length } = this.#lanes.get(lane) ?? [];
    return length >= MAX_WAITING_OF_LANE || (this.#waiting >= MAX_WAITING && this.#longest().length <= length + 1);
  }

  /** Waits until `startNext` comes to this caller. @throws {PasswordsBusy} */
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

  /** Starts who comes next. @returns false where nobody waits */
  startNext(): boolean {
    for (const [lane, callers] of this.#lanes) {
      const next = callers.shift();
      this.#lanes.delete(lane);
      // Behind all others.
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
 * Runs work that hashes once, two at a time. Callers from known places and all others have a queue each, which are served
 * alternately: strangers, however many, take no place of who is known, who waits for one of them at most for each of those
 * before. In a queue lanes take turns. Work must not ask for another slot. Until it is done it has no place among the
 * requests in progress: guesses leave those to others. The bounds here are the closer ones.
 *
 * @param turn who asks, see `turnOf`; left out for work of the installation itself
 * @throws {PasswordsBusy} at once, or while waiting when the place goes to somebody else
 * @throws {DatabaseBusy} when no place comes free afterwards
 */
export async function inHashSlot<T>(work: () => Promise<T>, { lane, isKnown }: Turn = OWN_WORK): Promise<T> {
  const queue = isKnown ? known : others;
  // Who is refused at once keeps the place.
  if (running >= CONCURRENCY && queue.isFull(lane)) throw new PasswordsBusy();
  return withoutPlace(async () => {
    if (running < CONCURRENCY) running++;
    else await queue.wait(lane);
    try {
      return await work();
    } finally {
      // A waiting caller takes over this slot, so that nobody who comes in between can overtake it.
      if (!startNext()) running--;
    }
  });
}

function startNext(): boolean {
  const [first, second] = isKnownNext ? [known, others] : [others, known];
  if (first.startNext()) isKnownNext = !isKnownNext;
  // The turn of a queue in which nobody waits is not lost.
  else if (!second.startNext()) return false;
  return true;
}
