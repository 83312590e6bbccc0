import { troubleOf } from './busy.ts';
import { presentSignal } from './cancel.ts';

/** Who waits for a turn, and since when. */
type Waiter = { since: number; go: () => void; refuse: (reason: unknown) => void };

/** Milliseconds: a little less than a connection is waited for. */
const LONG = 2_400;

/**
 * The statements of one caller on a pool: so many run at the same time, and the others wait here, before the pool, so that
 * those of other callers do not wait behind all of them. Statements of transactions do not count: whoever has begun one may
 * need another connection beside it, and waiting here could wait for itself.
 */
export class StatementLine {
  readonly #max: number;
  readonly #onEmpty: () => void;
  #running = 0;
  readonly #waiting = new Set<Waiter>();

  constructor(max: number, onEmpty: () => void) {
    this.#max = max;
    this.#onEmpty = onEmpty;
  }

  /**
   * @throws the reason of the present signal when it aborts before it is the statement's turn; what another one of the
   *   caller failed with, where that got no connection, lock or time and this one has waited as long
   */
  async run<Result>(statement: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#max) this.#running += 1;
    else await this.#wait(presentSignal());
    try {
      return await statement();
    } catch (error) {
      if (troubleOf(error) === 'busy') this.#refuseWhoWaited(error);
      throw error;
    } finally {
      this.#pass();
    }
  }

  /** The turn goes to who has waited longest. */
  #pass(): void {
    const [next] = this.#waiting;
    if (next) next.go();
    else {
      this.#running -= 1;
      if (this.#running === 0) this.#onEmpty();
    }
  }

  /** They would wait once more for what the caller has just not got. */
  #refuseWhoWaited(reason: unknown): void {
    const limit = performance.now() - LONG;
    for (const waiter of this.#waiting) if (waiter.since <= limit) waiter.refuse(reason);
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiter);
        signal?.removeEventListener('abort', end);
      };
      const refuse = (reason: unknown) => {
        leave();
        reject(reason);
      };
      const end = () => refuse(signal?.reason);
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
    });
  }
}
