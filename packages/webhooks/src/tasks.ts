import { createWebhookParts, inTransaction } from '@channel/prisma';
import type { Courier } from './courier.ts';
import { deliver } from './deliver.ts';
import { matchEvents } from './match-events.ts';
import { promote } from './promote.ts';
import { type DeliverPayload, type ErasePayload, type MatchPayload, TASKS, type WakePayload } from './queue.ts';
import { eraseAnswers, pruneEvents } from './retention.ts';
import { sweep } from './sweep.ts';

/** Partitions of events exist so far ahead: so long may no worker run. */
const WEEKS_AHEAD = 4;

type Task = (payload: unknown) => Promise<void>;

/**
 * The tasks that schedule deliveries, without waiting for receivers. Only this package adds these jobs, so their
 * payloads have the expected types.
 */
export function dispatchTasks(courier: Courier): Record<string, Task> {
  const { db, clock, log, settings } = courier;
  return {
    [TASKS.match]: (payload) => matchEvents(courier, (payload as MatchPayload).orderIds),
    [TASKS.wake]: async (payload) => {
      const { endpointId, dueAt } = payload as WakePayload;
      // The queue uses the clock of the database, which may be ahead of this server's clock.
      const now = new Date(Math.max(clock().getTime(), Date.parse(dueAt)));
      await inTransaction(db, (tx) => promote(tx, [endpointId], now));
    },
    [TASKS.sweep]: () => sweep(courier),
    [TASKS.erase]: (payload) => eraseAnswers(db, (payload as ErasePayload).eventIds),
    [TASKS.divide]: async () => {
      const created = await createWebhookParts(db, clock(), WEEKS_AHEAD, settings.webhookRetentionDays);
      if (created > 0) log('info', 'created partitions of webhook events in advance', { partitions: created });
    },
    [TASKS.prune]: async () => {
      const { parts, events } = await pruneEvents(courier);
      if (parts > 0 || events > 0) log('info', 'old webhook events were deleted', { parts, events });
    },
  };
}

/**
 * The task that sends requests to receivers. It waits for them, so it should not share its worker slots with other
 * tasks.
 */
export const deliveryTasks = (courier: Courier): Record<string, Task> => ({
  [TASKS.deliver]: (payload) => deliver(courier, (payload as DeliverPayload).deliveryId),
});
