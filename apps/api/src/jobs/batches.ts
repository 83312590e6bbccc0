import { actorOf } from '@channel/auth';
import {
  executeBatch,
  forgetPlans,
  queueBatch,
  RUN_BATCH,
  type RunBatchPayload,
  requeueLostBatches,
} from '@channel/graph';
import type { CronItem, TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import { contextOf, type Services } from '../context.ts';

/** Milliseconds for which one job of a batch may delay other jobs, and the end of a worker. */
const TURN_MS = 3_000;

/** Tasks that execute batches of staff. Each is idempotent and may run at any time. */
export function batchTasks(services: Services, log: Logger): TaskList {
  const { db, clock } = services;
  return {
    [RUN_BATCH]: async (payload) => {
      const { batchId } = payload as RunBatchPayload;
      const end = performance.now() + TURN_MS;
      const isLeft = await executeBatch(
        {
          db,
          clock,
          contextOf: async ({ makerId, requestId, address }) => {
            const actor = await actorOf(db, makerId, clock());
            return actor && contextOf(services, { actor, channel: 'batch', requestId, address });
          },
          hasTime: () => performance.now() < end,
          onFailure: (error, orderId) => log.error({ err: error, batchId, orderId }, 'an order of a batch failed'),
        },
        batchId,
      );
      if (!isLeft) return;
      const { id, organizationId } = await db.batch.findUniqueOrThrow({ where: { id: batchId } });
      await queueBatch(db, { id, organizationId });
    },
    'requeue-batches': async () => {
      const lost = await requeueLostBatches(db);
      if (lost > 0) log.warn({ batches: lost }, 'found batches whose jobs were lost');
    },
    'forget-plans': async () => {
      const plans = await forgetPlans(db, clock());
      if (plans > 0) log.info({ plans }, 'deleted batches that were not run');
    },
  };
}

/** The maintenance of batches, in UTC. */
export const batchItems: CronItem[] = [
  { task: 'requeue-batches', match: '* * * * *', identifier: 'requeue-batches' },
  { task: 'forget-plans', match: '53 * * * *', identifier: 'forget-plans' },
];
