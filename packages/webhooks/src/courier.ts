import type { PrismaClient } from '@channel/prisma';
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
