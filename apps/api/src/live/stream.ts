/** Maximum number of pending notices. A watcher that is slower must reload instead. */
const LONGEST = 1_000;

/** The pending notices of one watcher, in sequence. It can be iterated once. */
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

  /** Ends the stream immediately, also while its watcher waits for the next notice. */
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
