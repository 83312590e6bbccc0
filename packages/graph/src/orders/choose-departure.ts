import type { Prisma, TimeUnit } from '@channel/prisma';
import { rowsOf } from '../compiler/rows.ts';
import type { Context } from '../context.ts';
import { conflict, type FieldErrors, UNKNOWN_ID } from '../errors.ts';
import { instantOf, wallClock, wallClockAt } from '../shared/calendar.ts';
import { type OfferedRate, type RateTotals, ratesOn, rateWithoutId } from './choose-rate.ts';
import { type NamedDate, namedDate } from './contradictions.ts';
import type { BookingDetails } from './order-inputs.ts';

/** The service level that is being booked, and what the booking costs at each of its rates. */
export type Booked = {
  serviceLevelId: number;
  availabilityType: string;
  timeZone: string;
  cutOffTime: number;
  cutOffUnit: TimeUnit | null;
  totals: RateTotals;
};

/** A departure on a day, at a rate that holds that day. */
export type Departure = {
  availabilityId: number;
  date: Date;
  startTime: Date | null;
  endTime: Date | null;
  remaining: number;
  rate: OfferedRate;
};

/** Whether an availability type has no departures by day. */
export const isPass = (type: string) => type === 'pass';

/**
 * Finds the one departure that booking details mean, and the rate. `availabilityId` decides both; else the first named of
 * selected, start and check-in date (with the start time, if any) must leave exactly one. A pass needs no date. Whether the
 * other members agree with it is checked by `checkMoment`.
 *
 * @returns undefined when the details don't suffice; what is missing went to `faults`
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

/** The day from which a pass can be had at the rate that its id means: today, or the first day on which that rate holds. */
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

/** The rate that `availabilityId` means, else the one that is sold without it. What keeps it from being known goes to `faults`. */
function chosenRate(
  context: Context,
  { totals, availabilityType }: Booked,
  { availabilityId }: BookingDetails,
  offered: OfferedRate[],
  named: NamedDate | undefined,
  fieldErrors: FieldErrors,
): OfferedRate | undefined {
  const hasId = typeof availabilityId === 'number';
  // The day is the buyer's choice, unless the id says it.
  if (offered.length === 0 && (!hasId || isPass(availabilityType))) {
    fieldErrors.add(['details', named?.member ?? 'availabilityId'], 'is a day on which this cannot be bought.');
    return undefined;
  }
  if (!hasId) return rateWithoutId(context, offered, totals, fieldErrors);
  const meant = offered.find(({ departureRateId }) => departureRateId === availabilityId);
  if (!meant) fieldErrors.add(['details', 'availabilityId'], 'must name a rate that is sold on that day.');
  return meant;
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
    fieldErrors.add(['details', 'selectedDate'], 'is required to know the departure, unless availability_id is given.');
    return null;
  }
  if (details.startTime && hasTimes(level.availabilityType)) where.startTime = details.startTime;
  const [row, other] = await rowsOf(context, 'Availability', { where, orderBy: { id: 'asc' }, take: 2 });
  if (other) fieldErrors.add(['details', 'startTime'], 'is required to know which of several departures is meant.');
  else if (!row) fieldErrors.add(['details', await culprit(context.db, where, named)], 'finds no departure.');
  return other ? null : (row ?? null);
}

/** What finds no departure: the time, where there are others on that day; else the day. */
async function culprit(db: Context['db'], where: Prisma.AvailabilityWhereInput, named: ReturnType<typeof namedDate>) {
  const { startTime, ...day } = where;
  if (startTime && (await db.availability.findFirst({ where: day, select: { id: true } }))) return 'startTime';
  return named?.member ?? 'availabilityId';
}

/** Values of the availability type that nobody listed need no date where the service level has one departure only. */
const needsDate = (type: string) => ['per_slot', 'per_time', 'daily'].includes(type);

/** A pass and a whole day have no time of day: one that is sent finds nothing, and is checked once they are found. */
const hasTimes = (type: string) => !isPass(type) && type !== 'daily';

const UNIT_MS = { none: 0, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** Refuses what has begun (or, without a time of day, whose day is past), and what lies within the cut-off time. */
function refuseOver({ now, settings }: Context, level: Booked, date: Date, startTime: Date | null): void {
  const here = wallClockAt(now, level.timeZone);
  const over = startTime ? instantOf(wallClock(date, startTime), level.timeZone) <= now : date < here.date;
  if (over) throw conflict('This departure is over.');
  const cutOff = level.cutOffTime * UNIT_MS[level.cutOffUnit ?? settings.cutOffUnit];
  const start = instantOf(startTime ? wallClock(date, startTime) : date, level.timeZone);
  if (cutOff > 0 && start.getTime() - cutOff <= now.getTime()) throw conflict('It is too late to book this departure.');
}
