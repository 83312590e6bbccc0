import type { Prisma, TimeUnit } from '@channel/prisma';
import type { Context } from '../context.ts';
import { conflict, type FieldErrors, UNKNOWN_ID } from '../errors.ts';
import { instantOf, wallClock, wallClockAt } from '../shared/calendar.ts';
import { rowsOf } from '../shared/rows.ts';
import { type OfferedRate, type RateTotals, ratesOn, rateWithoutId } from './choose-rate.ts';
import { type NamedDate, namedDate } from './contradictions.ts';
import type { BookingDetails } from './order-inputs.ts';

/** The service level of a booking, and the total of the booking at each rate. */
export type Booked = {
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

/**
 * Finds the departure and the rate of booking details. `availabilityId` decides both. Without it, the first given of
 * selected, start and check-in date (with the start time, if any) must match exactly one departure. A pass needs no
 * date. `checkMoment` checks whether the other members agree.
 *
 * @returns undefined when the details don't suffice; the missing member is added to `fieldErrors`
 * @throws conflict when the departure is over, or the pass expires before the day
 */
export async function chooseDeparture(
  context: Context,
  level: Booked,
  details: BookingDetails,
  fieldErrors: FieldErrors,
): Promise<Departure | undefined> {
  const named = namedDate(details);
  const row = await findAvailability(context, level, details, named, fieldErrors);
  if (!row) return undefined;
  const here = wallClockAt(context.now, level.timeZone);
  const date = row.date ?? named?.date ?? (await firstDayOf(context, row.id, details.availabilityId, here.date));
  if (row.date !== null || named) refuseOver(context, level, date, row.startTime);
  const offered = await ratesOn(context, level.serviceLevelId, row.id, date);
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

/** The first day on which a pass is sold at the rate of `id`: today, or the first day on which that rate is valid. */
async function firstDayOf(
  context: Context,
  availabilityId: number,
  id: number | null | undefined,
  today: Date,
): Promise<Date> {
  if (typeof id !== 'number') return today;
  const where = { availabilityId, id, date: { gte: today } };
  const [first] = await rowsOf(context, 'Offer', { where, select: { date: true }, orderBy: { date: 'asc' }, take: 1 });
  return first?.date ?? today;
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
  named: ReturnType<typeof namedDate>,
  fieldErrors: FieldErrors,
) {
  const { serviceLevelId } = level;
  if (typeof details.availabilityId === 'number') {
    const [named] = await rowsOf(context, 'DepartureRate', {
      where: { id: details.availabilityId, availability: { serviceLevelId } },
      select: { availability: true },
      take: 1,
    });
    if (!named) fieldErrors.add(['details', 'availabilityId'], UNKNOWN_ID);
    return named?.availability ?? null;
  }
  const where: Prisma.AvailabilityWhereInput = { serviceLevelId };
  if (isPass(level.availabilityType)) where.date = null;
  else if (named) where.date = named.date;
  else if (needsDate(level.availabilityType)) {
    fieldErrors.add(
      ['details', 'selectedDate'],
      'is required to know the departure, unless an availability id is given.',
    );
    return null;
  }
  if (details.startTime && hasTimes(level.availabilityType)) where.startTime = details.startTime;
  const [row, other] = await rowsOf(context, 'Availability', { where, orderBy: { id: 'asc' }, take: 2 });
  if (other) fieldErrors.add(['details', 'startTime'], 'is required to know which of several departures is meant.');
  else if (!row) fieldErrors.add(['details', await unmatchedMember(context.db, where, named)], 'finds no departure.');
  return other ? null : (row ?? null);
}

/** The member that matches no departure: the time, where the day has other departures; else the day. */
async function unmatchedMember(
  db: Context['db'],
  where: Prisma.AvailabilityWhereInput,
  named: ReturnType<typeof namedDate>,
) {
  const { startTime, ...day } = where;
  if (startTime && (await db.availability.findFirst({ where: day, select: { id: true } }))) return 'startTime';
  return named?.member ?? 'availabilityId';
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
