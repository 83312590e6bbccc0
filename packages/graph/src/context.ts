import type { Actor, Sessions } from '@channel/auth';
import type { Prisma, PrismaClient, Tx } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import type { Loaders } from './loaders.ts';

export type { Actor };

/** Through which door a request came; written into the audit log. */
export type Door = Prisma.AuditEntryCreateInput['door'];

/** An order that was made or changed, as those need it who are told of it. */
export type OrderChanged = {
  operation: 'create' | 'update';
  orderId: number;
  /** The order's version after the change. */
  version: number;
  organizationId: number;
};

/** An event about an order, as receivers get it. */
export type OrderEvent = {
  /** UUID, the same as in the body. */
  id: string;
  kind: string;
  /** The envelope as text. */
  body: string;
};

/**
 * What happens in the installation while it is watched, whichever process does it. A stream ends when something may have
 * been missed, or when the watcher's access has ended or changed: whoever still may watches anew, and reads anew.
 * From when a stream is there, it misses nothing that is committed.
 */
export type Live = {
  /** Orders that were made or changed. */
  orders(): Promise<AsyncIterable<{ orders: { orderId: number; version: number }[] }>>;
  /** Webhook deliveries that were tried or given up. */
  deliveries(): Promise<AsyncIterable<{ deliveryId: number }>>;
  /** Batches that began, went on or ended. */
  batches(): Promise<AsyncIterable<{ batchId: number }>>;
  /** Reads, before a notice becomes an event, whether it is for the subscriber: bounded as a request of the subscriber is. */
  look<Found>(read: () => Promise<Found>): Promise<Found>;
};

/** An operation that is running. */
export type Work = {
  /** Aborted when nobody waits for the answer any more, with what is told instead of it. */
  signal: AbortSignal;
  /** Counts objects of the answer, and aborts the signal when there are more than the operation may answer. */
  objects(count: number): void;
  /** The same for the bytes of names and values, as far as they are known before the answer is written. */
  bytes(count: number): void;
  /** Told of a change of a mutation that was made, by the key of its answer. */
  made?(key: string): void;
};

/** What every operation knows of the world around it. Made once a request, by the composition root. */
export type Context = {
  /** The database, or the transaction in which the operation runs. */
  db: PrismaClient | Tx;
  /** Who acts; null where nobody has signed in. */
  actor: Actor | null;
  /** The instant of the request. Nothing in the core reads another clock. */
  now: Date;
  /** ISO 639-1 code in which texts are answered; always one that the actor's organizations offer. */
  lang: string;
  door: Door;
  /** The IP address of the caller; null where the change comes over no network. */
  address: string | null;
  /** Equals the answer's `X-Request-Id`. */
  requestId: string;
  /** The batch that the change is part of, if it is part of one; written into the audit log. */
  batchId?: number;
  settings: Settings;
  loaders: Loaders;
  /** The console's sessions and the cookies that hold them. A door without cookies reads none and drops what is written. */
  sessions: Sessions;
  cookies: { read(): string | undefined; write(setCookie: string): void };
  /**
   * Tells others of changes of orders, in the transaction of the changes: what is told is true, and nothing is told of
   * what is rolled back.
   */
  emit: (tx: Tx, context: Context, changes: OrderChanged[]) => Promise<void>;
  /** The event that would tell of a change of an order as it stands now. Nothing is written. */
  describe: (tx: PrismaClient | Tx, context: Context, order: Omit<OrderChanged, 'operation'>) => Promise<OrderEvent>;
  /** For subscriptions. */
  live: Live;
  /** What bounds the operation while it runs; absent where nothing does. */
  work?: Work | undefined;
};
