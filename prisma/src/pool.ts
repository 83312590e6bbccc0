import type pg from 'pg';
import { CancellingPool } from './cancel.ts';

/** The open connections of each pool; the pool's own count includes connections that are being opened. */
const open = new WeakMap<pg.Pool, Set<object>>();

/** When a call last got a connection of each pool (`performance.now()`). */
const moved = new WeakMap<pg.Pool, number>();

/** Whether a pool has an open connection, in use or idle. */
export const isConnected = (pool: pg.Pool): boolean => (open.get(pool)?.size ?? 0) > 0;

/**
 * Milliseconds for which a call may still wait for a connection of a pool whose connections are all in use, if no call
 * gets one meanwhile.
 *
 * @param since when its wait began, there or in a queue before the pool
 */
export function waitLeft(pool: pg.Pool, since: number): number {
  const { max, connectionTimeoutMillis = 0 } = pool.options;
  const isUsedUp = pool.idleCount === 0 && pool.totalCount >= max;
  const began = Math.max(since, moved.get(pool) ?? 0);
  return isUsedUp ? Math.max(0, began + connectionTimeoutMillis - performance.now()) : connectionTimeoutMillis;
}

/**
 * A pool of connections that survives the loss of any of them. End it with `end()`.
 *
 * @param log called with a message for each lost connection; the pool replaces it automatically
 */
export function openPool(config: pg.PoolConfig, log: (message: string) => void = () => {}): pg.Pool {
  const pool = new CancellingPool({ keepAlive: true, ...config });
  const connections = new Set<object>();
  open.set(pool, connections);
  pool.on('connect', (client) => connections.add(client));
  pool.on('remove', (client) => connections.delete(client));
  pool.on('acquire', () => moved.set(pool, performance.now()));
  // Without an error listener on each client, also while it is checked out, a lost connection ends the process; so does
  // a pool without one, which reports the errors of idle clients again.
  pool.on('connect', (client) =>
    client.on('error', (error) => log(`A database connection was lost: ${error.message}`)),
  );
  pool.on('error', () => {});
  return pool;
}
