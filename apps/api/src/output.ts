import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/**
 * Bytes that are written together, and milliseconds until fewer are written, or until a stalled reader is tried again.
 */
const TOGETHER = 4_096;
const SOON = 100;
/** Maximum bytes of one write. */
const AT_ONCE = 16_384;
/** Maximum bytes that wait for a reader; further lines are lost. */
const MAX_WAITING = 4 * 1_024 * 1_024;
/** Milliseconds that the end of a program waits for the reader, and between its attempts. */
const LAST_WAIT = 1_000;
const NEXT_TRY = 10;

const STDOUT = 1;

/**
 * The output of a program. Other threads write it, so that a stalled reader, or a file on a full disk, delays only its
 * lines, and a reader that is gone delays nothing.
 */
export class Output implements DestinationStream {
  #onLost: (lost: number) => void = () => {};
  /** The bytes that a thread is writing, or those that it left over. */
  #first: Buffer = Buffer.alloc(0);
  #isWriting = false;
  #next: string[] = [];
  #waiting = 0;
  #lost = 0;
  #isRead = true;

  constructor() {
    // Node opens both streams non-blocking for pipes; errors of other writers must not end the program either.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
    setInterval(() => this.#send(), SOON).unref();
    process.on('exit', () => this.#end());
  }

  /** @param listener called with the number of lost lines, once the reader reads again */
  onLost(listener: (lost: number) => void): void {
    this.#onLost = listener;
  }

  write(line: string): void {
    if (!this.#isRead) return;
    const before = this.#waiting;
    const after = before + Buffer.byteLength(line);
    if (after > MAX_WAITING) {
      this.#lost += 1;
      return;
    }
    const last = this.#next.length - 1;
    if ((this.#next[last]?.length ?? AT_ONCE) + line.length > AT_ONCE) this.#next.push(line);
    else this.#next[last] += line;
    this.#waiting = after;
    // Above this size, the running write continues automatically, or has to wait for the reader.
    if (before < TOGETHER && after >= TOGETHER) this.#send();
  }

  /** Calls back once nothing waits, or the time for the reader is over. */
  flush(done: () => void): void {
    const end = performance.now() + LAST_WAIT;
    const look = () => {
      if (this.#waiting === 0 || performance.now() > end) return done();
      this.#send();
      setTimeout(look, NEXT_TRY);
    };
    look();
  }

  #send(): void {
    if (this.#isWriting || this.#waiting === 0) return;
    if (this.#first.length === 0) this.#first = Buffer.from(this.#next.shift() ?? '');
    this.#isWriting = true;
    write(STDOUT, this.#first, (error, written) => {
      this.#isWriting = false;
      if (error) this.#isRead = isBusy(error);
      if (!this.#isRead) this.#forget();
      if (error) return;
      this.#first = this.#first.subarray(written);
      this.#waiting -= written;
      if (this.#waiting >= TOGETHER) this.#send();
      else if (this.#lost > 0) {
        const lost = this.#lost;
        this.#lost = 0;
        this.#onLost(lost);
      }
    });
  }

  /** Discards the waiting lines, because the reader is gone. */
  #forget(): void {
    this.#first = Buffer.alloc(0);
    this.#next = [];
    this.#waiting = 0;
  }

  /** Writes the lines that were not flushed while the process ends, synchronously: no thread can report any more. */
  #end(): void {
    const first = this.#isWriting ? [] : [this.#first];
    let rest = Buffer.concat([...first, Buffer.from(this.#next.join(''))]);
    for (const end = performance.now() + LAST_WAIT; rest.length > 0; ) {
      try {
        rest = rest.subarray(writeSync(STDOUT, rest));
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, NEXT_TRY);
      }
    }
  }
}

/** Codes of a reader that has not read earlier output, and of a file that has no room at the moment. */
const TEMPORARY = new Set<unknown>(['EAGAIN', 'ENOSPC', 'EDQUOT']);

/** Whether a write failed for a reason that may pass. */
const isBusy = (error: unknown) => error instanceof Error && 'code' in error && TEMPORARY.has(error.code);
