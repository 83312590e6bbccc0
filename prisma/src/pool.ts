import type pg from 'pg';
import { CancellingPool } from './cancel.ts';

type State = {
  /** Open connections; the pool's own count includes connections that are being opened. */
  open: Set<object>;
  /** When a call last got a connection (`performance.now()`). */
  moved: number;
};

const states = new WeakMap<pg.Pool, State>();

/** Whether a pool has an open connection, in use or idle. */
export const isConnected = (pool: pg.Pool): boolean => (states.get(pool)?.open.size ?? 0) > 0;

/**
 * Milliseconds for which a call may still wait for a connection if no other call gets one; none or less if it has waited
 * too long. A pool that has an idle connection, or may open one, lets it wait as if its wait began now.
 *
 * @param since when its wait began, in the pool or in a queue before it
 */
export function waitLeft(pool: pg.Pool, since: number): number {
  const { max, connectionTimeoutMillis = 0 } = pool.options;
  const isUsedUp = pool.idleCount === 0 && pool.totalCount >= max;
  const began = Math.max(since, states.get(pool)?.moved ?? 0);
  return isUsedUp ? began + connectionTimeoutMillis - performance.now() : connectionTimeoutMillis;
}

/**
 * A pool of connections that survives the loss of any of them. End it with `end()`.
 *
 * @param log called with a message for each lost connection; the pool replaces it automatically
 */
export function openPool(config: pg.PoolConfig, log: (message: string) => void = () => {}): pg.Pool {
  const pool = new CancellingPool({ keepAlive: true, ...config });
  const state: State = { open: new Set(), moved: 0 };
  states.set(pool, state);
  pool.on('connect', (client) => state.open.add(client));
  pool.on('remove', (client) => state.open.delete(client));
  pool.on('acquire', () => {
    state.moved = performance.now();
  });
  // Without an error listener on each client, also while it is checked out, a lost connection ends the process; so does
  // a pool without one, which reports the errors of idle clients again.
  pool.on('connect', (client) =>
    client.on('error', (error) => log(`A database connection was lost: ${error.message}`)),
  );
  pool.on('error', () => {});
  return pool;
}
