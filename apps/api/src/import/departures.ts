import { tryTakePlaces } from '@channel/graph';
import type { Tx } from '@channel/prisma';
import type { ImportRun } from './import-run.ts';
import { inChunks } from './records.ts';
import type { SoldLevel } from './sold-catalog.ts';

/** A departure that an order needs. */
export type Wanted = { level: SoldLevel; departure: { date: Date | null; startTime: Date | null } };

export type DepartureRow = { id: number; startTime: Date | null; endTime: Date | null };

const keyOf = (levelId: number, { date, startTime }: Wanted['departure']) =>
  `${levelId} ${date?.getTime()} ${startTime?.getTime()}`;

/**
 * The rows of departures. A departure that no schedule has created (usually a past one) is created from the schedule of
 * its time of day, else with the capacity of the service level.
 */
export async function findDepartures(
  tx: Tx,
  wanted: readonly Wanted[],
): Promise<(need: Wanted) => DepartureRow | undefined> {
  const needs = [...new Map(wanted.map((need) => [keyOf(need.level.id, need.departure), need])).values()];
  const found = await readDepartures(tx, needs);
  const missing = needs.filter((need) => !found.has(keyOf(need.level.id, need.departure)));
  await inChunks(missing, (chunk) =>
    tx.availability.createMany({ data: chunk.map(newDeparture), skipDuplicates: true }),
  );
  const made = await readDepartures(tx, missing);
  return ({ level, departure }) => {
    const key = keyOf(level.id, departure);
    return found.get(key) ?? made.get(key);
  };
}

async function readDepartures(tx: Tx, needs: readonly Wanted[]): Promise<Map<string, DepartureRow>> {
  const found = new Map<string, DepartureRow>();
  const levels = [...new Set(needs.map(({ level }) => level.id))];
  const dates = [...new Set(needs.flatMap(({ departure }) => departure.date?.getTime() ?? []))].map(
    (time) => new Date(time),
  );
  const rows = await tx.availability.findMany({
    where: { serviceLevelId: { in: levels }, OR: [{ date: { in: dates } }, { date: null }] },
    select: { id: true, serviceLevelId: true, date: true, startTime: true, endTime: true },
  });
  for (const row of rows) found.set(keyOf(row.serviceLevelId, row), row);
  return found;
}

function newDeparture({ level, departure: { date, startTime } }: Wanted) {
  const weekday = date ? date.getUTCDay() || 7 : undefined;
  const schedules = level.schedules.filter((schedule) => schedule.startTime?.getTime() === startTime?.getTime());
  const schedule =
    schedules.find(({ weekdays }) => weekdays.length === 0 || (weekday && weekdays.includes(weekday))) ?? schedules[0];
  return {
    serviceLevelId: level.id,
    scheduleId: schedule?.id ?? null,
    date,
    startTime,
    endTime: schedule?.endTime ?? null,
    capacity: schedule?.capacity ?? level.capacity,
    expirationDate: schedule?.expirationDate ?? null,
    expirationMinutesAfterBooking: schedule?.expirationMinutesAfterBooking ?? null,
  };
}

/** The ids of departures at their rates; null for a rate that is not valid on the day. */
export async function findDepartureRates(
  tx: Tx,
  departures: readonly { id: number }[],
): Promise<(departure: { id: number }, rateId: number) => number | null> {
  const found = new Map<string, number>();
  await inChunks([...new Set(departures.map(({ id }) => id))], async (ids) => {
    const rows = await tx.departureRate.findMany({ where: { availabilityId: { in: ids } } });
    for (const { id, availabilityId, rateId } of rows) found.set(`${availabilityId} ${rateId}`, id);
  });
  return ({ id }, rateId) => found.get(`${id} ${rateId}`) ?? null;
}

/** Counts the places of bookings as booked. A departure with too few left is a field error of each of its orders. */
export async function countPlaces(
  { tx, now, fieldErrors }: Pick<ImportRun, 'tx' | 'now' | 'fieldErrors'>,
  taken: readonly { availabilityId: number; places: number; path: string }[],
): Promise<void> {
  const lacking = new Set(await tryTakePlaces(tx, taken, now));
  for (const { availabilityId, path } of taken) {
    if (lacking.has(availabilityId)) fieldErrors.add(`${path}.booking`, 'the departure has too few places left');
  }
}
