import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { databaseFailureOf } from './busy.ts';
import { presentSignal } from './cancel.ts';
import type { Statement } from './finished-query.ts';
import { sendTogether } from './pipelined-transaction.ts';
import { presentShare, queued } from './share.ts';

/** Milliseconds for which a replica that could not be reached is left alone. */
const PAUSE = 5_000;

/** What the last look at a replica found, and when (`performance.now()`). */
export type Sighting = { lag: number; at: number } | { reason: string };

/** The pools of one replica, by the names of the shares. */
export class Replica {
  /** Host and port. */
  readonly name: string;
  readonly pools: ReadonlyMap<string, pg.Pool>;
  /** Of one connection, to look at it also while the others are busy. */
  readonly looks: pg.Pool;
  readonly #maxLag: number;
  #sighting: Sighting = { reason: 'it was not examined yet' };
  #restsUntil = 0;
  /** Statements that it answered, and statements that the primary answered in its place. */
  reads = 0;
  fallBacks = 0;

  constructor(name: string, pools: ReadonlyMap<string, pg.Pool>, looks: pg.Pool, maxLag: number) {
    this.name = name;
    this.pools = pools;
    this.looks = looks;
    this.#maxLag = maxLag;
  }

  set sighting(sighting: Sighting) {
    this.#sighting = sighting;
  }

  /** Milliseconds that it is behind, at most; undefined where it is unknown. */
  get lag(): number | undefined {
    const seen = this.#sighting;
    return 'at' in seen ? seen.lag + (performance.now() - seen.at) : undefined;
  }

  /** Why it is not read; undefined if it is. */
  get reason(): string | undefined {
    if ('reason' in this.#sighting) return this.#sighting.reason;
    if (performance.now() < this.#restsUntil) return 'it could not be reached';
    return (this.lag ?? 0) > this.#maxLag ? `it is more than ${this.#maxLag / 1_000} s behind` : undefined;
  }

  /** Runs a statement, by default on a connection of the present share. */
  async rows(statement: Statement, pool = presentShare(this.pools)): Promise<unknown[][]> {
    return connected(pool, async (connection) => {
      const [rows = []] = await sendTogether(connection, [statement]);
      return rows;
    });
  }

  /**
   * Runs a read. Where the replica fails, the primary executes it: a statement that fails for another reason fails there,
   * too, and one of a release whose migrations were not replayed yet succeeds.
   *
   * @throws the error of a statement that took too long: the primary would be kept as busy
   */
  async read<Result>(run: () => Promise<Result>, onPrimary: () => Promise<Result>): Promise<Result> {
    try {
      if (this.reason !== undefined) return await this.#fallBack(onPrimary);
      const result = await run();
      this.reads += 1;
      return result;
    } catch (error) {
      if (presentSignal()?.aborted || isTimeout(error)) throw error;
      return this.#fallBack(onPrimary, error);
    }
  }

  #fallBack<Result>(onPrimary: () => Promise<Result>, error?: unknown): Promise<Result> {
    this.fallBacks += 1;
    this.failed(error);
    return onPrimary();
  }

  /** Leaves it alone for a while, if the error says that it is away. */
  failed(error: unknown): void {
    const failure = databaseFailureOf(error);
    if (failure === 'away' || failure === 'lost') this.#restsUntil = performance.now() + PAUSE;
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.message.includes('due to statement timeout');

const reading = new AsyncLocalStorage<Replica>();

/** Runs work whose reads outside of transactions go to a replica. */
export const readingFrom = <Result>(replica: Replica, work: () => PromiseLike<Result>): Promise<Result> =>
  // Prisma starts a query when it is awaited, which must happen inside `run`.
  reading.run(replica, async () => work());

/** What answers reads, for each share: the primary's part, and that of each replica. */
type Readers<Part> = {
  parts: ReadonlyMap<string, Part>;
  replicas: ReadonlyMap<Replica, ReadonlyMap<string, Part>>;
  poolOf: (part: Part) => pg.Pool;
};

/**
 * Runs a read outside of transactions on the part for the present share: on the replica of the current work, if it has one
 * and the replica answers, otherwise on the primary.
 */
export async function onReader<Part, Result>(
  { parts, replicas, poolOf }: Readers<Part>,
  use: (part: Part) => Promise<Result>,
): Promise<Result> {
  const on = (own: ReadonlyMap<string, Part>) => {
    const part = presentShare(own);
    return queued(poolOf(part), () => use(part));
  };
  const replica = reading.getStore();
  const others = replica && replicas.get(replica);
  if (!others) return on(parts);
  return replica.read(
    () => on(others),
    () => on(parts),
  );
}

/** Uses a connection of a pool, which is destroyed after a failure, because its state is unknown. */
export async function connected<Rows>(pool: pg.Pool, run: (connection: pg.PoolClient) => Promise<Rows>): Promise<Rows> {
  const connection = await pool.connect();
  let failed: unknown;
  try {
    return await run(connection);
  } catch (error) {
    failed = error;
    throw error;
  } finally {
    connection.release(failed !== undefined);
  }
}
