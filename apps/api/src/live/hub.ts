import { ACCESS_ENDED } from '@channel/auth';
import { BATCHES, CHANGES, DRAFTS, type Live, NOTES, type Signals } from '@channel/graph';
import { DatabaseBusy, listen, type SteadyConnection } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import { CHANNELS, deliveryOf, ordersOf } from '@channel/webhooks';
import { GraphQLError } from 'graphql';
import { direct } from '../addresses.ts';
import { Signal } from './signal.ts';
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
export type Notices = Omit<Live, 'look' | 'hold' | 'resumeAfter'>;

type Watcher = { over: AbortSignal; admit: () => boolean };
type Receiver = { push(payload: string): void; end(): void };

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
  const receivers = {
    [CHANNELS.orders]: new Set<Receiver>(),
    [CHANNELS.deliveries]: new Set<Receiver>(),
    [BATCHES]: new Set<Receiver>(),
    [CHANGES]: new Set<Receiver>(),
    [DRAFTS]: new Set<Receiver>(),
    [NOTES]: new Set<Receiver>(),
  };
  const all = () => Object.values(receivers).flatMap((among) => [...among]);
  let listening: Promise<SteadyConnection> | undefined;
  const checks = new Set<(userId: number) => void>();
  let isClosed = false;

  function start(): Promise<SteadyConnection> {
    listening ??= listen({
      connectionString: direct(settings),
      channels: [...Object.keys(receivers), ACCESS_ENDED],
      applicationName: 'channel-booking-live',
      onNotice: (channel, payload) => {
        if (channel === ACCESS_ENDED) for (const check of checks) check(Number(payload));
        const byChannel: Record<string, Set<Receiver>> = receivers;
        for (const receiver of byChannel[channel] ?? []) receiver.push(payload);
      },
      // Notifications are lost until the connection is back.
      onLost: () => {
        for (const receiver of all()) receiver.end();
      },
    }).catch((error) => {
      listening = undefined;
      throw error;
    });
    return listening;
  }

  /** Sends the notifications of a channel to a receiver, until the watcher is over. @returns ends it before */
  async function receive(channel: keyof typeof receivers, receiver: Receiver, { over, admit }: Watcher) {
    if (!admit()) throw tooMuch();
    const end = () => {
      receiver.end();
      receivers[channel].delete(receiver);
    };
    over.addEventListener('abort', end, { once: true });
    receivers[channel].add(receiver);
    const connection = await start().catch((error) => {
      end();
      throw error;
    });
    if (isClosed || over.aborted) end();
    else if (!connection.ready()) {
      end();
      throw new DatabaseBusy(undefined, 'The server receives no change notifications at the moment, please try again');
    }
    return end;
  }

  async function watch<News>(
    channel: keyof typeof receivers,
    read: (payload: string) => News,
    watcher: Watcher,
  ): Promise<AsyncIterable<News>> {
    const stream = new Stream<string>();
    await receive(channel, stream, watcher);
    return each(stream, read);
  }

  async function signals(stream: string, watcher: Watcher): Promise<Signals> {
    const signal = new Signal(stream);
    const end = await receive(CHANGES, signal, watcher);
    return { next: (maxMs, pauseMs) => signal.next(maxMs, pauseMs), end };
  }

  return {
    watch: (over, admit) => ({
      orders: () => watch(CHANNELS.orders, (payload) => ({ orders: ordersOf(payload) }), { over, admit }),
      deliveries: () => watch(CHANNELS.deliveries, deliveryOf, { over, admit }),
      batches: () => watch(BATCHES, (payload) => ({ batchId: Number(payload) }), { over, admit }),
      drafts: () => watch(DRAFTS, (payload) => ({ organizationId: Number(payload) }), { over, admit }),
      notes: () => watch(NOTES, (payload) => ({ orderId: Number(payload) }), { over, admit }),
      changes: (stream) => signals(stream, { over, admit }),
    }),
    onAccessEnded: (check) => void checks.add(check),
    close: async () => {
      isClosed = true;
      for (const receiver of all()) receiver.end();
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
  changes: async () => ({ next: async () => false, end: () => {} }),
  resumeAfter: null,
  hold: () => {},
  look: (read) => read(),
};
