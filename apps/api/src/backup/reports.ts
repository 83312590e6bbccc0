import { type BackupReportOf, type NoticeSettings, reportBackup } from '@channel/graph';
import { createPrisma, type PrismaClient } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import { pooled } from '../addresses.ts';
import { messageOf } from './errors.ts';

/** Reports how a base backup or a drill ended. It never throws. */
export type Report = (report: BackupReportOf) => Promise<void>;

export type Reports = { report: Report; close(): Promise<void> };

type ReportsOptions = {
  settings: NoticeSettings & Pick<Settings, 'databaseUrl' | 'databaseDirectUrl'>;
  /** Gets one line when a report could not be stored. */
  warn: (message: string) => void;
  /** Milliseconds until a report that could not be stored is tried again. */
  retryAfter?: number;
};

/**
 * Stores reports in the database of the installation. While it is away, the last report of each kind waits; nothing else
 * does. Without `DATABASE_URL` reports go nowhere.
 */
export function openReports({ settings, warn, retryAfter = 60_000 }: ReportsOptions): Reports {
  if (settings.databaseUrl === null) return { report: async () => {}, close: async () => {} };
  const waiting = new Map<BackupReportOf['kind'], BackupReportOf>();
  let db: PrismaClient | undefined;
  let writing = Promise.resolve();

  async function writeAll(): Promise<void> {
    for (const [kind, report] of waiting) {
      try {
        db ??= createPrisma({ ...pooled(settings), poolSize: 1, applicationName: 'channel-backup' });
        await reportBackup(db, { settings }, report);
        if (waiting.get(kind) === report) waiting.delete(kind);
      } catch (error) {
        warn(`The result was not stored in the database: ${messageOf(error).replace(/\s+/g, ' ').trim()}`);
      }
    }
  }
  const write = () => {
    writing = writing.then(writeAll);
    return writing;
  };
  const retrying = setInterval(() => waiting.size > 0 && void write(), retryAfter);
  retrying.unref();

  return {
    report(report) {
      waiting.set(report.kind, report);
      return write();
    },
    async close() {
      clearInterval(retrying);
      await writing;
      await db?.$disconnect();
    },
  };
}
