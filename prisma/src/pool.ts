import type pg from 'pg';
import { CancellingPool } from './cancel.ts';

/**
 * A pool of connections that outlives the loss of any of them. End it with `end()`.
 *
 * @param log told of lost connections, which are replaced by themselves
 */
export function openPool(config: pg.PoolConfig, log: (message: string, error: Error) => void = () => {}): pg.Pool {
  const pool = new CancellingPool({ keepAlive: true, ...config });
  // A client without an error listener ends the whole process when Postgres goes away, even while it is checked out.
  pool.on('connect', (client) => client.on('error', (error) => log('A database connection was lost', error)));
  pool.on('error', (error) => log('An idle database connection was lost', error));
  return pool;
}
