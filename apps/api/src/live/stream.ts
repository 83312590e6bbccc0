/** More than this and the watcher is too slow: it is better off reading anew. */
const LONGEST = 1_000;

/** What one watcher has still to be told, in order. It can be iterated once. */
export class Stream<Notice> implements AsyncIterable<Notice> {
  readonly #waiting: Notice[] = [];
  #wake: (() => void) | undefined;
  #ended = false;

  push(notice: Notice): void {
    if (this.#ended) return;
    this.#waiting.push(notice);
    if (this.#waiting.length > LONGEST) this.end();
    this.#wake?.();
  }

  /** Ends it at once, also for who is waiting for the next notice. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Notice> {
    while (!this.#ended) {
      const notice = this.#waiting.shift();
      if (notice !== undefined) yield notice;
      else {
        await new Promise<void>((wake) => {
          this.#wake = wake;
        });
      }
    }
  }
}
