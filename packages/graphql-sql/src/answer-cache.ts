import { markAsUntransferable } from 'node:worker_threads';
import { Lru } from './lru.ts';
import type { RowBytes } from './statements.ts';

/** What an entry takes beside its columns, and a column beside its bytes, on the heap and outside of it. */
const [OVERHEAD, OF_COLUMN] = [400, 600];
/** The part of the cache that one answer may take. */
const LARGEST = 1 / 32;

/** The row is undefined while its answer was read once. */
type Entry = { validator: string; row: RowBytes | undefined };

const sizeOf = (row: RowBytes): number =>
  row.reduce((sum, column) => sum + OF_COLUMN + (column?.length ?? 0), OVERHEAD);

/**
 * Answers by the keys of their validators. An answer is never taken on trust: a reader uses it where Postgres has
 * confirmed its validator in the same request, so that nobody has to be informed of changes. Only what was read twice
 * without a change is kept; of the first read only the validator is. The least recently used are removed first.
 */
export class AnswerCache {
  readonly #entries: Lru<Entry>;
  readonly #largest: number;
  #hits = 0;

  /** @param capacity in bytes; with 0 nothing is kept */
  constructor(capacity: number) {
    this.#largest = capacity * LARGEST;
    const of = (_key: string, { row = [] }: Entry) => sizeOf(row);
    this.#entries = new Lru({ max: Number.POSITIVE_INFINITY, weight: { max: capacity, heaviest: this.#largest, of } });
  }

  /** The bytes that are in use. */
  get bytes(): number {
    return this.#entries.weight;
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
    const { validator = '', row } = this.#entries.find(key) ?? {};
    return row && { validator, row };
  }

  /** Notes an answer that was just read. */
  note(key: string, validator: string, row: RowBytes): void {
    const isKept = this.#entries.find(key)?.validator === validator && sizeOf(row) <= this.#largest;
    this.#entries.set(key, { validator, row: isKept ? row.map(copyOf) : undefined });
  }

  /** Removes an answer that there is no longer. */
  forget(key: string): void {
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
