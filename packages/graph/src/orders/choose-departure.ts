import type { Prisma, TimeUnit } from '@channel/prisma';
import type { Context } from '../context.ts';
import { conflict, type FieldErrors, UNKNOWN_ID } from '../errors.ts';
import { instantOf, wallClock, wallClockAt } from '../shared/calendar.ts';
import { rowsOf } from '../shared/rows.ts';
import {
  firstDayOf,
  type LevelRates,
  type OfferedRate,
  type RateTotals,
  ratesOn,
  rateWithoutId,
} from './choose-rate.ts';
import { type NamedDate, namedDate } from './contradictions.ts';
import type { BookingDetails } from './order-inputs.ts';

/** The service level of a booking, and the total of the booking at each rate. */
export type Booked = LevelRates & {
  serviceLevelId: number;
  availabilityType: string;
  timeZone: string;
  cutOffTime: number;
  cutOffUnit: TimeUnit | null;
  totals: RateTotals;
};

/** A departure on a day, at a rate that is valid on that day. */
export type Departure = {
  availabilityId: number;
  date: Date;
  startTime: Date | null;
  endTime: Date | null;
  remaining: number;
  rate: OfferedRate;
};

/** Whether an availability type is a pass, which has no departures by day. */
export const isPass = (type: string) => type === 'pass';

/** A departure as a booking reads it. */
export type FoundDeparture = Prisma.AvailabilityGetPayload<{ include: typeof withRates }>;

/** Includes the ids of the rates of a departure. */
export const withRates = {
  rates: { select: { id: true, rateId: true } },
} as const satisfies Prisma.AvailabilityInclude;

/**
 * Finds the departure and the rate of booking details. `availabilityId` decides both. Without it, the first given of
 * selected, start and check-in date (with the start time, if any) must match exactly one departure. A pass needs no
 * date. `checkMoment` checks whether the other members agree.
 *
 * @param found the departure of `availabilityId`; without it, the departures of the day and those without one
 * @returns undefined when the details don't suffice; the missing member is added to `fieldErrors`
 * @throws conflict when the departure is over, or the pass expires before the day
 */
export async function chooseDeparture(
  context: Context,
  level: Booked,
  details: BookingDetails,
  found: readonly FoundDeparture[],
  fieldErrors: FieldErrors,
): Promise<Departure | undefined> {
  const named = namedDate(details);
  const row = await findAvailability(context, level, details, found, fieldErrors);
  if (!row) return undefined;
  const here = wallClockAt(context.now, level.timeZone);
  const first = () =>
    typeof details.availabilityId === 'number' ? firstDayOf(level, row, details.availabilityId, here.date) : undefined;
  const date = row.date ?? named?.date ?? first() ?? here.date;
  if (row.date !== null || named) refuseOver(context, level, date, row.startTime);
  const offered = ratesOn(context, level, row, date);
  const rate = chosenRate(context, level, details, offered, named, fieldErrors);
  if (!rate) return undefined;
  if (row.expirationDate && date > row.expirationDate) throw conflict('This pass has expired by that day.');
  return {
    availabilityId: row.id,
    date,
    startTime: row.startTime,
    endTime: row.endTime,
    remaining: row.remaining,
    rate,
  };
}

/**
 * The rate of `availabilityId`, else the rate that is sold without an id. Adds to `fieldErrors` where there is none.
 */
function chosenRate(
  context: Context,
  { totals, availabilityType }: Booked,
  { availabilityId }: BookingDetails,
  offered: OfferedRate[],
  named: NamedDate | undefined,
  fieldErrors: FieldErrors,
): OfferedRate | undefined {
  const hasId = typeof availabilityId === 'number';
  // The client chose the day, unless `availabilityId` determines it.
  if (offered.length === 0 && (!hasId || isPass(availabilityType))) {
    fieldErrors.add(['details', named?.member ?? 'availabilityId'], 'is a day on which this cannot be bought.');
    return undefined;
  }
  if (!hasId) return rateWithoutId(context, offered, totals, fieldErrors);
  const chosen = offered.find(({ departureRateId }) => departureRateId === availabilityId);
  if (!chosen) fieldErrors.add(['details', 'availabilityId'], 'must name a rate that is sold on that day.');
  return chosen;
}

async function findAvailability(
  context: Context,
  level: Booked,
  details: BookingDetails,
  found: readonly FoundDeparture[],
  fieldErrors: FieldErrors,
): Promise<FoundDeparture | null> {
  const { serviceLevelId, availabilityType } = level;
  if (typeof details.availabilityId === 'number') {
    if (!found[0]) fieldErrors.add(['details', 'availabilityId'], UNKNOWN_ID);
    return found[0] ?? null;
  }
  const named = namedDate(details);
  if (!isPass(availabilityType) && !named && needsDate(availabilityType)) {
    fieldErrors.add(
      ['details', 'selectedDate'],
      'is required to know the departure, unless an availability id is given.',
    );
    return null;
  }
  const day = isPass(availabilityType) ? null : named?.date;
  const time = hasTimes(availabilityType) ? details.startTime : null;
  // A service level of an unlisted type may have only one departure, on any day.
  const rows =
    day === undefined ? await anyOf(context, serviceLevelId, time) : found.filter((each) => isOnDay(each, day));
  const [row, other] = time ? rows.filter(({ startTime }) => startTime?.getTime() === time.getTime()) : rows;
  if (other) fieldErrors.add(['details', 'startTime'], 'is required to know which of several departures is meant.');
  // The time, where the day has other departures.
  else if (!row)
    fieldErrors.add(
      ['details', rows.length > 0 ? 'startTime' : (named?.member ?? 'availabilityId')],
      'finds no departure.',
    );
  return other ? null : (row ?? null);
}

const isOnDay = ({ date }: FoundDeparture, day: Date | null) => date?.getTime() === day?.getTime();

/** At most two departures at a time of day; where there are none, one at another time. */
async function anyOf(context: Context, serviceLevelId: number, time: Date | null | undefined) {
  const read = (where: Prisma.AvailabilityWhereInput, take: number) =>
    rowsOf(context, 'Availability', {
      where: { serviceLevelId, ...where },
      include: withRates,
      orderBy: { id: 'asc' },
      take,
    });
  const rows = await read(time ? { startTime: time } : {}, 2);
  return time && rows.length === 0 ? read({}, 1) : rows;
}

/**
 * Whether a date is required. With an unlisted availability type, a service level with only one departure needs none.
 */
const needsDate = (type: string) => ['per_slot', 'per_time', 'daily'].includes(type);

/**
 * Whether departures have a time of day. Those of a pass or a whole day have none: `checkMoment` checks a given time.
 */
const hasTimes = (type: string) => !isPass(type) && type !== 'daily';

const UNIT_MS = { none: 0, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/**
 * Refuses a departure that has begun (without a time of day: whose day is past), or that is within the cut-off time.
 */
function refuseOver({ now, settings }: Context, level: Booked, date: Date, startTime: Date | null): void {
  const here = wallClockAt(now, level.timeZone);
  const over = startTime ? instantOf(wallClock(date, startTime), level.timeZone) <= now : date < here.date;
  if (over) throw conflict('This departure is over.');
  const cutOff = level.cutOffTime * UNIT_MS[level.cutOffUnit ?? settings.cutOffUnit];
  const start = instantOf(startTime ? wallClock(date, startTime) : date, level.timeZone);
  if (cutOff > 0 && start.getTime() - cutOff <= now.getTime()) throw conflict('It is too late to book this departure.');
}
