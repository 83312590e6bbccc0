import type { Live } from '@channel/graph';
import { listen, type SteadyConnection } from '@channel/prisma';
import { CHANNELS, deliveryOf, ordersOf } from '@channel/webhooks';
import type { Services } from '../context.ts';
import { Stream } from './stream.ts';

/** Spreads what Postgres tells this process among those who watch. */
export type Hub = {
  /** What somebody watches until `over`. */
  watch(over: AbortSignal): Live;
  /** Ends all streams and stops listening. */
  close(): Promise<void>;
};

/** Makes a hub with one connection, which is made when somebody first watches. */
export function createHub({ settings, clock }: Pick<Services, 'settings' | 'clock'>): Hub {
  const streams = { orders: new Set<Stream<string>>(), deliveries: new Set<Stream<string>>() };
  const all = () => [...streams.orders, ...streams.deliveries];
  let listening: Promise<SteadyConnection> | undefined;
  let isClosed = false;

  function start(): Promise<SteadyConnection> {
    listening ??= listen({
      connectionString: settings.databaseUrl ?? '',
      channels: Object.values(CHANNELS),
      applicationName: 'channel-booking-live',
      onNotice: (channel, payload) => {
        const told = channel === CHANNELS.orders ? streams.orders : streams.deliveries;
        for (const stream of told) stream.push(payload);
      },
      // What is told until the connection is back is lost.
      onLost: () => {
        for (const stream of all()) stream.end();
      },
    }).catch((error) => {
      listening = undefined;
      throw error;
    });
    return listening;
  }

  async function* watch(among: Set<Stream<string>>, over: AbortSignal): AsyncGenerator<string> {
    const stream = new Stream<string>();
    const end = () => stream.end();
    over.addEventListener('abort', end);
    among.add(stream);
    try {
      const connection = await start();
      if (isClosed || over.aborted || !connection.ready()) return;
      yield* stream;
    } finally {
      among.delete(stream);
      over.removeEventListener('abort', end);
    }
  }

  return {
    watch: (over) => ({
      orders: async function* () {
        for await (const notice of watch(streams.orders, over)) yield { at: clock(), orders: ordersOf(notice) };
      },
      deliveries: async function* () {
        for await (const notice of watch(streams.deliveries, over)) yield { at: clock(), ...deliveryOf(notice) };
      },
    }),
    close: async () => {
      isClosed = true;
      for (const stream of all()) stream.end();
      await (await listening?.catch(() => undefined))?.close();
    },
  };
}

async function* nothing() {}

/** For contexts in which nobody can watch. */
export const NO_LIVE: Live = { orders: nothing, deliveries: nothing };
