import type { PrismaClient } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import type { Dispatcher } from 'undici';
import type { AddressRules } from './addresses.ts';

/** The settings that decide about deliveries. */
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

/** What deliveries are made with. */
export type Courier = {
  db: PrismaClient;
  settings: WebhookSettings;
  /** Makes the connections, see `createAgent`. */
  agent: Dispatcher;
  /** Tells the time; nothing here reads another clock. */
  clock: () => Date;
  /** Chance from 0 up to (not including) 1: spreads tries out. */
  random: () => number;
  /** Waits for a number of milliseconds. */
  pause: (milliseconds: number) => Promise<unknown>;
  /** Told of what an operator should know. */
  log: (level: 'info' | 'warn', message: string, details: Record<string, unknown>) => void;
};

/** Where these settings let webhooks go. */
export const rulesOf = (
  settings: Pick<Settings, 'webhookAllowedRanges' | 'webhookHttpsOnly' | 'webhookPorts'>,
): AddressRules => ({
  httpsOnly: settings.webhookHttpsOnly,
  ports: settings.webhookPorts,
  allowedRanges: settings.webhookAllowedRanges,
});
