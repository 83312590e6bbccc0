import { pruneLogins } from '@channel/auth';
import {
  checkPlaces,
  extendAvailability,
  foldStamps,
  forgetReasons,
  pruneChanges,
  pruneMails,
  queueNotice,
  releaseExpiredHolds,
  sequenceAll,
} from '@channel/graph';
import type { CronItem, TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import { pruneUnits } from '../quotas/ledger.ts';
import { checkQueue } from './check-queue.ts';

/** Recurring jobs. Each is idempotent and may run at any time: it does the work that is due. */
export function recurringTasks(services: Services, log: Logger): TaskList {
  const { db, settings, sessions, clock } = services;
  return {
    'extend-availability': async () => {
      const made = await extendAvailability(db, { now: clock(), months: settings.availabilityHorizonMonths });
      if (made > 0) log.info({ made }, 'created availabilities in advance');
    },
    'release-holds': async () => {
      const freed = await releaseExpiredHolds(db, clock());
      if (freed > 0) log.info({ bookings: freed }, 'released places of expired holds');
    },
    'check-places': async () => {
      const { unbalanced, named } = await checkPlaces(db, clock());
      if (unbalanced === 0) return;
      log.error({ unbalanced, named }, 'departures count other places than their bookings hold');
      const lines = named.map((each) => `${each.availabilityId}: counts ${each.booked}, bookings hold ${each.held}`);
      const details = [`Departures: ${unbalanced}`, ...lines.slice(0, 20)].join('\n');
      await queueNotice(db, { settings, now: clock() }, { purpose: 'placesUnbalanced', details });
    },
    'check-queue': () => checkQueue(services, log),
    // Readers do it, too, and at once: this is for times without readers.
    'sequence-changes': async () => sequenceAll(db),
    'fold-stamps': async () => foldStamps(db),
    prune: async () => {
      const now = clock();
      await pruneLogins(db, now, settings);
      await pruneUnits(db, now);
      await sessions.prune();
      await pruneMails(db, now);
      await forgetReasons(db, now, settings.crewHistoryDays);
      await pruneChanges(db, now, settings.changeRetentionDays);
      await db.idempotencyRecord.deleteMany({ where: { expiresAt: { lte: now } } });
    },
  };
}

const item = (task: string, match: string): CronItem => ({ task, match, identifier: task });

/**
 * Their schedule, in UTC. Availabilities are extended hourly, so that each day can be sold from its start in every time
 * zone.
 */
export const recurringItems: CronItem[] = [
  item('extend-availability', '7 * * * *'),
  item('release-holds', '* * * * *'),
  item('sequence-changes', '* * * * *'),
  item('fold-stamps', '* * * * *'),
  item('prune', '23 * * * *'),
  item('check-places', '37 * * * *'),
  item('check-queue', '*/5 * * * *'),
];
