import type { Wait } from '@channel/lane';
import { DatabaseBusy, isBusy } from './busy.ts';
import { presentSignal } from './cancel.ts';

/** A waiting statement, and since when it waits in this queue. */
type Waiter = { since: number; go: () => void; refuse: (reason: unknown) => void };

type QueueOptions = {
  /** Maximum number of concurrent statements. */
  max: number;
  /** Milliseconds for which a statement may still wait that has waited since then; not positive if it is refused now. */
  left: (since: number) => number;
  /** Called when the last statement has ended. */
  onEmpty: () => void;
};

/** Milliseconds: slightly less than the timeout for a connection. */
const LONG = 2_400;

/**
 * The queue of one caller's statements on a pool: at most `max` run concurrently, and the others wait here, before the
 * pool, so that statements of other callers do not wait behind all of them. Statements in transactions do not count: an
 * open transaction may need another connection, and waiting here could deadlock.
 */
export class StatementQueue {
  readonly #options: QueueOptions;
  #running = 0;
  readonly #waiting = new Set<Waiter>();

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /**
   * @param wait of the statement's unit of work
   * @throws the reason of the current signal when it aborts before the statement starts; the error of another statement of the
   *   caller that got no connection, lock or time, if this one has waited as long; {DatabaseBusy} when the pool stalls
   */
  async run<Result>(wait: Wait, statement: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#options.max) this.#running += 1;
    else {
      wait.since ??= performance.now();
      await this.#wait(wait.since, presentSignal());
    }
    try {
      return await statement();
    } catch (error) {
      if (isBusy(error)) this.#refuseWhoWaited(error);
      throw error;
    } finally {
      this.#pass();
    }
  }

  /** Starts the longest waiting statement. */
  #pass(): void {
    const [next] = this.#waiting;
    if (next) next.go();
    else {
      this.#running -= 1;
      if (this.#running === 0) this.#options.onEmpty();
    }
  }

  /** They would wait again for the resource that the caller has just failed to get. */
  #refuseWhoWaited(reason: unknown): void {
    const limit = performance.now() - LONG;
    for (const waiter of this.#waiting) if (waiter.since <= limit) waiter.refuse(reason);
  }

  /** @param since when the wait of the unit of work began, here or in a queue before */
  #wait(since: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        this.#waiting.delete(waiter);
        signal?.removeEventListener('abort', end);
      };
      const refuse = (reason: unknown) => {
        leave();
        reject(reason);
      };
      const end = () => refuse(signal?.reason);
      const judge = () => {
        const left = this.#options.left(since);
        if (left > 0) timer = setTimeout(judge, left).unref();
        else refuse(new DatabaseBusy(undefined));
      };
      let timer: NodeJS.Timeout | undefined;
      const waiter: Waiter = {
        since: performance.now(),
        refuse,
        go: () => {
          leave();
          resolve();
        },
      };
      if (signal?.aborted) return end();
      signal?.addEventListener('abort', end);
      this.#waiting.add(waiter);
      judge();
    });
  }
}
