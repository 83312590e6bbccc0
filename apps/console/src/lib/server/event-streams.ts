/**
 * The event streams of a console. Next waits for all responses before it ends, and an event stream lasts as long as its
 * page is open.
 */
export class EventStreams {
  readonly #ends = new Set<() => void>();
  #isEnding = false;

  /** Ends all streams, and each one that begins later; pages resume theirs at another process. */
  end(): void {
    this.#isEnding = true;
    for (const end of this.#ends) end();
  }

  /** The same stream, which ends when the console begins to end. */
  untilEnding(events: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = events.getReader();
    const ends = this.#ends;
    let end = () => {};
    const isOver = () => !ends.delete(end);
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        end = () => {
          if (isOver()) return;
          controller.close();
          void reader.cancel();
        };
        ends.add(end);
        if (this.#isEnding) end();
      },
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done && ends.has(end)) controller.enqueue(value);
          else if (!isOver()) controller.close();
        } catch (error) {
          if (!isOver()) controller.error(error);
        }
      },
      cancel(reason) {
        ends.delete(end);
        return reader.cancel(reason);
      },
    });
  }
}

/** The streams of this process. */
export const eventStreams = new EventStreams();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => eventStreams.end());
