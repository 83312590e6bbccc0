import type { CrewAccess } from '@channel/auth';
import type { Context } from '../context.ts';
import { dateText } from '../shared/calendar.ts';
import { WITHDRAWN } from '../shared/ended-declines.ts';
import { type OwnJob, ownJobs } from './own-jobs.ts';

/** A week, so that a device that reads the calendar rarely still has the coming days. */
const DAYS = 7;

/** A job as a calendar shows it: without names and phone numbers, because calendars are copied to other services. */
export type CalendarEntry = {
  /** Stable for the job and its person. */
  uid: string;
  /** Increases with each change. */
  sequence: number;
  changedAt: Date | null;
  isCancelled: boolean;
  title: string;
  /** The address; null where it is not set or no longer shown. */
  location: string | null;
  /** Null for a job without a time, which is on a day. */
  startsAt: Date | null;
  endsAt: Date | null;
  /** `YYYY-MM-DD` */
  day: string;
};

/** The calendar of a person: the jobs of a week from today on, and those that were withdrawn. */
export async function calendarEntries(context: Context, whose: CrewAccess): Promise<CalendarEntry[]> {
  const jobs = await ownJobs(context, whose, DAYS);
  const { userId } = whose;
  // Kept, so that a job that is withdrawn later is cancelled in the calendar, which would keep it otherwise.
  const listed = jobs.flatMap(({ facts, row }) => {
    if (!facts || (row && row.seenDigest !== WITHDRAWN)) return [];
    const { title, startsAt, endsAt, job } = facts;
    const { orderId, task, day } = job;
    return day ? [{ key: { userId, orderId, task }, shown: { title, day, startsAt, endsAt }, row }] : [];
  });
  const data = listed.flatMap(({ key, shown, row }) => (row ? [] : [{ ...key, ...shown }]));
  await context.db.crewJob.createMany({ data, skipDuplicates: true });
  // Withdrawn before, and given again.
  for (const { key, shown, row } of listed)
    if (row)
      await context.db.crewJob.updateMany({
        where: { ...key, seenDigest: WITHDRAWN },
        data: { ...shown, seenDigest: null, seenAt: null },
      });
  return jobs.flatMap((job) => entryOf(job, whose) ?? []);
}

const TASKS = { pickup: 'Pickup', dropoff: 'Drop-off', guide: 'Guide' } as const;

function entryOf(job: OwnJob, { userId }: CrewAccess): CalendarEntry | null {
  const { id, facts, row, said } = job;
  const day = facts ? facts.job.day : row.day;
  if (!day) return null;
  const task = TASKS[facts ? facts.job.task : row.task];
  const guests = facts ? `, ${facts.job.passengerCount}` : '';
  return {
    uid: `${id.replace(':', '-')}-${userId}`,
    sequence: facts ? facts.version : row.order.version,
    changedAt: facts ? facts.updatedAt : null,
    isCancelled: facts === null || said.state === 'declined',
    title: `${task}: ${facts?.title ?? row?.title ?? ''}${guests}`,
    location: facts && !job.hidesGuests ? (facts.place?.address ?? facts.job.city) : null,
    startsAt: facts ? facts.startsAt : row.startsAt,
    endsAt: facts ? facts.endsAt : row.endsAt,
    day: dateText(day),
  };
}
