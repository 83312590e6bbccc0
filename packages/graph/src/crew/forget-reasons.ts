import type { PrismaClient } from '@channel/prisma';
import { addDays, dateAt, dateText } from '../shared/calendar.ts';

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
  const until = `${dateText(before)}T00:00`;
  const findings = await db.$executeRaw`
    UPDATE batch_row r SET clashes = (
      SELECT jsonb_agg(
        CASE WHEN clash ->> 'until' < ${until} AND clash ? 'reason' THEN jsonb_set(clash, '{reason}', '""') ELSE clash END
        ORDER BY position)
      FROM jsonb_array_elements(r.clashes) WITH ORDINALITY AS found (clash, position))
    WHERE r.clashes @? '$[*] ? (@.reason != "")'
      AND jsonb_path_exists(r.clashes, '$[*] ? (@.reason != "" && @.until < $until)', jsonb_build_object('until', ${until}::text))`;
  return changes.count + declines.count + absences.count + findings;
}
