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

/**
 * Reports each round trip on the connections of a pool: the seconds from a call until Postgres has answered it and
 * waits for the next one. Statements that are sent together are one round trip.
 */
export function measureRoundTrips(pool: pg.Pool, report: (seconds: number) => void): void {
  pool.on('connect', (client) => {
    const query: (...args: unknown[]) => unknown = client.query.bind(client);
    let began: number | undefined;
    client.query = ((...args: unknown[]) => {
      began ??= performance.now();
      return query(...args);
    }) as typeof client.query;
    client.on('drain', () => {
      if (began !== undefined) report((performance.now() - began) / 1_000);
      began = undefined;
    });
  });
}
