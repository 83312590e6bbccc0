import type { Connection, Submittable } from 'pg';

type Row = Record<string, string | null>;
type Signal = { promise: Promise<void>; resolve: () => void };

/** Received bytes that wait for the reader, above which the connection is paused. */
const MAX_WAITING = 8_000_000;

/**
 * A command of the replication protocol that answers with COPY messages, between result sets of rows. Iterating yields
 * the contents of the messages, as fast as they are read; it ends with the command, or throws its error.
 */
export class CopyQuery implements Submittable {
  /** The rows of each result set so far. */
  readonly results: Row[][] = [];
  readonly #text: string;
  #columns: string[] = [];
  #connection: Connection | undefined;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #ended = false;
  #error: Error | undefined;
  #changed: Signal = signal();

  constructor(text: string) {
    this.#text = text;
  }

  /** Sends a message into the copy. */
  send(payload: Uint8Array): void {
    this.#write('d', payload);
  }

  /** Ends the copy from this side; the iteration ends when the server has ended too. */
  end(): void {
    this.#write('c', new Uint8Array());
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    while (true) {
      const message = this.#waiting.shift();
      if (message) {
        this.#waitingBytes -= message.length;
        if (this.#waitingBytes < MAX_WAITING / 2) this.#connection?.stream.resume();
        yield message;
      } else if (this.#error) throw this.#error;
      else if (this.#ended) return;
      else {
        await this.#changed.promise;
        this.#changed = signal();
      }
    }
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    // The server has ended its side, because the timeline ended; a command without input has nothing to end.
    connection.once('replicationStart', () => connection.once('copyDone', () => this.end()));
    connection.query(this.#text);
  }

  handleRowDescription({ fields }: { fields: { name: string }[] }): void {
    this.#columns = fields.map(({ name }) => name);
    this.results.push([]);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.results.at(-1)?.push(Object.fromEntries(this.#columns.map((name, at) => [name, fields[at] ?? null])));
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The parser of pg reuses the memory of its messages.
    this.#waiting.push(Buffer.from(chunk));
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes > MAX_WAITING) this.#connection?.stream.pause();
    this.#changed.resolve();
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    this.#ended = true;
    this.#changed.resolve();
  }

  handleError(error: Error): void {
    this.#error = error;
    this.#connection?.stream.resume();
    this.#changed.resolve();
  }

  #write(type: 'd' | 'c', payload: Uint8Array): void {
    const frame = Buffer.alloc(5 + payload.length);
    frame.write(type, 0, 'latin1');
    frame.writeUInt32BE(4 + payload.length, 1);
    frame.set(payload, 5);
    if (this.#connection?.stream.writable) this.#connection.stream.write(frame);
  }
}

function signal(): Signal {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
