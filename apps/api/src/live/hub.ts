import { ACCESS_ENDED } from '@channel/auth';
import { BATCHES, DRAFTS, type Live, NOTES } from '@channel/graph';
import { DatabaseBusy, listen, type SteadyConnection } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import { CHANNELS, deliveryOf, ordersOf } from '@channel/webhooks';
import { GraphQLError } from 'graphql';
import { Stream } from './stream.ts';
import { MAX_OF_A_USER } from './watchers.ts';

/** Seconds after which a client with too many streams may retry. */
const RETRY_AFTER = 30;

export const TOO_MUCH = {
  status: 429,
  code: 'TOO_MANY_REQUESTS',
  message: `You have ${MAX_OF_A_USER} streams already: end one that is not needed.`,
  retryAfter: RETRY_AFTER,
} as const;

const tooMuch = () => {
  const { status, code, message, retryAfter } = TOO_MUCH;
  const http = { status, headers: { 'retry-after': String(retryAfter) } };
  return new GraphQLError(message, { extensions: { code, retryAfter, http } });
};

/** The notices of one watcher. */
export type Notices = Omit<Live, 'look'>;

type Watcher = { over: AbortSignal; admit: () => boolean };

/** Distributes Postgres notifications of this process to its watchers. */
export type Hub = {
  /**
   * The notices for one watcher, until `over` is aborted.
   *
   * @param admit called when watching begins; false refuses the watcher
   */
  watch(over: AbortSignal, admit: () => boolean): Notices;
  /** Calls `check` with the id of each user whose access was ended, while anybody watches. */
  onAccessEnded(check: (userId: number) => void): void;
  /** Ends all streams and stops listening. */
  close(): Promise<void>;
};

/** Creates a hub with one connection, which is opened for the first watcher. */
export function createHub({ settings }: { settings: Settings }): Hub {
  const streams = {
    [CHANNELS.orders]: new Set<Stream<string>>(),
    [CHANNELS.deliveries]: new Set<Stream<string>>(),
    [BATCHES]: new Set<Stream<string>>(),
    [DRAFTS]: new Set<Stream<string>>(),
    [NOTES]: new Set<Stream<string>>(),
  };
  const all = () => Object.values(streams).flatMap((among) => [...among]);
  let listening: Promise<SteadyConnection> | undefined;
  const checks = new Set<(userId: number) => void>();
  let isClosed = false;

  function start(): Promise<SteadyConnection> {
    listening ??= listen({
      connectionString: settings.databaseUrl ?? '',
      channels: [...Object.keys(streams), ACCESS_ENDED],
      applicationName: 'channel-booking-live',
      onNotice: (channel, payload) => {
        if (channel === ACCESS_ENDED) for (const check of checks) check(Number(payload));
        const byChannel: Record<string, Set<Stream<string>>> = streams;
        for (const stream of byChannel[channel] ?? []) stream.push(payload);
      },
      // Notifications are lost until the connection is back.
      onLost: () => {
        for (const stream of all()) stream.end();
      },
    }).catch((error) => {
      listening = undefined;
      throw error;
    });
    return listening;
  }

  async function watch<News>(channel: keyof typeof streams, read: (payload: string) => News, { over, admit }: Watcher) {
    if (!admit()) throw tooMuch();
    const stream = new Stream<string>();
    const end = () => {
      stream.end();
      streams[channel].delete(stream);
    };
    over.addEventListener('abort', end, { once: true });
    streams[channel].add(stream);
    const connection = await start().catch((error) => {
      end();
      throw error;
    });
    if (isClosed || over.aborted) end();
    else if (!connection.ready()) {
      end();
      throw new DatabaseBusy(undefined, 'The server receives no change notifications at the moment, please try again');
    }
    return each(stream, read);
  }

  return {
    watch: (over, admit) => ({
      orders: () => watch(CHANNELS.orders, (payload) => ({ orders: ordersOf(payload) }), { over, admit }),
      deliveries: () => watch(CHANNELS.deliveries, deliveryOf, { over, admit }),
      batches: () => watch(BATCHES, (payload) => ({ batchId: Number(payload) }), { over, admit }),
      drafts: () => watch(DRAFTS, (payload) => ({ organizationId: Number(payload) }), { over, admit }),
      notes: () => watch(NOTES, (payload) => ({ orderId: Number(payload) }), { over, admit }),
    }),
    onAccessEnded: (check) => void checks.add(check),
    close: async () => {
      isClosed = true;
      for (const stream of all()) stream.end();
      await (await listening?.catch(() => undefined))?.close();
    },
  };
}

async function* each<News>(payloads: AsyncIterable<string>, read: (payload: string) => News): AsyncGenerator<News> {
  for await (const payload of payloads) yield read(payload);
}

async function* none(): AsyncGenerator<never> {}
const nothing = async () => none();

/** For contexts without watching. */
export const NO_LIVE: Live = {
  orders: nothing,
  deliveries: nothing,
  batches: nothing,
  drafts: nothing,
  notes: nothing,
  look: (read) => read(),
};
