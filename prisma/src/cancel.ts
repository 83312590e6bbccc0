import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { requestCancel } from './cancel-request.ts';
import { FinishedQuery } from './finished-query.ts';

/*
 * Cancels statements whose caller is gone: they end in Postgres too, and do not hold a connection until their timeout.
 */

const signals = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs work whose statements end when the signal is aborted: running ones are cancelled in Postgres, waiting ones
 * get no connection. They fail with the signal's reason, or with Postgres's error for a cancelled statement.
 */
export const cancelledBy = <Result>(signal: AbortSignal, work: () => Result): Result => signals.run(signal, work);

/** The signal of the current work, if any. */
export const presentSignal = (): AbortSignal | undefined => signals.getStore();

type Connected = (
  error: Error | undefined,
  connection: pg.PoolClient | undefined,
  release: (destroy?: Error | boolean) => void,
) => void;

/** Makes a connection refuse all statements but a rollback. */
function refuseStatements(connection: pg.PoolClient, reason: unknown, onRefused: () => void): void {
  const query: (...args: unknown[]) => unknown = connection.query.bind(connection);
  connection.query = ((...args: unknown[]) => {
    const [statement, callback] = [args[0], args.at(-1)];
    const text =
      typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement;
    if (/^\s*rollback/i.test(String(text))) return query(...args);
    onRefused();
    if (statement instanceof FinishedQuery) return statement.handleError(reason);
    if (typeof callback === 'function') return callback(reason);
    return Promise.reject(reason);
  }) as typeof connection.query;
}

/** Milliseconds in which most statements end normally: cancelling takes a new connection. */
const GRACE = 100;

/** Maximum milliseconds for cancelling: the statement's own timeout ends it anyway. */
const TIMEOUT = 2_000;

/**
 * Connections whose commit is on its way. One that waits for a synchronous standby is not cancelled: it would be committed
 * without that standby, everybody would see it, and a fail-over would lose it.
 */
const committing = new WeakSet<object>();

/** Runs a commit on a connection: it is not cancelled meanwhile. */
export async function uncancelled<Result>(connection: pg.PoolClient, commit: () => Promise<Result>): Promise<Result> {
  committing.add(connection);
  try {
    return await commit();
  } finally {
    committing.delete(connection);
  }
}

/** A pool that ties each connection to the signal of its current work. */
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

  /** Applies until the connection is released. */
  #endBy(signal: AbortSignal, connection: pg.PoolClient): void {
    const { release, query } = connection;
    let timer: NodeJS.Timeout | undefined;
    // By an open transaction, or by a cancel request, which may arrive late and cancel a statement of the next user.
    let isSpoilt = false;
    const spoil = () => {
      isSpoilt = true;
    };
    const end = () => {
      refuseStatements(connection, signal.reason, spoil);
      timer = setTimeout(() => {
        if (committing.has(connection)) return;
        spoil();
        // If it does not arrive, the statement ends by its own timeout.
        void requestCancel(connection, TIMEOUT);
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
}
