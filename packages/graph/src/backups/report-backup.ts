import { inTransaction, type Prisma, type PrismaClient } from '@channel/prisma';
import { type NoticeSettings, queueNotice } from '../mail/notices.ts';
import { plainDetails } from '../shared/plain-details.ts';

/** How a base backup, a drill or a check of the repository ended. */
export type BackupReportOf = {
  kind: Prisma.BackupReportGetPayload<object>['kind'];
  /** When it ended. The present counts instead of a time in the future, which is of a clock that was wrong. */
  at: Date;
  succeeded: boolean;
  /** What was made or verified, or why it failed: a few lines in English, without secrets. */
  text: string;
};

/** Maximum characters of a stored text. */
const LONGEST = 1_000;

/**
 * Stores how a base backup, a drill or a check ended as the last one of its kind, for the overview, for `/metrics` and for
 * `npm run doctor`; a failure is mailed to the operator, at most once in a day for each kind.
 *
 * @throws where the database is away, or `queueNotice` throws: nothing is stored then
 */
export async function reportBackup(
  db: PrismaClient,
  { settings }: { settings: NoticeSettings },
  { kind, at: reportedAt, succeeded, text: details }: BackupReportOf,
): Promise<void> {
  const text = plainDetails(details, LONGEST);
  await inTransaction(db, async (tx) => {
    const [row] = await tx.$queryRaw<{ at: Date }[]>`SELECT least(${reportedAt}::timestamptz, now()) AS at`;
    const at = row?.at ?? reportedAt;
    const report = { at, succeeded, text, ...(succeeded && { lastSuccessAt: at }) };
    await tx.backupReport.upsert({ where: { kind }, create: { kind, ...report }, update: report });
    if (succeeded) return;
    const purpose = kind === 'drill' ? 'drillFailed' : 'backupFailed';
    await queueNotice(tx, { settings, now: at }, { purpose, details });
  });
}
