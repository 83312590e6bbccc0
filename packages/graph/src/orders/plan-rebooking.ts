import type { Prisma, Tx } from '@channel/prisma';
import type { PriceCategoryShape } from '../catalog/price-category.ts';
import type { Context } from '../context.ts';
import { conflict, forbidden } from '../errors.ts';
import { addDays, dateText, daysBetween, timeText } from '../shared/calendar.ts';
import type { BookedDetailsShape } from './booked-details.ts';
import { refuseOverLimits } from './category-limits.ts';
import type { LockedOrder } from './lock-orders.ts';
import { mayRebook } from './order-access.ts';
import type { Rebooking } from './order-inputs.ts';
import { holdsPlaces } from './places.ts';
import { type BookingPlan, paidByItem, planLevel, readOffered, type SoldLevel } from './plan-booking.ts';
import type { TransferPlan } from './plan-transfer.ts';
import { timesOfPlan } from './write-booking.ts';

/** What a rebooking does to an order besides its departure and its price. */
export type RebookingEffect =
  | 'pickupMoved'
  | 'pickupRemoved'
  | 'dropoffMoved'
  | 'dropoffRemoved'
  | 'guideRemoved'
  | 'ticketsReplaced'
  | 'ticketsRemoved'
  | 'categoriesChanged'
  | 'daysChanged';

/** A checked and priced rebooking, before it is written. */
export type RebookingPlan = {
  plan: BookingPlan;
  checkoutDate: Date | null;
  former: FormerSale;
  effects: RebookingEffect[];
  columns: { pickup: TransferPlan['columns']; dropoff: TransferPlan['columns']; tourGuideId: number | null };
};

const formerSale = {
  clientId: true,
  productId: true,
  startsAtLocal: true,
  endsAtLocal: true,
  checkoutDate: true,
  bookedDetails: true,
  currencyCode: true,
  totalOriginal: true,
  totalAgent: true,
  totalSold: true,
  passengers: {
    select: { id: true, priceCategory: true },
    orderBy: [{ isLeader: 'desc' }, { position: 'asc' }, { id: 'asc' }],
  },
  bookings: {
    select: {
      serviceLevelId: true,
      availabilityId: true,
      rateId: true,
      quantity: true,
      original: true,
      startTime: true,
    },
    orderBy: { id: 'asc' },
  },
  tickets: { select: { id: true } },
} as const satisfies Prisma.OrderSelect;

/** What was sold before a rebooking. */
export type FormerSale = Prisma.OrderGetPayload<{ select: typeof formerSale }>;

export const readFormerSale = (db: Context['db'] | Tx, id: number): Promise<FormerSale> =>
  db.order.findUniqueOrThrow({ where: { id }, select: formerSale });

/**
 * @throws forbidden for an actor who may not rebook a visible order; conflict for an order that has no places, or whose
 *   bookings are not all of one service level: a rebooking replaces them all
 */
export async function checkRebookable(context: Context, order: LockedOrder): Promise<void> {
  if (!mayRebook(context, order)) throw forbidden('You may not rebook this order.');
  if (!holdsPlaces(order.status)) throw conflict(`An order that is ${order.status} cannot be rebooked.`);
  if (order.bookings.some(({ status }) => status !== order.status))
    throw conflict('An order whose bookings have several states cannot be rebooked.');
  const ids = [...new Set(order.bookings.map(({ serviceLevelId }) => serviceLevelId))];
  if (ids.length <= 1) return;
  const levels = await context.db.serviceLevel.findMany({
    where: { id: { in: ids } },
    select: { title: true, product: { select: { title: true } } },
    orderBy: { id: 'asc' },
  });
  const titles = levels.map(({ title, product }) => `${product.title} ${title}`).join(', ');
  throw conflict(`An order with bookings of several service levels cannot be rebooked: ${titles}.`);
}

/**
 * Plans a rebooking through the role and for the client of the order. Its passengers stay, and so does the number of its
 * days, unless another check-out is requested.
 *
 * @throws not found, forbidden or conflict, also for several bookings that are no stay; a validation error with every
 *   violation
 */
export async function planRebooking(
  context: Context,
  order: LockedOrder,
  serviceLevelId: number,
  input: Rebooking,
): Promise<RebookingPlan> {
  await checkRebookable(context, order);
  const role = { id: order.roleId, organizationId: order.organizationId, clientId: order.clientId };
  const offered = await readOffered(context, role, serviceLevelId, input.details);
  const { level } = offered;
  const former = await readFormerSale(context.db, order.id);
  const passengers = former.passengers.map((passenger) => ({
    priceCategoryId: categoryFor(passenger, level.priceCategories, input),
  }));
  const isGiven = typeof (input.details.quantity ?? input.details.numberOfBookings) === 'number';
  const details = isGiven ? input.details : { ...input.details, quantity: formerQuantity(former, level) };
  const days = daysToCheckout(former);
  const count = former.bookings.length;
  if (count > Math.max(1, days ?? 0))
    throw conflict(`An order with ${count} bookings of one service level cannot be rebooked.`);
  let plan = await planLevel(context, role, offered, { passengers, details });
  let checkoutDate = details.checkoutDate ?? null;
  // The check-out of a product that is not booked by day says nothing of the days of one that is.
  const isKept = days !== null && count === (level.availabilityType === 'daily' ? Math.max(1, days) : 1);
  if (!checkoutDate && isKept) {
    checkoutDate = addDays(plan.days[0].departure.date, days);
    plan = await planLevel(context, role, offered, { passengers, details: { ...details, checkoutDate } });
  }
  if (context.settings.categoryLimits) refuseOverLimits(plan.passengers);
  return { plan, checkoutDate, former, ...consequences(context, order, former, plan) };
}

/** Whether an order has the departures of a plan already, at their rates. */
export const isUnmoved = ({ plan: { level, days }, former: { bookings } }: RebookingPlan): boolean =>
  days.length === bookings.length &&
  days.every(({ departure: { availabilityId, rate } }, index) => {
    const booking = bookings[index];
    return (
      booking?.serviceLevelId === level.id && booking.availabilityId === availabilityId && booking.rateId === rate.id
    );
  });

/** The days from the start of an order to its check-out; null where it has none. */
const daysToCheckout = ({ checkoutDate, startsAtLocal }: FormerSale): number | null =>
  checkoutDate && startsAtLocal && daysBetween(midnightOf(startsAtLocal), checkoutDate);

const midnightOf = (moment: Date) => new Date(`${dateText(moment)}T00:00:00Z`);

/** The requested category of a passenger, else the former one, else the one of the same name; undefined: the default. */
function categoryFor(
  { id, priceCategory }: FormerSale['passengers'][number],
  categories: readonly PriceCategoryShape[],
  { passengers }: Rebooking,
): number | undefined {
  const requested = passengers?.find(({ passengerId }) => passengerId === id);
  if (requested) return requested.priceCategoryId;
  const own = priceCategory as PriceCategoryShape | null;
  const title = own?.title.toLowerCase();
  return (
    categories.find((category) => category.id === own?.id) ??
    categories.find((category) => category.title.toLowerCase() === title)
  )?.id;
}

/** The number of items of an order that was and will be paid per item. */
function formerQuantity({ bookings: [first] }: FormerSale, level: SoldLevel): number | undefined {
  return paidByItem(level) && first && first.original !== null ? first.quantity : undefined;
}

function consequences(context: Context, order: LockedOrder, former: FormerSale, plan: BookingPlan) {
  const { level } = plan;
  const effects: RebookingEffect[] = [];
  const sideOf = (side: 'pickup' | 'dropoff', isOffered: boolean): TransferPlan['columns'] => {
    const { date, time, driverId, pointId } = order[side];
    if (!date && !time && driverId === null && pointId === null) return {};
    if (!isOffered || level.product.city.id !== order.cityId) {
      effects.push(`${side}Removed`);
      return { date: null, time: null, driverId: null, pointId: null };
    }
    const moved = movedTransfer(side, order[side], former, plan, whenMoved(side, former, timesOfPlan(context, plan)));
    if (Object.keys(moved).length > 0) effects.push(`${side}Moved`);
    return moved;
  };
  const pickup = sideOf('pickup', level.hasPickup);
  const dropoff = sideOf('dropoff', level.hasDropOff);
  const losesGuide = order.tourGuideId !== null && !level.hasTourGuide;
  if (losesGuide) effects.push('guideRemoved');
  if (former.tickets.length > 0 && former.productId !== level.productId)
    effects.push(level.product.ticketTitle === null ? 'ticketsRemoved' : 'ticketsReplaced');
  const before = former.passengers.map(({ priceCategory }) => (priceCategory as PriceCategoryShape | null)?.title);
  if (plan.passengers.some(({ category }, index) => category?.title !== before[index]))
    effects.push('categoriesChanged');
  if (plan.days.length !== former.bookings.length) effects.push('daysChanged');
  return { effects, columns: { pickup, dropoff, tourGuideId: losesGuide ? null : order.tourGuideId } };
}

type LocalTimes = Pick<FormerSale, 'startsAtLocal' | 'endsAtLocal'>;
type Move = { of: 'start' | 'end'; from: Date | null; to: Date | null };

/** What a transfer keeps its distance to: the start, for a drop-off the end where it is known before and after. */
function whenMoved(side: 'pickup' | 'dropoff', former: LocalTimes, next: LocalTimes): Move {
  const endOf = ({ startsAtLocal, endsAtLocal }: LocalTimes) =>
    startsAtLocal && endsAtLocal && endsAtLocal > startsAtLocal ? endsAtLocal : null;
  const ends = { of: 'end' as const, from: endOf(former), to: endOf(next) };
  if (side === 'dropoff' && ends.from && ends.to) return ends;
  return { of: 'start', from: former.startsAtLocal, to: next.startsAtLocal };
}

/** The day and time of a transfer that keeps its distance to the experience. One without a day is on that of its time. */
function movedTransfer(
  side: 'pickup' | 'dropoff',
  { date, time }: LockedOrder['pickup'],
  { bookings }: FormerSale,
  { days: [{ departure }] }: BookingPlan,
  { of, from, to }: Move,
): TransferPlan['columns'] {
  if (!from || !to || from.getTime() === to.getTime()) return {};
  const hasTimes = time !== null && bookings[0]?.startTime && departure.startTime;
  if (!hasTimes) {
    const days = daysBetween(midnightOf(from), midnightOf(to));
    return date && days !== 0 ? { date: addDays(date, days) } : {};
  }
  const day = date ?? dayByTime(side, time, of, from);
  const moved = new Date(day.getTime() + time.getTime() + to.getTime() - from.getTime());
  const columns: TransferPlan['columns'] = {};
  if (dateText(moved) !== dateText(date ?? departure.date)) columns.date = midnightOf(moved);
  if (timeText(moved) !== timeText(time)) columns.time = new Date(`1970-01-01T${timeText(moved)}Z`);
  return columns;
}

const HOUR_MS = 3_600_000;
/** Hours by which a drop-off may be before the end, and a pickup after the start; beyond, it is on another day. */
const OVERLAP_HOURS = 6;

/** The day of a transfer that has only a time: a drop-off follows the end or the start, a pickup precedes the start. */
function dayByTime(side: 'pickup' | 'dropoff', time: Date, of: Move['of'], from: Date): Date {
  const day = midnightOf(from);
  const after = (day.getTime() + time.getTime() - from.getTime()) / HOUR_MS;
  const hours = side === 'dropoff' ? after : -after;
  // Nobody is brought back before the start.
  const overlap = side === 'dropoff' && of === 'start' ? 0 : OVERLAP_HOURS;
  const days = hours < -overlap ? 1 : hours >= 24 - overlap ? -1 : 0;
  return addDays(day, side === 'dropoff' ? days : -days);
}

/** What an order sells, as the audit log records it. */
export const soldText = ({ bookedDetails, startsAtLocal, currencyCode, totalSold }: FormerSale) => {
  const details = bookedDetails as BookedDetailsShape | null;
  return {
    product: details?.product.title ?? null,
    serviceLevel: details?.serviceLevel.title ?? null,
    rate: details?.rates.map(({ title }) => title).join(', ') ?? null,
    startsAt: startsAtLocal?.toISOString().slice(0, 16).replace('T', ' ') ?? null,
    total: totalSold && `${totalSold} ${currencyCode.trim()}`,
  };
};
