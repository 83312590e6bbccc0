import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/*
 * Statements that nobody waits for any more: they end in Postgres, too, and do not hold a connection until their time is up.
 */

const signals = new AsyncLocalStorage<AbortSignal>();

/**
 * Does work whose statements end when the signal is aborted: what runs is cancelled in Postgres, what waits for a connection
 * gets none. They fail with the signal's reason, or as the database tells that it cancelled them.
 */
export const cancelledBy = <Result>(signal: AbortSignal, work: () => Result): Result => signals.run(signal, work);

/** The signal by which the present work ends, if any. */
export const presentSignal = (): AbortSignal | undefined => signals.getStore();

type Connected = (
  error: Error | undefined,
  connection: pg.PoolClient | undefined,
  release: (destroy?: Error | boolean) => void,
) => void;

/** Lets a connection do nothing any more but undo its transaction. */
function refuseStatements(connection: pg.PoolClient, reason: unknown, onRefused: () => void): void {
  const query: (...args: unknown[]) => unknown = connection.query.bind(connection);
  connection.query = ((...args: unknown[]) => {
    const [statement, callback] = [args[0], args.at(-1)];
    const text =
      typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement;
    if (/^\s*rollback/i.test(String(text))) return query(...args);
    onRefused();
    if (typeof callback === 'function') return callback(reason);
    return Promise.reject(reason);
  }) as typeof connection.query;
}

/** Milliseconds in which most statements end by themselves: cancelling takes two new connections. */
const GRACE = 100;

/** Cancelling waits no longer than this, in milliseconds: the statement's own limit ends it anyway. */
const PATIENCE = 2_000;

/** A pool that knows for which work it lends its connections. */
export class CancellingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect((error, connection) => (connection ? resolve(connection) : reject(error)));
      });
    }
    const signal = presentSignal();
    if (!signal) super.connect(callback);
    else if (signal.aborted) callback(signal.reason, undefined, () => {});
    else {
      super.connect((error, connection, release) => {
        if (connection && signal.aborted) {
          release();
          callback(signal.reason, undefined, () => {});
        } else {
          if (connection) this.#endBy(signal, connection);
          callback(error, connection, connection?.release ?? release);
        }
      });
    }
    return undefined;
  }

  /** Until the connection is given back. */
  #endBy(signal: AbortSignal, connection: pg.PoolClient): void {
    const { release, query } = connection;
    let timer: NodeJS.Timeout | undefined;
    // Of a transaction that was not committed, or of an order to cancel, which may arrive late and hit somebody else's statement.
    let isSpoilt = false;
    const spoil = () => {
      isSpoilt = true;
    };
    const end = () => {
      refuseStatements(connection, signal.reason, spoil);
      timer = setTimeout(() => {
        spoil();
        void this.#cancel(connection);
      }, GRACE);
    };
    signal.addEventListener('abort', end);
    connection.release = (destroy) => {
      signal.removeEventListener('abort', end);
      clearTimeout(timer);
      connection.query = query;
      release.call(connection, destroy || isSpoilt);
    };
  }

  async #cancel(connection: pg.PoolClient): Promise<void> {
    // Known to every client since it is connected; its type does not say so.
    const processID: unknown = Reflect.get(connection, 'processID');
    const { connectionString } = this.options;
    const errand = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE, query_timeout: PATIENCE });
    errand.on('error', () => {});
    try {
      await errand.connect();
      await errand.query('SELECT pg_cancel_backend($1)', [processID]);
    } catch {
      // Then the statement ends by its own limit.
    } finally {
      await errand.end().catch(() => {});
    }
  }
}
