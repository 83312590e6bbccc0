import { setTimeout as sleep } from 'node:timers/promises';
import { mailEndpointNotice } from '@channel/graph';
import { rulesOf, TASKS } from '@channel/webhooks';
import { type Courier, createAgent } from '@channel/webhooks/delivery';
import type { CronItem } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import { traceAttempts } from '../traces/trace-attempts.ts';

/** Opens the sender of webhooks; `close` ends it. */
export function openCourier(
  { db, settings, clock, metrics, tracing }: Services,
  log: Logger,
): Courier & { close(): Promise<void> } {
  const agent = createAgent(rulesOf(settings));
  return {
    db,
    settings,
    agent,
    clock,
    random: Math.random,
    pause: (milliseconds) => sleep(milliseconds),
    trace: tracing && traceAttempts(tracing),
    notify: (tx, notice, now) => mailEndpointNotice(tx, { settings, now }, notice),
    onAttempt: metrics?.attempt,
    log: (level, message, details) => log[level](details, message),
    close: () => agent.destroy(),
  };
}

/** The maintenance of webhooks, in UTC. */
export const webhookItems: CronItem[] = [
  { task: TASKS.sweep, match: '* * * * *', identifier: TASKS.sweep },
  { task: TASKS.divide, match: '17 * * * *', identifier: TASKS.divide },
  { task: TASKS.prune, match: '41 * * * *', identifier: TASKS.prune },
];
