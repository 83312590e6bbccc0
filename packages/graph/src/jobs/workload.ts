import { addDays, instantOf } from '../shared/calendar.ts';
import type { Worker } from './clash-types.ts';
import type { Job } from './load-jobs.ts';
import { lengthOf, lengthOutside, type Span, within } from './spans.ts';
import { workingSpans } from './working-time.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What a person does in some time. */
export type Workload = {
  jobs: number;
  guests: number;
  /** Minutes of the jobs; those of jobs that overlap count once. */
  minutes: number;
  /** The part of them that is estimated. */
  estimatedMinutes: number;
  /** Minutes in which the person works and is not absent; null where there are no working hours. */
  workingMinutes: number | null;
};

/** When a person works: the hours and absences of all organizations. */
export type Times = Pick<Worker, 'hours' | 'absences'>;

type Busy = { job: Job; spans: readonly Span[]; isEstimated: boolean };

/** The workload of each of some days, by the clock of the place of each job, and of all of them. */
export function workloadsOf(
  jobs: readonly Job[],
  days: readonly Date[],
  times: Times,
): { days: Workload[]; total: Workload } {
  const busy = days.map((day) => jobs.flatMap((job) => busyOn(job, day)));
  const working = days.map((day) => workingMinutesOn(day, times));
  return {
    days: busy.map((ofDay, index) => workloadOf(ofDay, working[index] ?? null)),
    total: workloadOf(
      busy.flat(),
      working.reduce((sum, minutes) => (sum === null || minutes === null ? null : sum + minutes), 0),
    ),
  };
}

function workloadOf(busy: readonly Busy[], workingMinutes: number | null): Workload {
  const jobs = new Map(busy.map(({ job }) => [job.id, job]));
  const orders = new Map([...jobs.values()].map(({ orderId, passengerCount }) => [orderId, passengerCount]));
  const minutes = minutesIn(busy);
  return {
    jobs: jobs.size,
    guests: [...orders.values()].reduce((sum, guests) => sum + guests, 0),
    minutes,
    estimatedMinutes: minutes - minutesIn(busy.filter(({ isEstimated }) => !isEstimated)),
    workingMinutes,
  };
}

/** The part of a job that is on a day of its place. A job without a time is on its day for as long as it is estimated. */
function busyOn(job: Job, day: Date): Busy[] {
  const { timing, timeZone } = job;
  if (!timing) return job.day?.getTime() === day.getTime() ? [{ job, spans: [], isEstimated: true }] : [];
  const [start, end] = [instantOf(day, timeZone).getTime(), instantOf(addDays(day, 1), timeZone).getTime()];
  const isEstimated = timing.least !== timing.likely;
  if (timing.latest > timing.earliest) {
    const isHere = start <= timing.earliest && timing.earliest < end;
    return isHere ? [{ job, spans: [{ from: 0, until: timing.likely }], isEstimated: true }] : [];
  }
  const from = Math.max(start, timing.earliest);
  const until = Math.min(end, timing.earliest + timing.likely);
  return from < until ? [{ job, spans: [{ from, until }], isEstimated }] : [];
}

/** Minutes of jobs, those at the same time once. Jobs without a time are done one after the other. */
function minutesIn(busy: readonly Busy[]): number {
  const isAnyTime = ({ job: { timing } }: Busy) => timing !== null && timing.latest > timing.earliest;
  const untimed = busy.filter(isAnyTime).flatMap(({ spans }) => spans);
  const timed = busy.filter((each) => !isAnyTime(each)).flatMap(({ spans }) => spans);
  const lasting = untimed.reduce((sum, { from, until }) => sum + until - from, 0);
  return Math.round((lengthOf(timed) + lasting) / MINUTE);
}

function workingMinutesOn(day: Date, { hours, absences }: Times): number | null {
  if (hours.length === 0) return null;
  const bounds = { from: day.getTime(), until: day.getTime() + DAY };
  const isHere = (span: Span) => within(span, bounds);
  const working = workingSpans(hours, bounds.from, bounds.until).flatMap(isHere);
  return Math.round(lengthOutside(working, absences.flatMap(isHere)) / MINUTE);
}
