import type pg from 'pg';
import { CancellingPool } from './cancel.ts';

/** The connections of each pool that are open; its own count has those that are only tried, too. */
const open = new WeakMap<pg.Pool, Set<object>>();

/** Whether a pool has a connection, used or not. */
export const isConnected = (pool: pg.Pool): boolean => (open.get(pool)?.size ?? 0) > 0;

/**
 * A pool of connections that outlives the loss of any of them. End it with `end()`.
 *
 * @param log told of lost connections, which are replaced by themselves
 */
export function openPool(config: pg.PoolConfig, log: (message: string) => void = () => {}): pg.Pool {
  const pool = new CancellingPool({ keepAlive: true, ...config });
  const connections = new Set<object>();
  open.set(pool, connections);
  pool.on('connect', (client) => connections.add(client));
  pool.on('remove', (client) => connections.delete(client));
  // A client without an error listener ends the whole process when Postgres goes away, even while it is checked out; so
  // does a pool without one, which tells of the idle ones again.
  pool.on('connect', (client) =>
    client.on('error', (error) => log(`A database connection was lost: ${error.message}`)),
  );
  pool.on('error', () => {});
  return pool;
}
