import { instantOf, wallClock } from '../shared/calendar.ts';
import type { TimedJob } from './clash-types.ts';
import type { Place, Travel } from './travel.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** With a longer wait before the experience, the pickup does not count as one ride with it. */
const LONGEST_RIDE = 4 * 60 * MINUTE;

/** When a job takes place, see `TimedJob`. */
export type Timing = Pick<TimedJob, 'earliest' | 'latest' | 'least' | 'likely' | 'due'>;

/** Minutes that jobs are estimated to take. */
export type Estimates = { guideMinutes: number; transferMinutes: number };

/** The part of an order that says when it takes place. */
export type OrderSpan = {
  timeZone: string;
  startsAt: Date | null;
  endsAt: Date | null;
  endIsKnown: boolean;
  /** The local day of the start. */
  day: Date | null;
  /** The local day of the end. */
  endDay: Date | null;
  /** Whether the order is for a day, without a time of day. */
  isWholeDay: boolean;
};

/** The local day and time of a transfer. */
export type TransferMoment = { date: Date | null; time: Date | null };

/**
 * When a transfer occupies a driver: a pickup until the experience begins, if that follows within four hours; else for
 * the estimate. It takes at least as long as its way. Without a time, it may be at any time of the day; without a day, on
 * that of the order. Null without either.
 *
 * @param way the time between its places, in milliseconds; null where it is unknown
 */
export function transferTiming(
  task: 'pickup' | 'dropoff',
  { date, time }: TransferMoment,
  { timeZone, startsAt, day: dayOfOrder }: OrderSpan,
  { transferMinutes }: Estimates,
  way: number | null,
): Timing | null {
  const day = date ?? dayOfOrder;
  if (!day) return null;
  const least = Math.max(MINUTE, way ?? 0);
  const estimate = Math.max(least, transferMinutes * MINUTE);
  if (!time) return anyTime(day, timeZone, least, estimate);
  const start = instantOf(wallClock(day, time), timeZone).getTime();
  const isPickup = startsAt !== null && task === 'pickup';
  const wait = isPickup ? startsAt.getTime() - start : -1;
  // Much later, it belongs to another part of the order.
  const due = isPickup && wait >= -LONGEST_RIDE ? { due: startsAt.getTime() } : {};
  if (wait <= 0 || wait > LONGEST_RIDE) return { earliest: start, latest: start, least, likely: estimate, ...due };
  return { earliest: start, latest: start, least: Math.min(least, wait), likely: wait, ...due };
}

/** When an order occupies a guide; null for a pass. */
export function guideTiming(order: OrderSpan, { guideMinutes }: Estimates): Timing | null {
  const { startsAt, endsAt, endIsKnown, day, endDay, isWholeDay, timeZone } = order;
  if (!startsAt || !day) return null;
  const estimate = guideMinutes * MINUTE;
  // Of an order for several days, only its days are known, and a guide comes along for all of them.
  if (isWholeDay && (!endDay || endDay <= day)) return anyTime(day, timeZone, MINUTE, estimate);
  const start = startsAt.getTime();
  if (!endIsKnown || !endsAt) return { earliest: start, latest: start, least: MINUTE, likely: estimate };
  const duration = Math.max(MINUTE, endsAt.getTime() - start);
  return { earliest: start, latest: start, least: duration, likely: duration };
}

function anyTime(day: Date, timeZone: string, least: number, likely: number): Timing {
  const start = instantOf(day, timeZone).getTime();
  const end = instantOf(new Date(day.getTime() + DAY), timeZone).getTime();
  return { earliest: start, latest: Math.max(start + MINUTE, end - MINUTE), least, likely };
}

/** The way of a transfer, where both of its places are known. */
export const wayOf = (from: Place, to: Place, travel: Travel): number | null =>
  from.isExact && to.isExact ? travel(from, to) : null;
