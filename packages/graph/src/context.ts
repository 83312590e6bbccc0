import type { Actor, CrewMember, Sessions } from '@channel/auth';
import type { Prisma, PrismaClient, Tx } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import type { AnswerCache } from 'graphql-sql';
import type { DomainError } from './errors.ts';
import type { Loaders } from './loaders.ts';

export type { Actor };

/** The channel (entry point) of a request; written into the audit log. */
export type Channel = Prisma.AuditEntryCreateInput['channel'];

/** A created or changed order, as its events need it. */
export type OrderChanged = {
  operation: 'create' | 'update';
  orderId: number;
  /** The order's version after the change. */
  version: number;
  organizationId: number;
};

/** An event about an order, as webhook endpoints receive it. */
export type OrderEvent = {
  /** UUID, the same as in the body. */
  id: string;
  kind: string;
  /** The envelope as text. */
  body: string;
};

/** Values of a transfer; those that are left out stay as they are. */
type PlannedTransfer = { date?: Date | null; time?: Date | null; driverId?: number | null };

/** An order as it would be with another booking. */
export type PlannedOrder = {
  id: number;
  /** The new values of columns of its row, by their names. */
  columns: ReadonlyMap<string, Prisma.Sql>;
  /** The first of its new bookings. */
  booking: { availabilityId: number; date: Date; startTime: Date | null };
  pickup: PlannedTransfer;
  dropoff: PlannedTransfer;
  tourGuideId: number | null;
};

/** A stream of the change feed. */
export type ChangeStream = 'orders' | 'catalogue';

/** Signals of a stream of the change feed. Signals that come while nobody waits are one. */
export type Signals = {
  /**
   * Waits for a signal since the last call, and at most for some milliseconds.
   *
   * @param pauseMs how long to wait at least, so that the signals of this time are one
   * @returns false when the subscriber's access or connection has ended
   */
  next(maxMs: number, pauseMs: number): Promise<boolean>;
  end(): void;
};

/** A wait for a change. */
export type Held = {
  stream: ChangeStream;
  /** The longest wait. */
  seconds: number;
  /** Milliseconds after which to check without a signal. */
  recheckMs: number;
  /** Milliseconds between two checks. */
  pauseMs: number;
  /** Whether there is what the operation waits for; called after signals, through `look`. */
  isOver(): Promise<boolean>;
};

/**
 * Streams of changes in the installation, made by any process. A stream ends when it may have missed a change, or when
 * the subscriber's access has ended or changed; the client then subscribes and reads again. A stream misses no change
 * that is committed after the stream was opened.
 */
export type Live = {
  /** Orders that were created or changed. */
  orders(): Promise<AsyncIterable<{ orders: { orderId: number; version: number }[] }>>;
  /** Webhook deliveries that were attempted or abandoned. */
  deliveries(): Promise<AsyncIterable<{ deliveryId: number }>>;
  /** Batches that started, progressed or ended. */
  batches(): Promise<AsyncIterable<{ batchId: number }>>;
  /** Organizations whose drafts of the dispatch board changed. */
  drafts(): Promise<AsyncIterable<{ organizationId: number }>>;
  /** Orders whose notes changed or were read. */
  notes(): Promise<AsyncIterable<{ orderId: number }>>;
  /** Signals that a stream of the change feed has new changes. */
  changes(stream: ChangeStream): Promise<Signals>;
  /** The cursor after which the client resumes a stream of changes; null where it has none. */
  resumeAfter: string | null;
  /**
   * Requests that the entry point discards the answer, waits outside of the operation, and executes it once more. Only
   * the first request of an operation counts, and none where the entry point cannot wait.
   */
  hold(wait: Held): void;
  /** Reads whether a notification is visible to the subscriber; the limits of the subscriber's requests apply. */
  look<Found>(read: () => Promise<Found>): Promise<Found>;
};

/** The limits of a running operation. */
export type Work = {
  /** Aborted when the client no longer waits or a limit is exceeded; its reason is the error to answer with. */
  signal: AbortSignal;
  /** Counts objects of the answer, and aborts the signal when they exceed the maximum of an operation. */
  objects(count: number): void;
  /** Counts bytes of names and values in the same way, as far as they are known before the answer is serialized. */
  bytes(count: number): void;
  /** Called after a mutation field has executed, with the response key of the field; also where it was refused. */
  made?(key: string): void;
  /** Called before, where the field made no change and its value says why. */
  refused?(key: string, refusal: DomainError): void;
};

/** An actor that is known from an earlier request with the same access token. */
export type PresumedActor = {
  tokenId: number;
  tokenHash: Uint8Array;
  /** Whether the actor was right; undefined until it was compared. */
  isConfirmed: boolean | undefined;
  /** Compares with the actor of the token as the database has it now, as JSON; null for a token that is not valid. */
  compare(actorJson: Buffer | null): boolean;
};

/** The context of an operation. The composition root makes one for each request. */
export type Context = {
  /** The database, or the transaction in which the operation runs. */
  db: PrismaClient | Tx;
  /** The signed-in user; null for an anonymous client. */
  actor: Actor | null;
  /** The holder of a session of the page of the crew, who is no actor; null at all other entry points. */
  crew: CrewMember | null;
  /** Answers of earlier requests, where this one may be answered by one and leave its own. */
  answers?: AnswerCache | undefined;
  /** Set where the actor is presumed from an earlier request: a compiled read confirms it in its own statement. */
  presumed?: PresumedActor | undefined;
  /** The instant of the request. The core reads no other clock. */
  now: Date;
  /** ISO 639-1 code of the language of texts in the answer; always one that the actor's organizations offer. */
  lang: string;
  /**
   * ISO 639-1 code of the language of sentences about the answer, such as clashes and refusals: the requested one, also
   * where the actor's organizations offer no texts in it.
   */
  sentenceLang: string;
  channel: Channel;
  /** The IP address of the caller, also written into the audit log; null where no request comes over the network. */
  address: string | null;
  /** Equals the answer's `X-Request-Id`. */
  requestId: string;
  /** The place of the request in its trace, as the W3C header: written with its events; absent without traces. */
  traceparent?: string | undefined;
  /** The batch of the change, if any; written into the audit log. */
  batchId?: number;
  settings: Settings;
  loaders: Loaders;
  /** The console's sessions and their cookies. An entry point without cookies reads none and ignores writes. */
  sessions: Sessions;
  cookies: { read(): string | undefined; write(setCookie: string): void };
  /**
   * Emits events for changes of orders, in the transaction of the changes: a change that is rolled back emits none.
   */
  emit: (tx: Tx, context: Context, changes: OrderChanged[]) => Promise<void>;
  /** The event that a change of an order would emit, with the order's current state. Writes nothing. */
  describe: (tx: PrismaClient | Tx, context: Context, order: Omit<OrderChanged, 'operation'>) => Promise<OrderEvent>;
  /** The ids of those orders of a condition that have findings of the dispatch rules, see `Order.clashes`. */
  clashing: (context: Context, where: Prisma.OrderWhereInput) => Promise<number[]>;
  /** The findings of the dispatch rules about an order as it would be, in a form that can be compared. */
  findings: (context: Context, order: PlannedOrder) => Promise<readonly object[]>;
  /** Stores the content of a picture under its key, outside of the database: it is not rolled back. */
  keep: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>;
  /** For subscriptions. */
  live: Live;
  /** The limits of the operation while it runs; absent where none apply. */
  work?: Work | undefined;
  /** Set where the answer is stored: gets the ids of the orders of which the answer shows something. */
  ordersShown?: Set<number> | undefined;
  /** Called after a booking was made, or refused because its places are sold out; not for a repeated request. */
  onBooking?: ((outcome: 'made' | 'sold_out') => void) | undefined;
};
