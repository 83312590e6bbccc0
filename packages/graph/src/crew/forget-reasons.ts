import type { PrismaClient } from '@channel/prisma';
import { addDays, dateAt } from '../shared/calendar.ts';

/** Batches that are older by this have been searched before. */
const SEARCHED_DAYS = 366;

/**
 * Deletes why people declined jobs of days that are long over, or were absent then, which may say something of their
 * health, and the history of what they said: also from the findings that old batches keep. The last state of each job
 * stays. For a recurring job.
 *
 * @returns the number of changes and reasons that were deleted
 */
export async function forgetReasons(db: PrismaClient, now: Date, days: number): Promise<number> {
  const before = addDays(dateAt(now, 'UTC'), -days);
  const changes = await db.crewJobChange.deleteMany({ where: { job: { day: { lt: before } } } });
  const hasReason = { reason: { not: '' } };
  const declines = await db.crewJob.updateMany({ where: { day: { lt: before }, ...hasReason }, data: { reason: '' } });
  const absences = await db.absence.updateMany({
    where: { endsAtLocal: { lt: before }, ...hasReason },
    data: { reason: '' },
  });
  const findings = await db.$executeRaw`
    UPDATE batch_row r SET clashes = (
      SELECT jsonb_agg(CASE WHEN clash ? 'reason' THEN jsonb_set(clash, '{reason}', '""') ELSE clash END ORDER BY position)
      FROM jsonb_array_elements(r.clashes) WITH ORDINALITY AS found (clash, position))
    FROM batch b
    WHERE b.id = r.batch_id AND b.created_at < ${before} AND b.created_at > ${addDays(before, -SEARCHED_DAYS)}
      AND r.clashes @? '$[*] ? (@.reason != "")'`;
  return changes.count + declines.count + absences.count + findings;
}
