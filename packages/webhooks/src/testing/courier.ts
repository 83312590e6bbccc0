import type { PrismaClient } from '@channel/prisma';
import { loadSettings, type Settings } from '@channel/settings';
import { type ConnectorOptions, createAgent } from '../connector.ts';
import { type Courier, type EndpointNotice, rulesOf } from '../courier.ts';

/** Loopback is allowed; all other settings are defaults. */
export const SETTINGS: Settings = loadSettings({
  SECRET_KEY: 'a key that only tests know, 32 and more',
  WEBHOOK_HTTPS_ONLY: '0',
  WEBHOOK_ALLOWED_RANGES: '127.0.0.1',
});

export const NOW = new Date('2026-06-01T10:00:00Z');

/** A courier whose clock stands still until it is set, with its log records. */
export type TestCourier = Courier & {
  set(now: Date): void;
  notified: { level: string; message: string }[];
  /** What people were notified of. */
  notices: EndpointNotice[];
  paused: number[];
  close(): Promise<void>;
};

/** Creates a courier with these settings. Pauses take no time and advance its clock instead. */
export function createCourier(
  db: PrismaClient,
  settings: Partial<Settings> = {},
  connector: ConnectorOptions = {},
): TestCourier {
  const all = { ...SETTINGS, ...settings };
  const agent = createAgent(rulesOf(all), connector);
  const notified: TestCourier['notified'] = [];
  const notices: EndpointNotice[] = [];
  const paused: number[] = [];
  let now = NOW;
  return {
    db,
    settings: all,
    agent,
    clock: () => now,
    random: () => 0.5,
    pause: async (milliseconds) => {
      paused.push(milliseconds);
      now = new Date(now.getTime() + milliseconds);
    },
    log: (level, message) => notified.push({ level, message }),
    set: (next) => {
      now = next;
    },
    notify: async (_tx, notice) => void notices.push(notice),
    notified,
    notices,
    paused,
    close: () => agent.destroy(),
  };
}
