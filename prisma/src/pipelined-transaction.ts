import { AsyncLocalStorage } from 'node:async_hooks';
import type { SqlQuery, SqlQueryable, Transaction } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { FinishedQuery, type Statement } from './finished-query.ts';

/** A statement that is sent together with later ones. */
export type HeldStatement = Statement & {
  /** The error to throw in place of the one with which the statement fails; the same one where it stays. */
  errorOf?: (error: unknown) => unknown;
};

const BEGIN: Statement = { text: 'BEGIN', values: [] };
const COMMIT: Statement = { text: 'COMMIT', values: [] };

/** Sends statements to a connection together. @returns the rows of each */
export const sendTogether = async (
  connection: pg.PoolClient,
  statements: readonly HeldStatement[],
): Promise<unknown[][][]> => (await sent(connection, statements)).rows;

function sent(connection: pg.PoolClient, statements: readonly HeldStatement[]): Promise<FinishedQuery> {
  return new Promise((resolve, reject) => {
    const query = new FinishedQuery(statements, (error) => {
      if (!error) return resolve(query);
      reject(statements[query.last]?.errorOf?.(error) ?? error);
    });
    connection.query(query);
  });
}

/**
 * A transaction of Prisma's adapter that waits for Postgres only where a result is needed: `BEGIN`, and every statement
 * that was held back, are sent together with the next statement, or with `COMMIT`.
 */
export class PipelinedTransaction implements Transaction {
  readonly provider = 'postgres';
  readonly adapterName: string;
  // Prisma sends no BEGIN, COMMIT and ROLLBACK itself.
  readonly options = { usePhantomQuery: true };
  readonly #connection: pg.PoolClient;
  readonly #adapter: SqlQueryable;
  readonly #onQuery: ((sql: string) => void) | undefined;
  #held: HeldStatement[] = [BEGIN];
  #state: 'new' | 'open' | 'committed' = 'new';
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param adapter sends statements of Prisma on the connection
   * @param onQuery called with every other statement
   */
  constructor(connection: pg.PoolClient, adapter: SqlQueryable, onQuery?: (sql: string) => void) {
    this.#connection = connection;
    this.#adapter = adapter;
    this.#onQuery = onQuery;
    this.adapterName = adapter.adapterName;
  }

  /** Sends a statement with the next one, or with `COMMIT`, which then fails if it fails. */
  hold(statement: HeldStatement): void {
    this.#held.push(statement);
  }

  /** Sends what was held back and a statement. @returns the rows of the statement */
  async run(statement: Statement): Promise<unknown[][]> {
    return (await this.#send([...this.#taken(), statement])).rows.at(-1) ?? [];
  }

  /** The same with rows as objects. */
  async objects<Row>(statement: Statement): Promise<Row[]> {
    const { rows, columns } = await this.#send([...this.#taken(), statement]);
    const names = columns.at(-1) ?? [];
    return (rows.at(-1) ?? []).map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])) as Row);
  }

  /** Sends what was held back. */
  async flush(): Promise<void> {
    if (this.#held.length > 0) await this.#send(this.#taken());
  }

  /** Commits, and keeps the connection until Prisma commits. */
  async end(): Promise<void> {
    const held = this.#taken();
    // Nothing was sent, so there is nothing to commit.
    if (this.#state === 'open' || held.length > 1) await this.#send([...held, COMMIT]);
    this.#state = 'committed';
  }

  async commit(): Promise<void> {
    try {
      if (this.#state !== 'committed') await this.end();
    } catch (error) {
      await this.rollback();
      throw error;
    }
    this.#connection.release();
  }

  async rollback(): Promise<void> {
    try {
      if (this.#state === 'open') await this.#inOrder(() => this.#connection.query('ROLLBACK'));
    } catch (error) {
      this.#connection.release(true);
      throw error;
    }
    this.#connection.release();
  }

  queryRaw(query: SqlQuery) {
    return this.#afterHeld(() => this.#adapter.queryRaw(query));
  }

  executeRaw(query: SqlQuery) {
    return this.#afterHeld(() => this.#adapter.executeRaw(query));
  }

  async #afterHeld<Result>(query: () => Promise<Result>): Promise<Result> {
    await this.flush();
    return this.#inOrder(query);
  }

  #taken(): HeldStatement[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }

  #send(statements: readonly HeldStatement[]): Promise<FinishedQuery> {
    this.#state = 'open';
    for (const { text } of statements) if (text !== BEGIN.text && text !== COMMIT.text) this.#onQuery?.(text);
    return this.#inOrder(() => sent(this.#connection, statements));
  }

  /** One after the other: the driver must not get a statement while it waits for another one. */
  #inOrder<Result>(query: () => Promise<Result>): Promise<Result> {
    const sent = this.#last.then(query);
    this.#last = sent.catch(() => {});
    return sent;
  }
}

type Opening = { transaction?: PipelinedTransaction };

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
