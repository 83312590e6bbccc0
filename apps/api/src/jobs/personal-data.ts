import { actorOf } from '@channel/auth';
import {
  ERASE_LATE_FILES,
  ERASE_PERSONAL_DATA,
  type ErasurePayload,
  executeErasure,
  queueErasure,
  requeueErasures,
} from '@channel/graph';
import { redactAudit } from '@channel/prisma';
import type { CronItem, TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import { contextOf, type Services } from '../context.ts';
import { deleteTicketFiles } from '../tickets/ticket-files.ts';

/** Milliseconds for which one job of an erasure may delay other jobs, and the end of a worker. */
const TURN_MS = 3_000;
/** Milliseconds until an erasure is tried again that a batch delays. */
const BUSY_MS = 5_000;
/** Milliseconds in which every ticket was drawn whose data was read before the erasure. */
const LATE_FILE_MS = 300_000;

/** Tasks that erase personal data. Each is idempotent and may run at any time. */
export function personalDataTasks(services: Services, log: Logger): TaskList {
  const { db, settings, clock } = services;
  const { databaseMaintenanceUrl: maintenance } = settings;
  const later = async (erasureId: number, runAt?: Date) => {
    const { id, organizationId } = await db.personalDataErasure.findUniqueOrThrow({ where: { id: erasureId } });
    await queueErasure(db, { id, organizationId }, runAt);
  };
  return {
    [ERASE_PERSONAL_DATA]: async (payload, { addJob }) => {
      const { erasureId } = payload as ErasurePayload;
      const end = performance.now() + TURN_MS;
      const outcome = await executeErasure(
        {
          db,
          clock,
          contextOf: async (userId, requestId) => {
            const actor = await actorOf(db, userId, clock());
            return contextOf(services, { actor, channel: 'system', address: null, requestId });
          },
          deleteFiles: async (orderIds) => {
            await deleteTicketFiles(services, orderIds);
            const runAt = new Date(clock().getTime() + LATE_FILE_MS);
            await addJob(ERASE_LATE_FILES, { erasureId }, { runAt, jobKey: `${ERASE_LATE_FILES}:${erasureId}` });
          },
          redactAudit: async (id, most, now) => {
            try {
              if (maintenance !== null) await redactAudit(maintenance, id, most, now);
              return maintenance !== null;
            } catch (error) {
              log.error({ err: error, erasureId }, 'the audit log was not redacted: check DATABASE_MAINTENANCE_URL');
              return false;
            }
          },
          hasTime: () => performance.now() < end,
          onFailure: (error) => log.error({ err: error, erasureId }, 'an erasure of personal data failed'),
        },
        erasureId,
      );
      if (outcome === 'more') await later(erasureId);
      else if (outcome === 'busy') await later(erasureId, new Date(clock().getTime() + BUSY_MS));
      else if (outcome === 'needs-maintenance')
        log.warn({ erasureId }, 'an erasure of personal data waits for a worker with DATABASE_MAINTENANCE_URL');
    },
    [ERASE_LATE_FILES]: async (payload) => {
      const { erasureId } = payload as ErasurePayload;
      const erasure = await db.personalDataErasure.findUnique({ where: { id: erasureId } });
      await deleteTicketFiles(services, erasure?.orderIds ?? []);
    },
    'requeue-erasures': async () => {
      await requeueErasures(db, maintenance !== null);
    },
  };
}

/** The maintenance of erasures, in UTC. */
export const personalDataItems: CronItem[] = [
  { task: 'requeue-erasures', match: '* * * * *', identifier: 'requeue-erasures' },
];
