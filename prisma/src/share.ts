import { AsyncLocalStorage } from 'node:async_hooks';
import type { ReleaseSlot, Wait } from '@channel/lane';
import type pg from 'pg';
import { isBusy } from './busy.ts';
import { waitLeft } from './pool.ts';
import { StatementQueue } from './statement-queue.ts';

/** The caller of a unit of work, and how the work leaves its slot and has waited, if it has a slot. */
type SlotHolder = {
  caller?: string | undefined;
  /** The id of the user on whose behalf it writes, if there is one. */
  writer?: number | undefined;
  releaseSlot?: ReleaseSlot;
  wait?: Wait;
};

/** One unit of work on a share. */
type Use = SlotHolder & { name: string; wait: Wait };

const present = new AsyncLocalStorage<Use>();

/**
 * Runs work on a share of the connections: all its calls of a client that has a share of this name, also nested and
 * asynchronous ones, wait only for connections of that share. Outside of transactions, the statements of one caller
 * take at most half of them concurrently; work without a caller is limited on its own.
 */
export const onShare = <Result>(
  name: string,
  work: () => PromiseLike<Result>,
  holder: SlotHolder = {},
): Promise<Result> =>
  // Prisma starts a query when it is awaited, which must happen inside `run`.
  present.run({ wait: { since: undefined, wasInVain: false }, ...holder, name }, async () => work());

/**
 * Waits without holding the slot of the current work, for something that needs no connection.
 *
 * @throws {DatabaseBusy} when too many requests of the caller wait in this way, or no slot becomes free afterwards
 */
export const withoutSlot: ReleaseSlot = (wait) => present.getStore()?.releaseSlot?.(wait) ?? wait();

/** Identifies the current unit of work on a share, if any. */
export const presentUse = (): object | undefined => present.getStore();

/** The user on whose behalf the current unit of work writes, if any. */
export const presentWriter = (): number | undefined => present.getStore()?.writer;

/** How the current unit of work on a share has waited, if any. */
export const presentWait = (): Wait | undefined => present.getStore()?.wait;

/** The part for the share of the current work; the first part for work outside of any share. */
export function presentShare<Part>(parts: ReadonlyMap<string, Part>): Part {
  const own = parts.get(present.getStore()?.name ?? '');
  if (own !== undefined) return own;
  const [first] = parts.values();
  if (first === undefined) throw new Error('A client needs a share of connections.');
  return first;
}

/** Milliseconds after which a statement that waits for slow ones is judged again. */
const SLOW = 250;

/** The statement queues of each pool, by caller. */
const queues = new WeakMap<pg.Pool, Map<unknown, StatementQueue>>();

/**
 * Runs a statement outside of transactions on a pool. The concurrent statements of one caller take at most half of the
 * connections, so that those of other callers do not wait behind all of them.
 *
 * @throws the reason of the current signal when it aborts while the statement waits for others of its caller; {DatabaseBusy}
 *   when it waits for too long while no call gets a connection
 */
export async function queued<Result>(pool: pg.Pool, statement: () => Promise<Result>): Promise<Result> {
  const use = present.getStore();
  if (!use) return statement();
  const ofPool = queues.get(pool) ?? new Map<unknown, StatementQueue>();
  queues.set(pool, ofPool);
  const caller = use.caller ?? use;
  const max = Math.ceil(pool.options.max / 2);
  // While no call waits in the pool, the running statements of the caller are slow, not stalled.
  const left = (since: number) => (pool.waitingCount === 0 ? SLOW : waitLeft(pool, since));
  const queue = ofPool.get(caller) ?? new StatementQueue({ max, left, onEmpty: () => ofPool.delete(caller) });
  ofPool.set(caller, queue);
  try {
    return await queue.run(use.wait, statement);
  } catch (error) {
    if (isBusy(error)) use.wait.wasInVain = true;
    throw error;
  }
}
