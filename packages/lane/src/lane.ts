import { Tally } from './tally.ts';

/** Frees the slot of a request in progress while it waits for something else. */
export type ReleaseSlot = <Result>(wait: () => Promise<Result>) => Promise<Result>;

/** How long work has waited: for its slot, which the lane records, and then for a connection, which the work records. */
export type Wait = {
  /** Since when (`performance.now()`); undefined if it has got a connection since its last wait in a queue of slots. */
  since: number | undefined;
  /** Whether its last wait (for a connection, a lock or time of the database) was in vain. */
  wasInVain: boolean;
};

/** The limits of a lane. */
export type Bounds = {
  /** The number of slots: the maximum number of concurrent requests. */
  slots: number;
  /**
   * Maximum number of waiting requests; one caller may have half of them. The same limit holds for requests that left
   * their slot.
   */
  waiting: number;
  /** Milliseconds that a request waits while no slot becomes free: longer than a request usually takes. */
  stallTimeout: number;
  /** A request with an expected wait of more than this many milliseconds is refused at once. */
  maxExpectedWait: number;
  /** The error for a request that gets no slot in time. */
  busy(): Error;
};

/** A group whose requests are counted together, with the maximum number of its running and waiting requests. */
export type Party = { key: string; max: number; waiting?: number };

export type Entry = {
  /** The caller first, then the groups that it belongs to: organizations, or all anonymous callers. */
  parties: readonly Party[];
  /** The connection of the client: requests of a closed connection are dropped. */
  socket: { destroyed: boolean };
  /** The rest of an answer that has begun: it waits its turn, and is not refused because of the queue. */
  hasBegun?: boolean;
};

type Waiter = Entry & { since: number; isBack: boolean; go(): void; refuse(): void; timer: NodeJS.Timeout };

/** The weight of the latest request in the moving average of durations. */
const LATEST = 0.1;
/** Requests take longer than estimated while many run: an admitted request may wait this many times longer. */
const ALLOWANCE = 2;

/** All waiting requests together. */
const ALL = Symbol('all');

/**
 * A bounded number of slots with a bounded queue. A free slot goes to the caller with the fewest running requests;
 * among these to the longest waiting one. A request that would wait too long is refused on arrival, not after its wait.
 * When the queue is full, the last request of the caller with the most makes room for a caller with fewer.
 */
export class Lane {
  readonly #bounds: Bounds;
  readonly #running = new Tally();
  /** Requests that left their slot to wait for something else, by caller. */
  readonly #waitingOutside = new Tally();
  /** Waiting requests by caller, each queue in order of arrival. */
  readonly #queues = new Map<string, Waiter[]>();
  /** The number of waiting requests of each party. */
  readonly #waitingOf = new Tally();
  #free: number;
  #waiting = 0;
  /**
   * Moving average of the milliseconds that a request holds a slot. The slow first requests of a process hardly count.
   */
  #usual = 0;
  /** When a slot last became free by a request that had not run into a time limit. */
  #moved = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#free = bounds.slots;
  }

  /**
   * Runs work in a slot, as soon as the caller gets one. The work may leave its slot for a while; returning work goes
   * before all others, because other requests wait for what it has acquired in the meantime.
   *
   * @throws the error of its bounds when it gets no slot in time
   */
  async run<Result>(entry: Entry, work: (releaseSlot: ReleaseSlot, wait: Wait) => Promise<Result>): Promise<Result> {
    const wait: Wait = { since: undefined, wasInVain: false };
    if (this.#mayRun(entry)) this.#take(entry);
    else {
      const since = await this.#wait(entry);
      // The rest of an answer has as much patience as ever.
      if (!entry.hasBegun) wait.since = since;
    }
    /** When the slot was taken; undefined while the work holds none. */
    let began: number | undefined = performance.now();
    let isOver = false;
    const leave = () => {
      if (began !== undefined) this.#leave(entry, began, wait.wasInVain);
      began = undefined;
    };
    const releaseSlot: ReleaseSlot = async (waitOutside) => {
      if (began === undefined) return waitOutside();
      this.#goAside(entry);
      leave();
      wait.since ??= performance.now();
      try {
        return await waitOutside();
      } finally {
        this.#waitingOutside.remove(callerOf(entry));
        // Abandoned work must not take a slot, because nothing would free it.
        if (!isOver) {
          await this.#comeBack(entry);
          began = performance.now();
          if (isOver) leave();
        }
      }
    };
    try {
      return await work(releaseSlot, wait);
    } finally {
      isOver = true;
      leave();
    }
  }

  #mayRun({ parties }: Entry): boolean {
    return this.#free > 0 && parties.every(({ key, max }) => this.#running.of(key) < max);
  }

  #take({ parties }: Entry): void {
    this.#free -= 1;
    for (const { key } of parties) this.#running.add(key);
  }

  #leave({ parties }: Entry, began: number, wasInVain: boolean): void {
    const took = performance.now() - began;
    this.#usual += (took - this.#usual) * LATEST;
    if (took < this.#bounds.stallTimeout && !wasInVain) this.#moved = performance.now();
    this.#free += 1;
    for (const { key } of parties) this.#running.remove(key);
    for (let next = this.#next(); next; next = this.#next()) {
      this.#remove(next);
      if (next.socket.destroyed) next.refuse();
      else {
        this.#take(next);
        next.go();
      }
    }
  }

  #goAside(entry: Entry): void {
    const { waiting } = this.#bounds;
    if (this.#waitingOutside.total >= waiting || this.#waitingOutside.of(callerOf(entry)) >= waiting / 2)
      throw this.#bounds.busy();
    this.#waitingOutside.add(callerOf(entry));
  }

  async #comeBack(entry: Entry): Promise<void> {
    if (entry.socket.destroyed) throw this.#bounds.busy();
    if (this.#mayRun(entry)) this.#take(entry);
    else await this.#wait({ ...entry, hasBegun: true }, true);
  }

  #next(): Waiter | undefined {
    let next: Waiter | undefined;
    for (const [first] of this.#queues.values()) {
      if (first && this.#mayRun(first) && (!next || this.#isBefore(first, next))) next = first;
    }
    return next;
  }

  #isBefore(one: Waiter, other: Waiter): boolean {
    if (one.isBack !== other.isBack) return one.isBack;
    const [few, many] = [this.#running.of(callerOf(one)), this.#running.of(callerOf(other))];
    return few === many ? one.since < other.since : few < many;
  }

  /** @returns since when it has waited */
  #wait(entry: Entry, isBack = false): Promise<number> {
    if (!entry.hasBegun && this.#isTooMuch(entry)) throw this.#bounds.busy();
    const { stallTimeout, maxExpectedWait } = this.#bounds;
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.#remove(waiter);
        reject(this.#bounds.busy());
      };
      const judge = () => {
        const now = performance.now();
        const isMoving = now - this.#moved < stallTimeout / 2 && now - waiter.since < maxExpectedWait * ALLOWANCE;
        if (entry.hasBegun || isMoving) waiter.timer = setTimeout(judge, stallTimeout / 4);
        else refuse();
      };
      const waiter: Waiter = {
        ...entry,
        since: performance.now(),
        isBack,
        go: () => resolve(waiter.since),
        refuse,
        timer: setTimeout(judge, stallTimeout),
      };
      const queue = this.#queues.get(callerOf(entry)) ?? [];
      queue.splice(isBack ? queue.findLastIndex((other) => other.isBack) + 1 : queue.length, 0, waiter);
      this.#queues.set(callerOf(entry), queue);
      this.#waiting += 1;
      for (const { key } of entry.parties) this.#waitingOf.add(key);
    });
  }

  #isTooMuch(entry: Entry): boolean {
    const { waiting, slots, maxExpectedWait } = this.#bounds;
    if (this.#fullFor(entry) !== undefined) this.#dropWhoIsGone();
    const own = this.#queues.get(callerOf(entry))?.length ?? 0;
    // Callers of one organization share its slots equally, whatever the number of their requests.
    const ofParties = entry.parties.map(({ key, max }) => (own * this.#callersOf(key)) / Math.min(slots, max));
    const rounds = Math.max(this.#waiting / slots, ...ofParties);
    return own >= waiting / 2 || rounds * this.#usual > maxExpectedWait || !this.#makeRoom(entry, own);
  }

  /** The party whose waiting requests have reached their maximum: one of the entry's, or all together. */
  #fullFor({ parties }: Entry): string | typeof ALL | undefined {
    const { waiting } = this.#bounds;
    const full = parties.find((party) => this.#waitingOf.of(party.key) >= (party.waiting ?? waiting));
    return full?.key ?? (this.#waiting >= waiting ? ALL : undefined);
  }

  /** @returns false when no caller has more waiting requests than this one would have */
  #makeRoom(entry: Entry, own: number): boolean {
    for (let full = this.#fullFor(entry); full !== undefined; full = this.#fullFor(entry)) {
      let longest: Waiter[] = [];
      for (const queue of this.#queues.values()) {
        const isCounted = full === ALL || queue[0]?.parties.some(({ key }) => key === full);
        const refusable = isCounted ? queue.filter(({ hasBegun }) => !hasBegun) : [];
        if (refusable.length > longest.length) longest = refusable;
      }
      if (longest.length <= own + 1) return false;
      longest.at(-1)?.refuse();
    }
    return true;
  }

  /** The number of waiting callers of this party. */
  #callersOf(name: string): number {
    return [...this.#queues.values()].filter(([first]) => first?.parties.some(({ key }) => key === name)).length;
  }

  #dropWhoIsGone(): void {
    for (const waiter of [...this.#queues.values()].flat()) if (waiter.socket.destroyed) waiter.refuse();
  }

  #remove(waiter: Waiter): void {
    clearTimeout(waiter.timer);
    const queue = this.#queues.get(callerOf(waiter)) ?? [];
    const place = queue.indexOf(waiter);
    // An entry that was removed already must not remove another one.
    if (place < 0) return;
    queue.splice(place, 1);
    if (queue.length === 0) this.#queues.delete(callerOf(waiter));
    this.#waiting -= 1;
    for (const { key } of waiter.parties) this.#waitingOf.remove(key);
  }
}

const callerOf = ({ parties }: Entry): string => parties[0]?.key ?? '';
