import { instantOf, wallClock } from '../shared/calendar.ts';
import type { Task } from './clashes.ts';

/** Longer before the experience, a pickup and the experience are no longer one ride. */
const LONGEST_RIDE_MS = 4 * 3_600_000;

export type Between = {
  startsAt: Date;
  /** Null where that is not known: it may take until the end of the day. */
  endsAt: Date | null;
  /** True where the end is reckoned, not known. */
  isEstimated: boolean;
};

/** What of an order says when it takes place. */
export type OrderSpan = { timeZone: string; startsAt: Date | null; endsAt: Date | null; endIsKnown: boolean };

/** The day and the time of a transfer, by the clock of the place. */
export type TransferMoment = { date: Date | null; time: Date | null };

/**
 * From when to when somebody is busy with a transfer: a pickup until the experience begins, where that follows within four
 * hours; else as long as the operator reckons. Null without a day and a time.
 */
export function transferBetween(
  task: Exclude<Task, 'guide'>,
  { date, time }: TransferMoment,
  { timeZone, startsAt: begins }: OrderSpan,
  minutes: number,
): Between | null {
  if (!date || !time) return null;
  const startsAt = instantOf(wallClock(date, time), timeZone);
  const wait = begins && task === 'pickup' ? begins.getTime() - startsAt.getTime() : 0;
  if (begins && wait > 0 && wait <= LONGEST_RIDE_MS) return { startsAt, endsAt: begins, isEstimated: true };
  return { startsAt, endsAt: new Date(startsAt.getTime() + minutes * 60_000), isEstimated: true };
}

/** From when to when somebody guides; null for a pass. */
export function guideBetween({ startsAt, endsAt, endIsKnown }: OrderSpan): Between | null {
  return startsAt && { startsAt, endsAt: endIsKnown ? endsAt : null, isEstimated: false };
}
