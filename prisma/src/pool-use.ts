import type pg from 'pg';

/** The connections of one pool of a client. */
export type PoolUse = {
  /** The name of the share; `all` for a client without shares. */
  name: string;
  /** Connections that a caller holds. */
  used: number;
  /** Open connections that nobody uses. */
  idle: number;
  /** Calls that wait for a connection. */
  waiting: number;
  max: number;
};

export const useOf = (name: string, pool: pg.Pool): PoolUse => ({
  name,
  used: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
  max: pool.options.max,
});
