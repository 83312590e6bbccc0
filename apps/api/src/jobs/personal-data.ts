import { actorOf } from '@channel/auth';
import {
  type EarlierWriter,
  ERASE_LATE_FILES,
  ERASE_PERSONAL_DATA,
  type ErasurePayload,
  executeErasure,
  queueErasure,
  requeueErasures,
} from '@channel/graph';
import { onceAMinute, redactAudit } from '@channel/prisma';
import type { CronItem, TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import { contextOf, type Services } from '../context.ts';
import { deleteTicketFiles } from '../tickets/ticket-files.ts';

/** Milliseconds for which one job of an erasure may delay other jobs, and the end of a worker. */
const TURN_MS = 3_000;
/** Milliseconds until an erasure is tried again that a batch or a transaction delays; and after so many, which is logged. */
const BUSY_MS = 5_000;
const LONG_MS = 60_000;
/** So many transactions are named in a line of the log. */
const MAX_NAMED = 5;
/** Milliseconds in which every ticket was drawn whose data was read before the erasure. */
const LATE_FILE_MS = 300_000;

/** A line about what an erasure waits for, oldest first. */
function waitOf(erasureId: number, writers: readonly EarlierWriter[]): string {
  const some = writers.slice(0, MAX_NAMED).map(({ application, seconds }) => `${application} (${seconds ?? '?'} s)`);
  return `The erasure ${erasureId} of personal data waits for transactions that began before it and may store copies: ${writers.length}, of ${some.join(', ')}`;
}

/** Tasks that erase personal data. Each is idempotent and may run at any time. */
export function personalDataTasks(services: Services, log: Logger): TaskList {
  const { db, settings, clock } = services;
  const { databaseMaintenanceUrl: maintenance } = settings;
  const later = async (erasureId: number, runAt?: Date) => {
    const { id, organizationId } = await db.personalDataErasure.findUniqueOrThrow({ where: { id: erasureId } });
    await queueErasure(db, { id, organizationId }, runAt);
  };
  const logWait = onceAMinute((line) => log.warn(line));
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
          onWait: (writers, since) => {
            if (clock().getTime() - since.getTime() >= LONG_MS) logWait(String(erasureId), waitOf(erasureId, writers));
          },
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
