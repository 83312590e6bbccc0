import { archiveDefaultEntries, createAuditMonths, detachAuditMonths } from '@channel/prisma';
import type { CronItem, TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Services } from '../context.ts';

/** Partitions of the audit log that exist beyond the present month: so long may no worker run. */
const MONTHS_AHEAD = 6;
/** Milliseconds for which one job moves entries; the next one goes on. */
const TURN_MS = 10_000;

/** Tasks for the partitions of the audit log. Each is idempotent and may run at any time. */
export function auditTasks({ db, settings, clock }: Services, log: Logger): TaskList {
  const { auditRetentionMonths: kept, databaseMaintenanceUrl: maintenance } = settings;
  return {
    'create-audit-months': async () => {
      const created = await createAuditMonths(db, clock(), MONTHS_AHEAD);
      if (created > 0) log.info({ months: created }, 'created months of the audit log in advance');
    },
    'archive-audit-months': async () => {
      if (maintenance === null || kept === 0) return;
      const moved = await detachAuditMonths(maintenance, clock(), kept);
      if (moved.length > 0)
        log.info({ tables: moved }, 'moved old months of the audit log to the schema audit_archive');
      const end = performance.now() + TURN_MS;
      const entries = await archiveDefaultEntries(maintenance, clock(), kept, () => performance.now() < end);
      if (entries > 0) log.info({ entries }, 'moved old entries without a month to the schema audit_archive');
    },
  };
}

/** Their schedule, in UTC. */
export const auditItems: CronItem[] = [
  { task: 'create-audit-months', match: '11 * * * *', identifier: 'create-audit-months' },
  { task: 'archive-audit-months', match: '41 * * * *', identifier: 'archive-audit-months' },
];
