import { setImmediate } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import type { Prisma } from './generated/client/client.ts';
import { withNumbers, withWideIntegers } from './integers.ts';
import { observed } from './observed.ts';
import { writerStamp } from './own-writes.ts';
import { note, PipelinedTransaction } from './pipelined-transaction.ts';
import { onReader, type Replica } from './replica-pools.ts';
import { presentShare, queued } from './share.ts';
import { statementNames } from './statement-names.ts';

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

type Pools = ReadonlyMap<string, pg.Pool>;

/** Where replicas are read: transactions stamp what they write on behalf of a user. */
type WithReplicas = { all: readonly Replica[] } | undefined;

/**
 * Prisma's adapter over several pools. A separate client for each pool would keep a copy of Prisma's schema data, some
 * 10 MB.
 *
 * @param onQuery called with every statement of a transaction that bypasses Prisma's engine
 */
export function adapterOver(pools: Pools, replicas: WithReplicas, onQuery?: (sql: string) => void): Factory {
  const statementNameGenerator = statementNames('p');
  const partsOf = async (own: Pools) =>
    new Map(
      await Promise.all(
        [...own].map(async ([name, pool]) => {
          // For a statement after the end, Prisma's adapter would open a pool of its own, which would never end.
          if (pool.ending) throw new Error('The client was disconnected.');
          const adapter = await new PrismaPg(pool, { disposeExternalPool: true, statementNameGenerator }).connect();
          return [name, { pool, adapter }] as const;
        }),
      ),
    );
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    async connect() {
      const parts = await partsOf(pools);
      const others = new Map(
        await Promise.all(
          (replicas?.all ?? []).map(async (replica) => [replica, await partsOf(replica.pools)] as const),
        ),
      );
      const own = () => presentShare(parts);
      const { provider, adapterName } = own().adapter;
      return {
        provider,
        adapterName,
        queryRaw(query) {
          const read = ({ adapter }: ReturnType<typeof own>) =>
            observed(
              () => [query.sql],
              () => adapter.queryRaw(withWideIntegers(query)),
            );
          return onReader({ parts, replicas: others, poolOf: ({ pool }) => pool }, read).then((result) =>
            inTurn(withNumbers(result)),
          );
        },
        executeRaw(query) {
          const { pool, adapter } = own();
          return queued(pool, () =>
            observed(
              () => [query.sql],
              () => adapter.executeRaw(withWideIntegers(query)),
            ),
          );
        },
        executeScript: (script) => own().adapter.executeScript(script),
        async startTransaction(isolation) {
          // `default_transaction_isolation` decides, so that BEGIN is all that a transaction begins with.
          if (isolation !== undefined && isolation !== 'READ COMMITTED')
            throw new Error(`Transactions are Read Committed, not ${isolation}.`);
          const { pool, adapter } = own();
          const last = replicas && writerStamp();
          const connection = await pool.connect();
          return note(new PipelinedTransaction(connection, onConnection(adapter, connection), { onQuery, last }));
        },
        getConnectionInfo: () => own().adapter.getConnectionInfo(),
        dispose: async () => {
          await Promise.all([...parts.values()].map(({ adapter }) => adapter.dispose()));
        },
      };
    },
  };
}
