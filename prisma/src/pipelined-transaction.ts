import { AsyncLocalStorage } from 'node:async_hooks';
import type { SqlQuery, SqlQueryable, Transaction } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { DatabaseBusy } from './busy.ts';
import { uncancelled } from './cancel.ts';
import { FinishedQuery, type Statement } from './finished-query.ts';
import { withNumbers, withWideIntegers } from './integers.ts';
import { observed } from './observed.ts';
import { joined, type StatementPart } from './statement-parts.ts';

/** A statement that is sent together with later ones. */
export type HeldStatement = Statement & {
  /** The error to throw in place of the one with which the statement fails; the same one where it stays. */
  errorOf?: (error: unknown) => unknown;
  /** The same statement as a part of another one. */
  part?: StatementPart;
};

const BEGIN: Statement = { text: 'BEGIN', values: [] };
const COMMIT: Statement = { text: 'COMMIT', values: [] };

/** Sends statements to a connection together. @returns the rows of each */
export const sendTogether = async (
  connection: pg.PoolClient,
  statements: readonly HeldStatement[],
): Promise<unknown[][][]> => (await sent(connection, statements)).rows;

function sent(connection: pg.PoolClient, statements: readonly HeldStatement[]): Promise<FinishedQuery> {
  const texts = () => statements.map(({ text }) => text);
  const send = () =>
    new Promise<FinishedQuery>((resolve, reject) => {
      const query = new FinishedQuery(statements, (error) => {
        if (!error) return resolve(query);
        reject(statements[query.last]?.errorOf?.(error) ?? error);
      });
      connection.query(query);
    });
  const isCommit = statements.at(-1) === COMMIT;
  return observed(texts, () => (isCommit ? uncancelled(connection, send) : send()));
}

/** The rows of a statement, and the names of their columns. */
type Result = { rows: unknown[][]; columns: string[] };

/** A statement that was not sent yet, and who waits for its rows. */
type Entry = { statement: HeldStatement; settle?: { resolve(result: Result): void; reject(error: unknown): void } };

/**
 * A transaction of Prisma's adapter that waits for Postgres only where a result is needed: `BEGIN`, statements that were
 * held back, those that are requested in one tick, and `COMMIT` after them are sent together. If one of them fails,
 * all of them fail.
 */
export class PipelinedTransaction implements Transaction {
  readonly provider = 'postgres';
  readonly adapterName: string;
  // Prisma sends no BEGIN, COMMIT and ROLLBACK itself.
  readonly options = { usePhantomQuery: true };
  readonly #connection: pg.PoolClient;
  readonly #adapter: SqlQueryable;
  readonly #onQuery: ((sql: string) => void) | undefined;
  readonly #last: Statement | undefined;
  #queue: Entry[] = [{ statement: BEGIN }];
  #isScheduled = false;
  #state: 'new' | 'open' | 'ended' = 'new';
  /** Prisma also rolls back by itself, after its time limit: from then on, the connection belongs to others. */
  #isRolledBack = false;
  #running: Promise<unknown> = Promise.resolve();
  #failure: unknown;

  /**
   * @param adapter sends statements of Prisma on the connection
   * @param onQuery called with every other statement
   * @param last sent before `COMMIT`
   */
  constructor(
    connection: pg.PoolClient,
    adapter: SqlQueryable,
    { onQuery, last }: { onQuery?: ((sql: string) => void) | undefined; last?: Statement | undefined } = {},
  ) {
    this.#connection = connection;
    this.#adapter = adapter;
    this.#onQuery = onQuery;
    this.#last = last;
    this.adapterName = adapter.adapterName;
  }

  /** The error that ended a call of Prisma, where a statement before it failed: Prisma wraps it. Otherwise the given one. */
  causeOf(error: unknown): unknown {
    const cause = this.#failure ?? error;
    this.#failure = undefined;
    return cause;
  }

  /** Number of statements that were not sent yet. */
  get queued(): number {
    return this.#queue.length;
  }

  /** Sends a statement with the next one whose result is needed, or with `COMMIT`, which then fails if it fails. */
  hold(statement: HeldStatement): void {
    if (this.#state === 'ended') throw new Error('The transaction has ended.');
    this.#queue.push({ statement });
  }

  /** Makes the last statement, a read, one with the statement before it, where that one can be a part of it. */
  join(): void {
    const [before, last] = this.#queue.slice(-2);
    const part = last && before?.statement.part;
    const statement = part && joined(part, last.statement);
    if (!statement) return;
    const { errorOf } = before.statement;
    this.#queue.splice(-2, 2, { ...last, statement: { ...statement, ...(errorOf && { errorOf }) } });
  }

  /** Sends a statement, together with all others of this tick. */
  run(statement: Statement): Promise<Result> {
    const result = new Promise<Result>((resolve, reject) => {
      this.hold(statement);
      Object.assign(this.#queue.at(-1) ?? {}, { settle: { resolve, reject } });
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      // After all that follows from the results that have arrived.
      void Promise.resolve().then(() =>
        process.nextTick(() => {
          this.#isScheduled = false;
          this.flush().catch(() => {});
        }),
      );
    });
    // Work that has ended with another error no longer awaits it.
    result.catch(() => {});
    return result;
  }

  /** Sends what was not sent yet. */
  async flush(): Promise<void> {
    const queue = this.#queue;
    this.#queue = [];
    if (queue.length === 0) return;
    this.#state = this.#state === 'new' ? 'open' : this.#state;
    try {
      const statements = queue.map(({ statement }) => statement);
      for (const statement of statements) this.#report(statement);
      const { rows, columns } = await this.#inOrder(() => sent(this.#connection, statements));
      for (const [index, { settle }] of queue.entries())
        settle?.resolve({ rows: rows[index] ?? [], columns: columns[index] ?? [] });
    } catch (error) {
      for (const { settle } of queue) settle?.reject(error);
      throw error;
    }
  }

  #report(statement: Statement): void {
    if (statement !== BEGIN && statement !== COMMIT && statement !== this.#last) this.#onQuery?.(statement.text);
  }

  /** Commits, and keeps the connection until Prisma commits. */
  async end(): Promise<void> {
    // Where nothing was sent, there is nothing to commit.
    if (this.#state === 'new' && this.#queue.length === 1) this.#queue = [];
    else this.#queue.push(...(this.#last ? [{ statement: this.#last }] : []), { statement: COMMIT });
    const ended = this.flush();
    const before = this.#state;
    this.#state = 'ended';
    await ended.catch((error: unknown) => {
      this.#state = before;
      throw error;
    });
  }

  async commit(): Promise<void> {
    try {
      if (this.#state !== 'ended') await this.end();
    } catch (error) {
      await this.rollback();
      throw error;
    }
    this.#connection.release();
  }

  async rollback(): Promise<void> {
    this.#isRolledBack = true;
    // After a commit that is on its way, it has no effect.
    const query = () => (this.#state === 'new' ? undefined : this.#connection.query('ROLLBACK'));
    try {
      await this.#running.then(query);
    } catch (error) {
      this.#connection.release(true);
      throw error;
    }
    this.#connection.release();
  }

  queryRaw(query: SqlQuery) {
    return this.#afterQueue(query, async () => withNumbers(await this.#adapter.queryRaw(withWideIntegers(query))));
  }

  executeRaw(query: SqlQuery) {
    return this.#afterQueue(query, () => this.#adapter.executeRaw(withWideIntegers(query)));
  }

  async #afterQueue<Result>({ sql }: SqlQuery, query: () => Promise<Result>): Promise<Result> {
    await this.flush().catch((error: unknown) => {
      this.#failure = error;
      throw error;
    });
    return this.#inOrder(() => observed(() => [sql], query));
  }

  /** One after the other: the driver must not get a statement while it waits for another one. */
  #inOrder<Result>(query: () => Promise<Result>): Promise<Result> {
    const result = this.#running.then(() => {
      if (this.#isRolledBack) throw new DatabaseBusy(new Error('The transaction took too long and was rolled back.'));
      return query();
    });
    this.#running = result.catch(() => {});
    return result;
  }
}

export type Opening = { transaction?: PipelinedTransaction };

const opening = new AsyncLocalStorage<Opening>();

/** Runs work that begins a transaction, which is noted in `place`. */
export const noting = <Result>(place: Opening, work: () => Result): Result => opening.run(place, work);

/** Notes a transaction for the work that began it. */
export function note(transaction: PipelinedTransaction): PipelinedTransaction {
  const place = opening.getStore();
  if (place) place.transaction ??= transaction;
  return transaction;
}

const ofClients = new WeakMap<object, PipelinedTransaction>();

/** Makes a transaction known by the client that Prisma gave it. */
export const know = (tx: object, { transaction }: Opening): void => {
  if (transaction) ofClients.set(tx, transaction);
};

/** The transaction behind a client; undefined for one that `inTransaction` did not begin. */
export const transactionOf = (tx: object): PipelinedTransaction | undefined => ofClients.get(tx);
