import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Aside } from '@channel/lane';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import type { Prisma } from './generated/client/client.ts';
import { StatementLine } from './statement-line.ts';
import { statementNames } from './statement-names.ts';

/** For whom a piece of work runs, and how it leaves its place, where it has one. */
type Place = { caller?: string | undefined; aside?: Aside };

/** One piece of work on a share. */
type Use = Place & { name: string };

const present = new AsyncLocalStorage<Use>();

/**
 * Runs work on a share of the connections: what it asks of a client that has a share of this name, also later and by way
 * of others, waits for connections of that share alone. Outside of transactions, the statements of one caller take half of
 * them at a time; work without a caller counts for itself.
 */
export const onShare = <Result>(name: string, work: () => PromiseLike<Result>, place: Place = {}): Promise<Result> =>
  // A query of Prisma begins when it is awaited, which must be in here.
  present.run({ ...place, name }, async () => work());

/**
 * Waits without the place of the present work, for what needs no connection.
 *
 * @throws {DatabaseBusy} when too many requests of the caller wait in this way, or no place comes free afterwards
 */
export const withoutPlace: Aside = (wait) => present.getStore()?.aside?.(wait) ?? wait();

/** Stands for the present work on a share, if any. */
export const presentUse = (): object | undefined => present.getStore();

/** The part that the present work may use; the first for work that belongs to no share. */
export function presentShare<Part>(parts: ReadonlyMap<string, Part>): Part {
  const own = parts.get(present.getStore()?.name ?? '');
  if (own !== undefined) return own;
  const [first] = parts.values();
  if (first === undefined) throw new Error('A client needs a share of connections.');
  return first;
}

/** Of each pool, the lines of those who have statements on it. */
const lines = new WeakMap<pg.Pool, Map<unknown, StatementLine>>();

/**
 * Runs a statement outside of transactions on a pool: at the same time, one caller sends as many as half of the connections
 * can take, so that those of others do not wait behind all of its own.
 *
 * @throws the reason of the present signal when it aborts while the statement waits for others of its caller
 */
export function inLine<Result>(pool: pg.Pool, statement: () => Promise<Result>): Promise<Result> {
  const use = present.getStore();
  if (!use) return statement();
  const ofPool = lines.get(pool) ?? new Map<unknown, StatementLine>();
  lines.set(pool, ofPool);
  const caller = use.caller ?? use;
  const max = Math.ceil(pool.options.max / 2);
  const line = ofPool.get(caller) ?? new StatementLine(max, () => ofPool.delete(caller));
  ofPool.set(caller, line);
  return line.run(statement);
}

/** Rows of a result of which Prisma makes objects in little time. */
const FEW = 100;

let turn: Promise<unknown> = Promise.resolve();

/** What Prisma makes of many rows is one piece of work: of several such results, each is handed over in a turn of its own. */
function inTurn<Result extends { rows: unknown[] }>(result: Result): Result | Promise<Result> {
  if (result.rows.length <= FEW) return result;
  turn = turn.then(() => setImmediate());
  return turn.then(() => result);
}

type Factory = NonNullable<Prisma.PrismaClientOptions['adapter']>;

/**
 * Prisma's adapter over several pools. A client of its own for each pool would keep a copy of all that a client knows of
 * the schema, some 10 MB.
 */
export function adapterOver(pools: ReadonlyMap<string, pg.Pool>): Factory {
  const statementNameGenerator = statementNames();
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    async connect() {
      const parts = new Map(
        await Promise.all(
          [...pools].map(async ([name, pool]) => {
            // For a statement that comes after the end, Prisma's adapter would open a pool of its own, which nobody ends.
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
          return inTurn(await inLine(pool, () => adapter.queryRaw(query)));
        },
        executeRaw(query) {
          const { pool, adapter } = own();
          return inLine(pool, () => adapter.executeRaw(query));
        },
        executeScript: (script) => own().adapter.executeScript(script),
        startTransaction: (isolation) => own().adapter.startTransaction(isolation),
        getConnectionInfo: () => own().adapter.getConnectionInfo(),
        dispose: async () => {
          await Promise.all([...parts.values()].map(({ adapter }) => adapter.dispose()));
        },
      };
    },
  };
}
