import { addDays, daysBetween } from '../calendar.ts';
import type { Random } from '../random.ts';

export type Status = 'InCart' | 'Booked' | 'Deleted' | 'Cancelled';

/** The activity day of an order: from three months back to three months ahead, most of them near. */
export function activityDay(chance: Random, today: string): string {
  if (chance.chance(0.03)) return today;
  if (chance.chance(0.5)) return addDays(today, -Math.ceil(88 * chance.next() ** 1.2));
  return addDays(today, Math.ceil(88 * chance.next() ** 1.5));
}

/** The status of an order by its activity day: carts expire. */
export function statusFor(chance: Random, date: string, today: string): Status {
  const past = date < today;
  return chance.weighted(
    [
      ['Booked', past ? 83 : 77],
      ['Cancelled', 11],
      ['Deleted', 4],
      ['InCart', past ? 2 : 8],
    ] as const,
    ([, weight]) => weight,
  )[0];
}

/**
 * When an order was created, finalised and last changed: all of it before today, and its creation before its activity
 * day.
 */
export function history(chance: Random, status: Status, date: string, today: string) {
  const latest = addDays(date < today ? date : today, -1);
  const ahead = Math.floor(50 * chance.next() ** 1.4);
  const madeOn = addDays(latest, -ahead);
  const seconds = chance.int(7 * 3600, 20 * 3600);
  const createdAt = instant(madeOn, seconds);
  if (status === 'InCart') return { createdAt, bookedAt: null, updatedAt: createdAt };
  const slow = chance.chance(0.1);
  const bookedAt = instant(madeOn, seconds + (slow ? chance.int(1800, 9000) : chance.int(2, 420)));
  if (status === 'Booked') return { createdAt, bookedAt, updatedAt: bookedAt };
  const changedOn = addDays(madeOn, chance.int(0, daysBetween(madeOn, latest)));
  const updatedAt = instant(changedOn, changedOn === madeOn ? chance.int(82_900, 85_900) : chance.int(25_000, 80_000));
  return { createdAt, bookedAt, updatedAt };
}

/** An instant from a day and seconds after midnight, both in UTC. */
export const instant = (date: string, seconds: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + seconds * 1000).toISOString();
