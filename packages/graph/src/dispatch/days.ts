import { FieldErrors } from '../errors.ts';
import type { Job } from '../jobs/load-jobs.ts';
import { addDays, dateAt, daysBetween } from '../shared/calendar.ts';
import { checkFilter } from '../shared/check-filter.ts';

/** The days of a range. @throws a validation error for an empty or too long one */
export function daysOf(from: Date, to: Date, max: number): Date[] {
  checkFilter({ from, to }, []);
  const count = daysBetween(from, to) + 1;
  const fieldErrors = new FieldErrors();
  if (count > max) fieldErrors.add(['to'], `must be within ${max} days from the first day.`);
  fieldErrors.throwIfAny();
  return Array.from({ length: count }, (_none, index) => addDays(from, index));
}

const LATE = Number.POSITIVE_INFINITY;

/** Sorts jobs by day and start; those without a time come last on their day. */
export function byTime(one: Job, other: Job): number {
  const day = (one.day?.getTime() ?? 0) - (other.day?.getTime() ?? 0);
  const start = ({ timing }: Job) => (timing && timing.earliest === timing.latest ? timing.earliest : LATE);
  if (start(one) !== start(other)) return day || (start(one) < start(other) ? -1 : 1);
  return day || one.orderId - other.orderId;
}

/** Whether a part of a job is on one of the days, by the clock of its place. */
export function isWithin({ day, timing, timeZone }: Job, from: Date, to: Date): boolean {
  if (!day) return false;
  if (!timing || timing.latest > timing.earliest) return from <= day && day <= to;
  const last = dateAt(new Date(timing.earliest + timing.likely - 1), timeZone);
  return dateAt(new Date(timing.earliest), timeZone) <= to && last >= from;
}
