import { markAsUntransferable } from 'node:worker_threads';
import type { RowBytes } from './host.ts';

/** What an entry takes beside its bytes. */
const OVERHEAD = 300;
/** The part of the cache that one answer may take. */
const LARGEST = 1 / 32;

type Entry = { validator: string; row: RowBytes | undefined; bytes: number };

/**
 * Answers by the keys of their validators. An answer is never taken on trust: a reader uses it where Postgres has
 * confirmed its validator in the same request, so that nobody has to be informed of changes. Only what was read twice
 * without a change is kept; of the first read only the validator is. The least recently used are removed first.
 */
export class AnswerCache {
  /** In the order of use. */
  readonly #entries = new Map<string, Entry>();
  readonly #capacity: number;
  #bytes = 0;
  #hits = 0;

  /** @param capacity in bytes; with 0 nothing is kept */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The bytes that are in use. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many found answers were confirmed. */
  get hits(): number {
    return this.#hits;
  }

  /** Counts a found answer that Postgres has confirmed. */
  confirmed(): void {
    this.#hits += 1;
  }

  /** The kept answer of a key, if there is one: its validator, and the columns of its row. */
  find(key: string): { validator: string; row: RowBytes } | undefined {
    const entry = this.#entries.get(key);
    if (!entry?.row) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return { validator: entry.validator, row: entry.row };
  }

  /** Notes an answer that was just read. */
  note(key: string, validator: string, row: RowBytes): void {
    if (this.#capacity === 0) return;
    const last = this.#entries.get(key);
    const size = row.reduce((sum, column) => sum + (column?.length ?? 0), OVERHEAD);
    const isKept = last?.validator === validator && size <= this.#capacity * LARGEST;
    this.#delete(key);
    const bytes = isKept ? size : OVERHEAD;
    this.#entries.set(key, { validator, row: isKept ? row.map(copyOf) : undefined, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#capacity) return;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}

/** Not a part of the buffer that was received, which is larger; and a reader that releases what it sent leaves it. */
function copyOf(column: Buffer | null): Buffer | null {
  if (!column) return null;
  const copy = Buffer.allocUnsafeSlow(column.length);
  column.copy(copy);
  markAsUntransferable(copy.buffer);
  return copy;
}
