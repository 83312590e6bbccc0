import { Prisma } from '@channel/prisma';
import { type OrderState, orderState } from './order-state.ts';
import type { TransferColumns } from './parts.ts';
import { replaceBookings } from './replace.ts';
import { type Details, dayOf, later, type Naive } from './request.ts';
import { isPerItem, type Level, levelOf, type Sale, saleOf } from './sale.ts';
import { frozenCategory, soldColumns } from './sold-columns.ts';

type Rebooking = {
  orderId: number;
  serviceLevelId: number;
  input: { details: Details; passengers?: { passengerId: number; priceCategoryId: number }[] | null };
};

const DAY = 86_400_000;
const HOUR = 3_600_000;
const midnight = (moment: Date) => new Date(Math.floor(moment.getTime() / DAY) * DAY);

/** Moves an order to another departure: its passengers, people and transfers stay as far as they can. */
export const rebookOrder: Naive = async (work, variables) => {
  const { tx, now } = work;
  const { orderId, serviceLevelId, input } = variables as Rebooking;
  const order = await tx.order.findUniqueOrThrow({ where: { id: orderId }, include: orderState });
  const level = await levelOf(tx, serviceLevelId);
  const passengers = await tx.passenger.findMany({
    where: { orderId },
    orderBy: [{ isLeader: 'desc' }, { position: 'asc' }, { id: 'asc' }],
  });
  const wanted = passengers.map(({ id, priceCategory }) => {
    const own = priceCategory as { id: number; title: string } | null;
    const categories = level.priceCategories;
    const named = categories.find(({ title }) => title.toLowerCase() === own?.title.toLowerCase());
    return (
      input.passengers?.find(({ passengerId }) => passengerId === id)?.priceCategoryId ??
      (categories.find((category) => category.id === own?.id) ?? named)?.id
    );
  });
  const details = { ...input.details };
  const [first] = order.bookings;
  if (typeof (details.quantity ?? details.numberOfBookings) !== 'number' && isPerItem(level) && first?.original)
    details.quantity = first.quantity;
  let sale = await saleOf(tx, level, details, wanted, now);
  if (!details.checkoutDate) {
    // A stay keeps the number of its days.
    const days = daysToCheckout(order);
    const isKept = order.bookings.length === (level.availabilityType === 'daily' ? Math.max(1, days ?? 0) : 1);
    if (days !== null && isKept) {
      details.checkoutDate = later(sale.days[0].date, days).toISOString().slice(0, 10);
      sale = await saleOf(tx, level, details, wanted, now);
    }
  }
  const checkoutDate = dayOf(details.checkoutDate);
  const next = await soldColumns(work, sale, checkoutDate);
  const recategorized = async () => {
    for (const [index, { id }] of passengers.entries()) {
      const category = sale.categories[index];
      const priceCategory = category ? frozenCategory(category) : Prisma.DbNull;
      await tx.passenger.update({ where: { id }, data: { priceCategory } });
    }
    return passengers.map(({ id }) => id);
  };
  await replaceBookings(work, order, sale, recategorized, {
    status: order.status === 'Booked' ? 'Booked' : 'InCart',
    checkoutDate,
    pickup: transferAfter('pickup', order, level, sale, next),
    dropoff: transferAfter('dropoff', order, level, sale, next),
    columns: level.hasTourGuide ? {} : { tourGuideId: null },
  });
};

const daysToCheckout = ({ checkoutDate, startsAtLocal }: OrderState) =>
  checkoutDate && startsAtLocal && (checkoutDate.getTime() - midnight(startsAtLocal).getTime()) / DAY;

type Times = { startsAtLocal: Date | null; endsAtLocal: Date | null };

/** A transfer keeps its distance to the experience, and ends where the experience has none. */
function transferAfter(
  side: 'pickup' | 'dropoff',
  order: OrderState,
  level: Level,
  { days: [day] }: Sale,
  next: Times,
): TransferColumns {
  const { date, time, driverId, pointId } = order[side];
  if (!date && !time && driverId === null && pointId === null) return {};
  const isOffered = side === 'pickup' ? level.hasPickup : level.hasDropOff;
  if (!isOffered || level.product.cityId !== order.cityId)
    return { date: null, time: null, driverId: null, pointId: null };
  const ends = ({ startsAtLocal, endsAtLocal }: Times) =>
    startsAtLocal && endsAtLocal && endsAtLocal > startsAtLocal ? endsAtLocal : null;
  const byEnd = side === 'dropoff' && ends(order) && ends(next);
  const [from, to] = byEnd ? [ends(order), ends(next)] : [order.startsAtLocal, next.startsAtLocal];
  if (!from || !to) return {};
  const shift = to.getTime() - from.getTime();
  if (time && order.bookings[0]?.startTime && day.departure.startTime) {
    const own = date ?? impliedDay(side, time, from, Boolean(byEnd));
    const moved = new Date(own.getTime() + time.getTime() + shift);
    if (shift === 0) return {};
    const isOnDay = !date && midnight(moved).getTime() === day.date.getTime();
    return { time: new Date(moved.getTime() % DAY), ...(!isOnDay && { date: midnight(moved) }) };
  }
  return date ? { date: new Date(date.getTime() + midnight(to).getTime() - midnight(from).getTime()) } : {};
}

/** The day of a transfer without one: guests are fetched before the start, and brought back after the end. */
function impliedDay(side: 'pickup' | 'dropoff', time: Date, from: Date, byEnd: boolean): Date {
  const hours = (midnight(from).getTime() + time.getTime() - from.getTime()) / HOUR;
  const [distance, direction] = side === 'dropoff' ? [hours, 1] : [-hours, -1];
  // Up to six hours of overlap, but nobody is brought back before the start.
  const overlap = side === 'dropoff' && !byEnd ? 0 : 6;
  const days = distance < -overlap ? 1 : distance >= 24 - overlap ? -1 : 0;
  return later(midnight(from), days * direction);
}
