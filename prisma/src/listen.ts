import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type ListenOptions = {
  connectionString: string;
  channels: string[];
  /** Told of each notice, in the order in which they were committed. */
  onNotice: (channel: string, payload: string) => void;
  /** Told when the connection was lost: notices may be missing from now until it is back. */
  onLost?: (error: Error) => void;
  /** Shown by Postgres in `pg_stat_activity` (default `channel-booking-listen`). */
  applicationName?: string;
};

const PAUSE = 250;
const LONGEST_PAUSE = 5_000;
const CONNECT_TIMEOUT = 5_000;

/**
 * Hears `NOTIFY` on one connection of its own, which comes back by itself when it is lost.
 *
 * @returns what ends it, once the first connection is made; `ready` says whether it hears at the moment
 * @throws when the first connection can't be made
 */
export async function listen(options: ListenOptions): Promise<{ ready(): boolean; close(): Promise<void> }> {
  const closing = new AbortController();
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: options.connectionString,
      application_name: options.applicationName ?? 'channel-booking-listen',
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      keepAlive: true,
    });
    next.on('error', () => {});
    next.on('notification', ({ channel, payload = '' }) => options.onNotice(channel, payload));
    await next.connect();
    try {
      await next.query(options.channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join('; '));
    } catch (error) {
      await next.end();
      throw error;
    }
    if (closing.signal.aborted) return next.end();
    client = next;
    next.once('end', () => void onEnd());
  }

  async function onEnd(): Promise<void> {
    client = undefined;
    if (closing.signal.aborted) return;
    options.onLost?.(new Error('The connection that listens was lost'));
    for (let pause = PAUSE; !closing.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        await sleep(pause, undefined, { signal: closing.signal, ref: false });
        return await connect();
      } catch {
        // Not back yet, or closed meanwhile.
      }
    }
  }

  await connect();
  return {
    ready: () => client !== undefined,
    close: async () => {
      closing.abort();
      await client?.end();
    },
  };
}
