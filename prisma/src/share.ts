import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import type { Prisma } from './generated/client/client.ts';
import { statementNames } from './statement-names.ts';

const present = new AsyncLocalStorage<string>();

/**
 * Runs work on a share of the connections: what it asks of a client that has a share of this name, also later and by way
 * of others, waits for connections of that share alone.
 */
export const onShare = <Result>(name: string, work: () => PromiseLike<Result>): Promise<Result> =>
  // A query of Prisma begins when it is awaited, which must be in here.
  present.run(name, async () => work());

/** The part that the present work may use; the first for work that belongs to no share. */
export function presentShare<Part>(parts: ReadonlyMap<string, Part>): Part {
  const own = parts.get(present.getStore() ?? '');
  if (own !== undefined) return own;
  const [first] = parts.values();
  if (first === undefined) throw new Error('A client needs a share of connections.');
  return first;
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
      const adapters = new Map(
        await Promise.all(
          [...pools].map(async ([name, pool]) => {
            // For a statement that comes after the end, Prisma's adapter would open a pool of its own, which nobody ends.
            if (pool.ending) throw new Error('The client was disconnected.');
            const adapter = await new PrismaPg(pool, { disposeExternalPool: true, statementNameGenerator }).connect();
            return [name, adapter] as const;
          }),
        ),
      );
      const own = () => presentShare(adapters);
      const { provider, adapterName } = own();
      return {
        provider,
        adapterName,
        queryRaw: (query) => own().queryRaw(query),
        executeRaw: (query) => own().executeRaw(query),
        executeScript: (script) => own().executeScript(script),
        startTransaction: (isolation) => own().startTransaction(isolation),
        getConnectionInfo: () => own().getConnectionInfo(),
        dispose: async () => {
          await Promise.all([...adapters.values()].map((adapter) => adapter.dispose()));
        },
      };
    },
  };
}
