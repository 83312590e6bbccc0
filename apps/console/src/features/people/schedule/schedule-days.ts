import { addDays } from '#lib/format.ts';
import { localMinute } from '#lib/local-minute.ts';
import type { Schedule, ScheduledJob, Workload } from './schedule-query.ts';

type Absence = Schedule['calendars'][number]['absences'][number];
type WorkingHours = Schedule['calendars'][number]['workingHours'][number];

/** A day of the schedule with what is on it. */
export type ShownDay = {
  day: string;
  workload: Workload;
  jobs: ScheduledJob[];
  absences: Absence[];
  /** The hours that begin on this day; null where the person has no working hours at all. */
  hours: WorkingHours[] | null;
};

/** The days of a schedule. A job that lasts until another day is on each of its days. */
export function shownDays({ days, jobs, calendars }: Schedule): ShownDay[] {
  const absences = calendars.flatMap((calendar) => calendar.absences);
  const hours = calendars.flatMap(({ workingHours }) => workingHours);
  return days.map(({ day, workload }) => ({
    day,
    workload,
    jobs: jobs.filter((job) => isOn(job, day)),
    absences: absences.filter(({ from, until }) => from < `${addDays(day, 1)} 00:00:00` && until > `${day} 00:00:00`),
    hours: hours.length > 0 ? hours.filter(({ weekday }) => weekday === weekdayOf(day)) : null,
  }));
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

function isOn(job: ScheduledJob, day: string): boolean {
  const span = localSpanOf(job);
  return span ? span.from.slice(0, 10) <= day && `${day}T00:00` < span.until : job.day === day;
}

/** The local start and end of a job, `YYYY-MM-DDTHH:MM`; undefined for a job without a time. */
export function localSpanOf({ startsAt, endsAt, timeZone }: ScheduledJob): { from: string; until: string } | undefined {
  if (!startsAt || !endsAt) return undefined;
  return { from: localMinute(new Date(startsAt), timeZone), until: localMinute(new Date(endsAt), timeZone) };
}
