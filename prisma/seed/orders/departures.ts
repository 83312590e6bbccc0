import { addDays, weekdayOf } from '../calendar.ts';
import type { ServiceLevel } from '../catalog/level.ts';
import type { Random } from '../random.ts';

/** A departure: a day (none for a pass) and its times. */
export type Departure = { date: string | null; startTime: string | null; endTime: string | null; capacity: number };

/** The departures of a service level on a day, by its schedules. */
export function departuresOn(level: ServiceLevel, date: string): Departure[] {
  if (date < level.offerTimeStart || date > level.offerTimeEnd) return [];
  return level.schedules
    .filter(({ weekdays }) => weekdays.length === 0 || weekdays.includes(weekdayOf(date)))
    .map(({ startTime, endTime, capacity }) => ({
      date: level.availabilityType === 'pass' ? null : date,
      startTime,
      endTime,
      capacity,
    }));
}

/** Counts the taken places, so that the demo world is never overbooked. */
export function createPlaces() {
  const taken = new Map<string, number>();
  const keyOf = (level: string, { date, startTime }: Departure) => `${level} ${date} ${startTime}`;
  return {
    left: (level: string, departure: Departure): number =>
      departure.capacity - (taken.get(keyOf(level, departure)) ?? 0),
    take(level: string, departure: Departure, places: number): void {
      const key = keyOf(level, departure);
      taken.set(key, (taken.get(key) ?? 0) + places);
    },
  };
}

export type Places = ReturnType<typeof createPlaces>;

/**
 * A departure with room, on the wanted day or as near to it as possible without crossing `today`.
 * Early departures of a day and those with bookings are preferred, so that seats fill up.
 */
export function findDeparture(
  chance: Random,
  level: ServiceLevel,
  levelKey: string,
  wanted: { date: string; today: string; room: number },
  places: Places,
): { date: string; departure: Departure } | undefined {
  const step = wanted.date < wanted.today ? -1 : 1;
  for (let days = 0; days < 14; days++) {
    const date = addDays(wanted.date, step * days);
    const open = departuresOn(level, date).filter((departure) => places.left(levelKey, departure) >= wanted.room);
    if (open.length === 0) continue;
    const departure = chance.weighted(
      open,
      (each) => (places.left(levelKey, each) < each.capacity ? 6 : 1) / (1 + open.indexOf(each) * 0.4),
    );
    return { date, departure };
  }
  return undefined;
}
