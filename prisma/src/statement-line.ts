import { presentSignal } from './cancel.ts';

/** Who waits for a turn. */
type Waiter = { go: () => void };

/**
 * The statements of one caller on a pool: so many run at the same time, and the others wait here, before the pool, so that
 * those of other callers do not wait behind all of them. Statements of transactions do not count: whoever has begun one may
 * need another connection beside it, and waiting here could wait for itself.
 */
export class StatementLine {
  readonly #most: number;
  readonly #onEmpty: () => void;
  #running = 0;
  readonly #waiting = new Set<Waiter>();

  constructor(most: number, onEmpty: () => void) {
    this.#most = most;
    this.#onEmpty = onEmpty;
  }

  /** @throws the reason of the present signal when it aborts before it is the statement's turn */
  async run<Result>(statement: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#most) this.#running += 1;
    else await this.#wait(presentSignal());
    try {
      return await statement();
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

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiter);
        signal?.removeEventListener('abort', end);
      };
      const end = () => {
        leave();
        reject(signal?.reason);
      };
      const waiter: Waiter = {
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
