import { BATCHES, DomainError, type Live } from '@channel/graph';
import { listen, type SteadyConnection } from '@channel/prisma';
import { CHANNELS, deliveryOf, ordersOf } from '@channel/webhooks';
import type { Services } from '../context.ts';
import { Stream } from './stream.ts';

/** Seconds after which a client that watches too much may ask again. */
const RETRY_AFTER = 30;

export const TOO_MUCH = {
  status: 429,
  code: 'TOO_MANY_REQUESTS',
  message: 'You watch too much at the same time.',
  retryAfter: RETRY_AFTER,
} as const;

/** What is watched. */
export type Notices = Omit<Live, 'look'>;

/** Spreads what Postgres tells this process among those who watch. */
export type Hub = {
  /**
   * What somebody watches until `over`.
   *
   * @param admit asked when watching begins; false for somebody who may not, and is told so
   */
  watch(over: AbortSignal, admit: () => boolean): Notices;
  /** Ends all streams and stops listening. */
  close(): Promise<void>;
};

/** Makes a hub with one connection, which is made when somebody first watches. */
export function createHub({ settings }: Pick<Services, 'settings'>): Hub {
  const streams = {
    [CHANNELS.orders]: new Set<Stream<string>>(),
    [CHANNELS.deliveries]: new Set<Stream<string>>(),
    [BATCHES]: new Set<Stream<string>>(),
  };
  const all = () => Object.values(streams).flatMap((among) => [...among]);
  let listening: Promise<SteadyConnection> | undefined;
  let isClosed = false;

  function start(): Promise<SteadyConnection> {
    listening ??= listen({
      connectionString: settings.databaseUrl ?? '',
      channels: Object.keys(streams),
      applicationName: 'channel-booking-live',
      onNotice: (channel, payload) => {
        const told: Record<string, Set<Stream<string>>> = streams;
        for (const stream of told[channel] ?? []) stream.push(payload);
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

  async function* watch(among: Set<Stream<string>>, over: AbortSignal, admit: () => boolean): AsyncGenerator<string> {
    if (!admit()) throw new DomainError(TOO_MUCH.code, TOO_MUCH.message, { retryAfter: RETRY_AFTER });
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
    watch: (over, admit) => ({
      orders: async function* () {
        for await (const notice of watch(streams[CHANNELS.orders], over, admit)) yield { orders: ordersOf(notice) };
      },
      deliveries: async function* () {
        for await (const notice of watch(streams[CHANNELS.deliveries], over, admit)) yield deliveryOf(notice);
      },
      batches: async function* () {
        for await (const notice of watch(streams[BATCHES], over, admit)) yield { batchId: Number(notice) };
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
export const NO_LIVE: Live = {
  orders: nothing,
  deliveries: nothing,
  batches: nothing,
  look: (read) => read(),
};
