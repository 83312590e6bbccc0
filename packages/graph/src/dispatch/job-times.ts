import { instantOf, wallClock } from '../shared/calendar.ts';
import type { Task } from './clashes.ts';

/** With a longer wait before the experience, the pickup does not count as one ride with it. */
const LONGEST_RIDE_MS = 4 * 3_600_000;

export type Between = {
  startsAt: Date;
  /** Null where the end is unknown: it may take until the end of the day. */
  endsAt: Date | null;
  /** True where the end is estimated. */
  isEstimated: boolean;
};

/** The part of an order that says when it takes place. */
export type OrderSpan = { timeZone: string; startsAt: Date | null; endsAt: Date | null; endIsKnown: boolean };

/** The local day and time of a transfer. */
export type TransferMoment = { date: Date | null; time: Date | null };

/**
 * The interval in which a transfer occupies a driver: a pickup until the experience begins, if that follows within four
 * hours; else for the duration of the setting. Null without a day and a time.
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

/** The interval in which an order occupies a guide; null for a pass. */
export function guideBetween({ startsAt, endsAt, endIsKnown }: OrderSpan): Between | null {
  return startsAt && { startsAt, endsAt: endIsKnown ? endsAt : null, isEstimated: false };
}
