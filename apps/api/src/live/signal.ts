import { setTimeout as sleep } from 'node:timers/promises';
import type { Signals } from '@channel/graph';

/** The signals of one stream of the change feed for one watcher. However many come while nobody waits, they are one. */
export class Signal implements Signals {
  readonly #stream: string;
  readonly #over = new AbortController();
  #wake: (() => void) | undefined;
  #isRaised = false;

  constructor(stream: string) {
    this.#stream = stream;
  }

  push(stream: string): void {
    if (stream !== this.#stream) return;
    this.#isRaised = true;
    this.#wake?.();
  }

  /** Ends the signals immediately, also while the watcher waits. */
  end(): void {
    this.#over.abort();
    this.#wake?.();
  }

  async next(maxMs: number, pauseMs: number): Promise<boolean> {
    const { signal } = this.#over;
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
    if (!this.#isRaised && !signal.aborted) {
      await new Promise<void>((wake) => {
        const timer = setTimeout(wake, maxMs);
        this.#wake = () => {
          clearTimeout(timer);
          wake();
        };
      });
      this.#wake = undefined;
    }
    this.#isRaised = false;
    return !signal.aborted;
  }
}
