import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseBusy, withoutPlace } from '@channel/prisma';

/** Who changes an order of which others wait to change it, and how many. */
type Line = { last: Promise<unknown>; length: number };

/** How many may wait for one order, and for how many milliseconds. */
export type Patience = { maxLength: number; maxWait: number };

/** A line for each order, in which changes of it pass one by one, in the order of arrival. */
export class OrderLines {
  readonly #lines = new Map<number, Line>();

  /**
   * Runs `change` when it is first in the lines of all these orders. While it waits it has neither a connection nor a place.
   *
   * @throws {DatabaseBusy} when too many wait, or one has waited too long
   */
  async pass<T>(ids: readonly number[], { maxLength, maxWait }: Patience, change: () => Promise<T>): Promise<T> {
    if (ids.some((id) => (this.#lines.get(id)?.length ?? 0) >= maxLength)) throw tooMany();
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    // In all lines at once: whoever comes later is behind in each of them, so that no two wait for each other.
    const before = ids.flatMap((id) => this.#join(id, isOver));
    try {
      if (before.length > 0) await withoutPlace(() => patiently(before, maxWait));
      return await change();
    } finally {
      end();
      for (const id of ids) this.#leave(id);
    }
  }

  /** @returns what settles when all who came earlier are done; nothing where nobody did */
  #join(id: number, isOver: Promise<void>): Promise<unknown>[] {
    const line = this.#lines.get(id);
    if (!line) {
      this.#lines.set(id, { last: isOver, length: 1 });
      return [];
    }
    const before = line.last;
    // Behind somebody who gives up, one still waits for those before.
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

const tooMany = () => new DatabaseBusy(new Error('too many changes of one order wait for each other'));
