import type { Context } from '../context.ts';
import { instantOf, wallClock } from '../shared/calendar.ts';

const END_OF_DAY = new Date('1970-01-01T23:59:59Z');
const START_OF_DAY = new Date('1970-01-01T00:00:00Z');
const UNIT_MS = { none: 0, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

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
 * When an order takes place, on the clock of the place and as instants. Null for a pass. It ends with its slot; what has
 * no time of day lasts its whole day; anything else ends when it starts, unless the operator has set the unit of durations.
 */
export function orderTimes(sold: Sold, settings: Context['settings']): OrderTimes {
  if (sold.availabilityType === 'pass') return { startsAt: null, endsAt: null, startsAtLocal: null, endsAtLocal: null };
  const startsAtLocal = wallClock(sold.date, sold.startTime ?? START_OF_DAY);
  const endsAtLocal = endOf(sold, startsAtLocal, sold.duration * UNIT_MS[settings.durationUnit]);
  return {
    startsAt: instantOf(startsAtLocal, sold.timeZone),
    endsAt: instantOf(endsAtLocal, sold.timeZone),
    startsAtLocal,
    endsAtLocal,
  };
}

function endOf({ date, startTime, endTime }: Sold, start: Date, duration: number): Date {
  if (endTime) {
    const end = wallClock(date, endTime);
    return end < start ? new Date(end.getTime() + UNIT_MS.days) : end; // past midnight
  }
  if (!startTime) return wallClock(date, END_OF_DAY);
  return new Date(start.getTime() + duration);
}
