import pg from 'pg';
import { type SteadyConnection, steadyConnection } from './steady-connection.ts';

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

/**
 * Hears `NOTIFY` on one connection of its own, which comes back by itself when it is lost.
 *
 * @returns what ends it, once it hears
 * @throws when the first connection can't be made
 */
export function listen(options: ListenOptions): Promise<SteadyConnection> {
  const { connectionString, channels, onNotice, onLost, applicationName = 'channel-booking-listen' } = options;
  return steadyConnection({
    connectionString,
    applicationName,
    onLost,
    onConnect: (client) => {
      client.on('notification', ({ channel, payload = '' }) => onNotice(channel, payload));
      return client.query(channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join('; '));
    },
  });
}
