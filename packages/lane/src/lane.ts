import { Tally } from './tally.ts';

/** Leaves a place among the requests in progress to others while something else is waited for. */
export type Aside = <Result>(wait: () => Promise<Result>) => Promise<Result>;

/** What a lane lets in. */
export type Bounds = {
  /** Requests that run at the same time. */
  places: number;
  /** Requests that wait for a place; one caller may have half of them. As many may have left theirs. */
  waiting: number;
  /** Milliseconds that a request waits while nothing moves: longer than a place is usually held for. */
  patience: number;
  /** Who would wait longer than so many milliseconds, while places come free, is refused at once. */
  longest: number;
  /** What is thrown at whom there is no place for in time. */
  busy(): Error;
};

/** Somebody whose requests are counted together, and how many of them may run, and wait, at the same time. */
export type Party = { key: string; max: number; waiting?: number };

export type Entry = {
  /** The caller first, then those to whom it belongs: organizations, or all who are not logged in. */
  parties: readonly Party[];
  /** The connection of the client: nobody waits for one that has hung up. */
  socket: { destroyed: boolean };
  /** The rest of an answer that has begun: it waits its turn, and is not refused for those who came before. */
  hasBegun?: boolean;
};

type Waiter = Entry & { since: number; isBack: boolean; go(): void; refuse(): void; timer: NodeJS.Timeout };

/** How much the latest request counts in the usual time of one. */
const LATEST = 0.1;
/** Requests take longer while many run than was foreseen: who was let in to wait may have to wait this much longer. */
const ALLOWANCE = 2;

/** Stands for all who wait, whoever they are. */
const ALL = Symbol('all');

/**
 * A bounded number of places, and a bounded queue before them. A free place goes to the caller who has the fewest; among
 * those to the one who has waited longest. Who would wait too long is refused when they come, not when they have waited.
 * Where no more may wait, the last one of the caller with the most makes room for a caller with fewer.
 */
export class Lane {
  readonly #bounds: Bounds;
  readonly #running = new Tally();
  /** Requests that left their place to wait for something else, by caller. */
  readonly #aside = new Tally();
  /** Who waits, by caller, each in the order of their coming. */
  readonly #queues = new Map<string, Waiter[]>();
  /** How many wait of each party. */
  readonly #waitingOf = new Tally();
  #free: number;
  #waiting = 0;
  /** Milliseconds that a request has a place for, by those of the latest time. The first ones of a process take long and tell little. */
  #usual = 0;
  /** When a place last came free whose request had not run into a time limit. */
  #moved = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#free = bounds.places;
  }

  /**
   * Runs work at a place, as soon as there is one for the caller. The work may leave it for a while; who comes back goes
   * before all others, for those who wait for what it has got meanwhile.
   *
   * @throws what its bounds say when there is none in time
   */
  async run<Result>(entry: Entry, work: (aside: Aside) => Promise<Result>): Promise<Result> {
    if (this.#mayRun(entry)) this.#take(entry);
    else await this.#wait(entry);
    /** When the place was taken; undefined while there is none. */
    let began: number | undefined = performance.now();
    let isOver = false;
    const leave = () => {
      if (began !== undefined) this.#leave(entry, began);
      began = undefined;
    };
    const aside: Aside = async (wait) => {
      if (began === undefined) return wait();
      this.#goAside(entry);
      leave();
      try {
        return await wait();
      } finally {
        this.#aside.remove(callerOf(entry));
        // Nobody would leave the place of work that was given up.
        if (!isOver) {
          await this.#comeBack(entry);
          began = performance.now();
          if (isOver) leave();
        }
      }
    };
    try {
      return await work(aside);
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

  #leave({ parties }: Entry, began: number): void {
    const took = performance.now() - began;
    this.#usual += (took - this.#usual) * LATEST;
    if (took < this.#bounds.patience) this.#moved = performance.now();
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
    if (this.#aside.total >= waiting || this.#aside.of(callerOf(entry)) >= waiting / 2) throw this.#bounds.busy();
    this.#aside.add(callerOf(entry));
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

  #wait(entry: Entry, isBack = false): Promise<void> {
    if (!entry.hasBegun && this.#isTooMuch(entry)) throw this.#bounds.busy();
    const { patience, longest } = this.#bounds;
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.#remove(waiter);
        reject(this.#bounds.busy());
      };
      const judge = () => {
        const now = performance.now();
        const isMoving = now - this.#moved < patience / 2 && now - waiter.since < longest * ALLOWANCE;
        if (entry.hasBegun || isMoving) waiter.timer = setTimeout(judge, patience / 4);
        else refuse();
      };
      const waiter: Waiter = {
        ...entry,
        since: performance.now(),
        isBack,
        go: resolve,
        refuse,
        timer: setTimeout(judge, patience),
      };
      const queue = this.#queues.get(callerOf(entry)) ?? [];
      queue.splice(isBack ? queue.findLastIndex((other) => other.isBack) + 1 : queue.length, 0, waiter);
      this.#queues.set(callerOf(entry), queue);
      this.#waiting += 1;
      for (const { key } of entry.parties) this.#waitingOf.add(key);
    });
  }

  #isTooMuch(entry: Entry): boolean {
    const { waiting, places, longest } = this.#bounds;
    if (this.#fullFor(entry) !== undefined) this.#dropWhoIsGone();
    const own = this.#queues.get(callerOf(entry))?.length ?? 0;
    // Callers of one organization share its places: each gets its part of them, however many requests the others have.
    const ofParties = entry.parties.map(({ key, max }) => (own * this.#callersOf(key)) / Math.min(places, max));
    const rounds = Math.max(this.#waiting / places, ...ofParties);
    return own >= waiting / 2 || rounds * this.#usual > longest || !this.#makeRoom(entry, own);
  }

  /** Of whom no more may wait: one of the parties, or all together. */
  #fullFor({ parties }: Entry): string | typeof ALL | undefined {
    const { waiting } = this.#bounds;
    const full = parties.find((party) => this.#waitingOf.of(party.key) >= (party.waiting ?? waiting));
    return full?.key ?? (this.#waiting >= waiting ? ALL : undefined);
  }

  /** @returns false where nobody has more waiting than this caller would have */
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

  /** How many callers wait whose requests are counted under this name. */
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
    // Whoever has gone already must not take the place of another.
    if (place < 0) return;
    queue.splice(place, 1);
    if (queue.length === 0) this.#queues.delete(callerOf(waiter));
    this.#waiting -= 1;
    for (const { key } of waiter.parties) this.#waitingOf.remove(key);
  }
}

const callerOf = ({ parties }: Entry): string => parties[0]?.key ?? '';
