import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseBusy, inTransaction, isClient, type PrismaClient, type Tx, withoutPlace } from '@channel/prisma';

/** Who changes an order of which others wait to change it, and how many. */
type Line = { last: Promise<unknown>; length: number };

const MAX_LENGTH = 100;
/** Milliseconds. */
const MAX_WAIT = 10_000;

const lines = new Map<number, Line>();

/**
 * Runs `change` while nobody else of this process changes one of these orders: in the order of arrival, and without a
 * connection or a place among the requests in progress while it waits, so that many changes of one order leave both to
 * others, and to other requests of the same caller. Called with a `Tx` it runs at once: the turn was taken before the
 * transaction began. The locks of the database decide between processes.
 *
 * @param ids orders that the caller may see, so that nobody who waits holds up what belongs to others; unseen ones do no
 *   harm while nobody else changes one of them, for then the change begins at once
 * @throws {DatabaseBusy} when too many wait for an order or of one caller, or after 10 s
 */
export async function inTurn<T>(
  db: PrismaClient | Tx,
  ids: readonly number[],
  change: () => Promise<T>,
  { maxLength = MAX_LENGTH, maxWait = MAX_WAIT } = {},
): Promise<T> {
  if (!isClient(db)) return change();
  const own = [...new Set(ids)];
  if (own.some((id) => (lines.get(id)?.length ?? 0) >= maxLength)) throw tooMany();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  // In all lines at once: whoever comes later is behind in each of them, so that no two wait for each other.
  const before = own.flatMap((id) => join(id, isOver));
  try {
    if (before.length > 0) await withoutPlace(() => patiently(before, maxWait));
    return await change();
  } finally {
    end();
    for (const id of own) leave(id);
  }
}

/** Whether somebody of this process changes an order by now, or waits to. */
export const isBeingChanged = (id: number): boolean => lines.has(id);

/** @returns what settles when all who came earlier are done; nothing where nobody did */
function join(id: number, isOver: Promise<void>): Promise<unknown>[] {
  const line = lines.get(id);
  if (!line) {
    lines.set(id, { last: isOver, length: 1 });
    return [];
  }
  const before = line.last;
  // Behind somebody who gives up, one still waits for those before.
  line.last = before.then(() => isOver);
  line.length += 1;
  return [before];
}

function leave(id: number): void {
  const line = lines.get(id);
  if (line && --line.length === 0) lines.delete(id);
}

async function patiently(before: Promise<unknown>[], limit: number): Promise<void> {
  const over = new AbortController();
  const late = sleep(limit, 'late', { ref: false, signal: over.signal }).catch(() => 'late');
  const first = await Promise.race([Promise.all(before), late]);
  over.abort();
  if (first === 'late') throw tooMany();
}

const tooMany = () => new DatabaseBusy(new Error('too many changes of one order wait for each other'));

/** A transaction that changes these orders, begun when it is its turn. Within a transaction, it joins that one. */
export const changingOrders = <T>(
  { db }: { db: PrismaClient | Tx },
  ids: readonly number[],
  change: (tx: Tx) => Promise<T>,
): Promise<T> => inTurn(db, ids, () => inTransaction(db, change));
