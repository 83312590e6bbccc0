import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import type { ReleaseSlot, Wait } from '@channel/lane';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { isBusy } from './busy.ts';
import type { Prisma } from './generated/client/client.ts';
import { withNumbers } from './integers.ts';
import { observed } from './observed.ts';
import { note, PipelinedTransaction } from './pipelined-transaction.ts';
import { waitLeft } from './pool.ts';
import { statementNames } from './statement-names.ts';
import { StatementQueue } from './statement-queue.ts';

/** The caller of a unit of work, and how the work leaves its slot and has waited, if it has a slot. */
type SlotHolder = { caller?: string | undefined; releaseSlot?: ReleaseSlot; wait?: Wait };

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

/** Prisma converts a result of this many rows quickly. */
const FEW = 100;

let turn: Promise<unknown> = Promise.resolve();

/**
 * Prisma converts many rows in one synchronous step: large results are passed to it in separate ticks of the event
 * loop.
 */
function inTurn<Result extends { rows: unknown[] }>(result: Result): Result | Promise<Result> {
  if (result.rows.length <= FEW) return result;
  turn = turn.then(() => setImmediate());
  return turn.then(() => result);
}

/** Prisma's adapter for one connection in place of its pool. Its types do not declare the member. */
const onConnection = <Adapter extends object>(adapter: Adapter, connection: pg.PoolClient): Adapter =>
  Object.assign(Object.create(adapter), { client: connection });

type Factory = NonNullable<Prisma.PrismaClientOptions['adapter']>;

/**
 * Prisma's adapter over several pools. A separate client for each pool would keep a copy of Prisma's schema data, some
 * 10 MB.
 *
 * @param onQuery called with every statement of a transaction that bypasses Prisma's engine
 */
export function adapterOver(pools: ReadonlyMap<string, pg.Pool>, onQuery?: (sql: string) => void): Factory {
  const statementNameGenerator = statementNames('p');
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    async connect() {
      const parts = new Map(
        await Promise.all(
          [...pools].map(async ([name, pool]) => {
            // For a statement after the end, Prisma's adapter would open a pool of its own, which would never end.
            if (pool.ending) throw new Error('The client was disconnected.');
            const adapter = await new PrismaPg(pool, { disposeExternalPool: true, statementNameGenerator }).connect();
            return [name, { pool, adapter }] as const;
          }),
        ),
      );
      const own = () => presentShare(parts);
      const { provider, adapterName } = own().adapter;
      return {
        provider,
        adapterName,
        async queryRaw(query) {
          const { pool, adapter } = own();
          return inTurn(
            withNumbers(
              await queued(pool, () =>
                observed(
                  () => [query.sql],
                  () => adapter.queryRaw(query),
                ),
              ),
            ),
          );
        },
        executeRaw(query) {
          const { pool, adapter } = own();
          return queued(pool, () =>
            observed(
              () => [query.sql],
              () => adapter.executeRaw(query),
            ),
          );
        },
        executeScript: (script) => own().adapter.executeScript(script),
        async startTransaction(isolation) {
          // `default_transaction_isolation` decides, so that BEGIN is all that a transaction begins with.
          if (isolation !== undefined && isolation !== 'READ COMMITTED')
            throw new Error(`Transactions are Read Committed, not ${isolation}.`);
          const { pool, adapter } = own();
          const connection = await pool.connect();
          return note(new PipelinedTransaction(connection, onConnection(adapter, connection), onQuery));
        },
        getConnectionInfo: () => own().adapter.getConnectionInfo(),
        dispose: async () => {
          await Promise.all([...parts.values()].map(({ adapter }) => adapter.dispose()));
        },
      };
    },
  };
}
