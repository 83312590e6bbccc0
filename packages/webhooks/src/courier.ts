import type { PrismaClient, Tx } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import type { Dispatcher } from 'undici';
import type { AddressRules } from './addresses.ts';

/** The settings of deliveries. */
export type WebhookSettings = Pick<
  Settings,
  | 'permissions'
  | 'secretKey'
  | 'webhookAllowedRanges'
  | 'webhookDisableDays'
  | 'webhookHttpsOnly'
  | 'webhookJitterPercent'
  | 'webhookPorts'
  | 'webhookRetentionDays'
  | 'webhookRetrySeconds'
  | 'webhookTimeoutSeconds'
>;

/** An attempt of a delivery, as its span shows it. */
export type AttemptOfTrace = {
  /** The place of the change in its trace, as the W3C header. */
  traceparent: string;
  url: string;
  deliveryId: number;
  endpointId: number;
  eventId: string;
  /** Number of earlier attempts. */
  tried: number;
};

/** A running attempt in its trace. */
export type AttemptSpan = {
  /** Its own place, as the W3C header for the receiver. */
  traceparent: string;
  /** Ends it with the status of the answer; null if there was none. */
  end(status: number | null): void;
};
/**
 * How an attempt of a delivery ended: `retried` failed and is tried again, `failed` was the last one, and `skipped` sent
 * nothing, because the endpoint is off or may no longer see the order.
 */
export type Outcome = 'succeeded' | 'retried' | 'failed' | 'skipped';

/** What people are notified of about an endpoint. */
export type EndpointNotice = {
  endpointId: number;
  organizationId: number;
  /** `failing`: every attempt has failed for a day. `disabled`: it was switched off. */
  kind: 'failing' | 'disabled';
  failingSince: Date;
  /** Days of failures after which it is, or was, switched off; null where the receiver answered 410. */
  days: number | null;
};

/** The dependencies of deliveries. */
export type Courier = {
  db: PrismaClient;
  settings: WebhookSettings;
  /** Makes the connections, see `createAgent`. */
  agent: Dispatcher;
  /** The clock; no other clock is read here. */
  clock: () => Date;
  /** Random number from 0 up to (not including) 1: spreads attempts. */
  random: () => number;
  /** Waits for a number of milliseconds. */
  pause: (milliseconds: number) => Promise<unknown>;
  /** Begins the span of an attempt; absent where no traces are sent. */
  trace?: ((attempt: AttemptOfTrace) => AttemptSpan | undefined) | undefined;
  /**
   * Notifies people of an endpoint that fails, once for each outage, and of one that was switched off. Called in the
   * transaction that records it; absent where nobody is notified.
   */
  notify?: ((tx: Tx, notice: EndpointNotice, now: Date) => Promise<void>) | undefined;
  /** Called after each attempt of a delivery, for the metrics of the operator. */
  onAttempt?: ((outcome: Outcome) => void) | undefined;
  /** Logs an event for the operator. */
  log: (level: 'info' | 'warn', message: string, details: Record<string, unknown>) => void;
};

/** The address rules of these settings. */
export const rulesOf = (
  settings: Pick<Settings, 'webhookAllowedRanges' | 'webhookHttpsOnly' | 'webhookPorts'>,
): AddressRules => ({
  httpsOnly: settings.webhookHttpsOnly,
  ports: settings.webhookPorts,
  allowedRanges: settings.webhookAllowedRanges,
});
