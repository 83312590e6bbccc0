import type { PrismaClient } from '@channel/prisma';
import { addDays, dateAt } from '../shared/calendar.ts';

/**
 * Deletes why people declined jobs of days that are long over, which may say something of their health, and the history
 * of what they said. The last state of each job stays. For a recurring job.
 *
 * @returns the number of changes and reasons that were deleted
 */
export async function forgetCrewAnswers(db: PrismaClient, now: Date, days: number): Promise<number> {
  const before = addDays(dateAt(now, 'UTC'), -days);
  const changes = await db.crewJobChange.deleteMany({ where: { job: { day: { lt: before } } } });
  const reasons = await db.crewJob.updateMany({
    where: { day: { lt: before }, reason: { not: '' } },
    data: { reason: '' },
  });
  return changes.count + reasons.count;
}
