import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseBusy, withoutSlot } from '@channel/prisma';

/** The queue of changes of one order: when its last change ends, and how many changes it has. */
type Line = { last: Promise<unknown>; length: number };

/** The maximum number of changes in the queue of one order, and their maximum wait in milliseconds. */
export type Patience = { maxLength: number; maxWait: number };

/** A queue for each order, in which its changes run one by one, in the order of arrival. */
export class OrderLines {
  readonly #lines = new Map<number, Line>();

  /**
   * Runs `change` when it is first in the queues of all these orders. While it waits, it holds neither a database
   * connection nor a slot of the requests in progress.
   *
   * @throws {DatabaseBusy} when a queue is full, or after the maximum wait
   */
  async pass<T>(ids: readonly number[], { maxLength, maxWait }: Patience, change: () => Promise<T>): Promise<T> {
    if (ids.some((id) => (this.#lines.get(id)?.length ?? 0) >= maxLength)) throw tooMany();
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    // Joins all queues synchronously: a later change is behind in each queue, so that changes cannot deadlock.
    const before = ids.flatMap((id) => this.#join(id, isOver));
    try {
      if (before.length > 0) await withoutSlot(() => patiently(before, maxWait));
      return await change();
    } finally {
      end();
      for (const id of ids) this.#leave(id);
    }
  }

  /** Whether no change of an order runs or waits. */
  isEmpty(id: number): boolean {
    return !this.#lines.has(id);
  }

  /** @returns a promise that settles when all earlier changes have ended; an empty list where there are none */
  #join(id: number, isOver: Promise<void>): Promise<unknown>[] {
    const line = this.#lines.get(id);
    if (!line) {
      this.#lines.set(id, { last: isOver, length: 1 });
      return [];
    }
    const before = line.last;
    // If the change before this one gives up, this one still waits for those before it.
    line.last = before.then(() => isOver);
    line.length += 1;
    return [before];
  }

  #leave(id: number): void {
    const line = this.#lines.get(id);
    if (line && --line.length === 0) this.#lines.delete(id);
  }
}

async function patiently(before: Promise<unknown>[], limit: number): Promise<void> {
  const over = new AbortController();
  const late = sleep(limit, 'late', { ref: false, signal: over.signal }).catch(() => 'late');
  const first = await Promise.race([Promise.all(before), late]);
  over.abort();
  if (first === 'late') throw tooMany();
}

const tooMany = () => new DatabaseBusy(new Error('too many changes of one order are waiting'));
