import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConnectionLost } from './busy.ts';
import { presenceOf } from './presence.ts';

export type SteadyOptions = {
  connectionString: string;
  /** Shown by Postgres in `pg_stat_activity`. */
  applicationName: string;
  /** Sets up a new connection; called again after each loss. */
  onConnect: (client: pg.Client) => Promise<unknown>;
  /** Called when the connection was lost. */
  onLost?: ((error: Error) => void) | undefined;
  /** Milliseconds between checks of the connection (default 5 s). */
  checkMs?: number | undefined;
};

/** A connection that is restored automatically. */
export type SteadyConnection = {
  /** Whether it is connected now. */
  ready(): boolean;
  close(): Promise<void>;
};

const PAUSE = 250;
const CONNECT_TIMEOUT = 2_000;
const CHECK_MS = 5_000;

/**
 * Keeps one connection outside of every pool, for state that ends with its session (LISTEN, advisory locks).
 *
 * @throws when the first connection can't be made
 */
export async function steadyConnection(options: SteadyOptions): Promise<SteadyConnection> {
  const closing = new AbortController();
  let client: pg.Client | undefined;
  let socket: Socket | undefined;
  let returning: Promise<void> | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: options.connectionString,
      application_name: options.applicationName,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      query_timeout: CONNECT_TIMEOUT,
      keepAlive: true,
      stream: () => {
        socket = new Socket();
        return socket;
      },
    });
    next.on('error', () => {});
    await next.connect();
    try {
      await options.onConnect(next);
    } catch (error) {
      await next.end();
      throw error;
    }
    if (closing.signal.aborted) return next.end();
    client = next;
    const checks = setInterval(() => void check(next), options.checkMs ?? CHECK_MS).unref();
    next.once('end', () => {
      clearInterval(checks);
      returning = onEnd();
    });
  }

  /** A network may drop an idle connection without closing it: nothing would arrive on it, and no error either. */
  async function check(checked: pg.Client): Promise<void> {
    const query = { text: 'select', query_timeout: options.checkMs ?? CHECK_MS };
    await checked.query(query).catch((error: Error) => {
      if (checked === client) socket?.destroy(error);
    });
  }

  async function onEnd(): Promise<void> {
    client = undefined;
    if (closing.signal.aborted) return;
    options.onLost?.(new Error('The connection was lost'));
    while (!closing.signal.aborted) {
      try {
        await sleep(PAUSE, undefined, { signal: closing.signal, ref: false });
        return await connect();
      } catch {
        // Not back yet, or closed in the meantime.
      }
    }
  }

  await connect();
  const leave = presenceOf(options.connectionString).watch({
    abandon: () => socket?.destroy(new ConnectionLost('the database does not answer')),
  });
  return {
    ready: () => client !== undefined,
    close: async () => {
      closing.abort();
      leave();
      await returning;
      await client?.end();
    },
  };
}
