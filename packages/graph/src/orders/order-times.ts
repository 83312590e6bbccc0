import type { TimeUnit } from '@channel/prisma';
import { addDays, instantOf, sayable, wallClock, wallClockAt } from '../shared/calendar.ts';

const END_OF_DAY = new Date('1970-01-01T23:59:59Z');
const START_OF_DAY = new Date('1970-01-01T00:00:00Z');
const UNIT_MS = { minutes: 60_000, hours: 3_600_000 };

export type OrderTimes = {
  startsAt: Date | null;
  endsAt: Date | null;
  startsAtLocal: Date | null;
  endsAtLocal: Date | null;
};

type Sold = {
  availabilityType: string;
  timeZone: string;
  duration: number;
  date: Date;
  startTime: Date | null;
  endTime: Date | null;
};

/**
 * When an order takes place, in local time and as instants. Null for a pass. The end is the end of its slot; without a
 * time of day, the end of the day; else the start plus the duration. Where the unit of the duration is not set, the end
 * is unknown: it repeats the start, and the column `endIsKnown` is false.
 */
export function orderTimes(sold: Sold, durationUnit: TimeUnit): OrderTimes {
  if (sold.availabilityType === 'pass') return { startsAt: null, endsAt: null, startsAtLocal: null, endsAtLocal: null };
  const start = readingOf(wallClock(sold.date, sold.startTime ?? START_OF_DAY), sold.timeZone);
  const end = endOf(sold, start, durationUnit);
  return { startsAt: start.instant, endsAt: end.instant, startsAtLocal: start.local, endsAtLocal: end.local };
}

/** A local time at a place, and its instant. */
type Reading = { local: Date; instant: Date };

const readingOf = (local: Date, timeZone: string): Reading => ({ local, instant: instantOf(local, timeZone) });

function endOf({ date, startTime, endTime, duration, timeZone }: Sold, start: Reading, unit: TimeUnit): Reading {
  if (endTime) {
    const end = wallClock(date, endTime);
    const pastMidnight = end < start.local;
    return readingOf(pastMidnight ? addDays(end, 1) : end, timeZone);
  }
  if (!startTime) return readingOf(wallClock(date, END_OF_DAY), timeZone);
  if (unit === 'none') return start;
  // Days are calendar days; hours and minutes are elapsed time, also across a change of the clocks.
  if (unit === 'days') return readingOf(addDays(start.local, duration), timeZone);
  const instant = sayable(start.instant.getTime() + duration * UNIT_MS[unit]);
  const here = wallClockAt(instant, timeZone);
  return { local: wallClock(here.date, here.time), instant };
}
