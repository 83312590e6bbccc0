import { addDays } from '#lib/format.ts';
import type { Booking, Departure, Sold, SoldLevel } from '../sale/sale-query.ts';

export type PersonDraft = { firstName: string; lastName: string; email: string; phoneNumber: string };
export type TransferDraft = { pointId: string; time: string };

/** What is typed of a new order. */
export type OrderDraft = {
  role: string;
  sold: Sold | null;
  from: string;
  departure: Departure | null;
  /** The number of passengers by price category; by item, all are in one. */
  counts: Record<number, number>;
  items: number;
  /** Names of passengers by position; the first is the leader. */
  people: PersonDraft[];
  pickup: TransferDraft;
  dropoff: TransferDraft;
  referenceCode: string;
};

export const NOBODY: PersonDraft = { firstName: '', lastName: '', email: '', phoneNumber: '' };

/** The category that stands for all passengers where prices are per item. */
export const ANYBODY = 0;

export const emptyDraft = (role: string, today: string): OrderDraft => ({
  role,
  sold: null,
  from: today,
  departure: null,
  counts: {},
  items: 1,
  people: [],
  pickup: { pointId: '', time: '' },
  dropoff: { pointId: '', time: '' },
  referenceCode: '',
});

/** Whether something was typed that is more than a choice. */
export const isTyped = ({ people, pickup, dropoff, referenceCode }: OrderDraft): boolean =>
  [...people, pickup, dropoff, { referenceCode }].some((part) => Object.values(part).some((text) => text !== ''));

export const isPerItem = (level: SoldLevel): boolean => level.pricingType === 'per_item';

/** The number of passengers that a service level begins with. */
export function firstCounts(level: SoldLevel): Record<number, number> {
  const standard = level.priceCategories.find(({ isDefault }) => isDefault) ?? level.priceCategories[0];
  return { [isPerItem(level) ? ANYBODY : (standard?.id ?? ANYBODY)]: 1 };
}

/** The price category of each passenger, in the order of the catalogue. */
export function categoriesOf({ sold, counts }: OrderDraft): number[] {
  if (!sold) return [];
  const ids = isPerItem(sold.level) ? [ANYBODY] : sold.level.priceCategories.map(({ id }) => id);
  return ids.flatMap((id) => Array<number>(Math.min(counts[id] ?? 0, 100)).fill(id));
}

const inCategory = (id: number) => (id === ANYBODY ? {} : { priceCategoryId: id });

/** The booking as far as its price depends on it; null while it is incomplete. */
export function pricedBooking(draft: OrderDraft): Booking | null {
  const { role, sold, departure, items } = draft;
  const categories = categoriesOf(draft);
  if (!sold || !departure || categories.length === 0) return null;
  const details = { availabilityId: departure.id, ...(isPerItem(sold.level) ? { quantity: items } : {}) };
  return { role, serviceLevelId: sold.level.id, input: { details, passengers: categories.map(inCategory) } };
}

const HALF_DAY = 12;

/**
 * The day of a transfer with a departure: guests are brought back after its start, and picked up before it, also where
 * midnight is between them.
 */
export function transferDay(side: 'pickup' | 'dropoff', time: string, { date, startTime }: Departure): string {
  if (!time || !startTime) return date;
  if (side === 'dropoff') return time < startTime.slice(0, time.length) ? addDays(date, 1) : date;
  const hoursLater = Number(time.slice(0, 2)) - Number(startTime.slice(0, 2));
  return hoursLater >= HALF_DAY ? addDays(date, -1) : date;
}

const transferOf = (side: 'pickup' | 'dropoff', { pointId, time }: TransferDraft, departure: Departure) =>
  pointId || time
    ? {
        date: transferDay(side, time, departure),
        ...(time ? { time } : {}),
        ...(pointId ? { location: { point: { id: Number(pointId) } } } : {}),
      }
    : undefined;

/** The whole booking, with names, transfers and the reference code. */
export function wholeBooking(draft: OrderDraft): Booking | null {
  const priced = pricedBooking(draft);
  const { sold, departure, people, pickup, dropoff, referenceCode } = draft;
  if (!priced || !sold || !departure) return null;
  const [leader, ...others] = categoriesOf(draft).map((id, index) => ({
    ...(people[index] ?? NOBODY),
    ...inCategory(id),
  }));
  const ways = {
    ...(sold.level.hasPickup ? { pickup: transferOf('pickup', pickup, departure) } : {}),
    ...(sold.level.hasDropOff ? { dropoff: transferOf('dropoff', dropoff, departure) } : {}),
  };
  const input = {
    ...priced.input,
    leader: leader ?? NOBODY,
    passengers: others,
    additionalInformation: ways,
    referenceCode,
  };
  return { ...priced, input };
}
