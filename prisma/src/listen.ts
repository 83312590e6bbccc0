import pg from 'pg';
import { type SteadyConnection, steadyConnection } from './steady-connection.ts';

export type ListenOptions = {
  connectionString: string;
  channels: string[];
  /** Called with each notification, in the order of their commits. */
  onNotice: (channel: string, payload: string) => void;
  /** Called when the connection was lost: notifications may be missing until it is back. */
  onLost?: (error: Error) => void;
  /** Shown by Postgres in `pg_stat_activity` (default `channel-booking-listen`). */
  applicationName?: string;
  /** Milliseconds between checks of the connection. */
  checkMs?: number;
};

/**
 * Receives `NOTIFY` on its own connection, which is restored automatically when it is lost.
 *
 * @returns the connection, once it listens
 * @throws when the first connection can't be made
 */
export function listen(options: ListenOptions): Promise<SteadyConnection> {
  const { connectionString, channels, onNotice, onLost, checkMs, applicationName = 'channel-booking-listen' } = options;
  return steadyConnection({
    connectionString,
    applicationName,
    onLost,
    checkMs,
    onConnect: (client) => {
      client.on('notification', ({ channel, payload = '' }) => onNotice(channel, payload));
      return client.query(channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join('; '));
    },
  });
}
