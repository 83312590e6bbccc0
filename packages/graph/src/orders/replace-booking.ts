import { Prisma, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { dateText, timeText, wholeSecond } from '../shared/calendar.ts';
import { renewedHold } from './hold-limit.ts';
import { issueTickets } from './issue-tickets.ts';
import type { LockedOrder } from './lock-orders.ts';
import { exchangePlaces } from './places.ts';
import type { BookingPlan } from './plan-booking.ts';
import type { TransferPlan } from './plan-transfer.ts';
import {
  BOOKING_COLUMNS,
  frozenCategory,
  insertedBookings,
  insertedPassengers,
  insertedSeats,
  several,
  soldColumns,
} from './write-booking.ts';

/** What a new booking changes in an order besides its bookings and prices. */
export type Replacement = {
  status: 'InCart' | 'Booked';
  checkoutDate: Date | null;
  /** Whether the passengers of the plan replace those of the order; otherwise only their price categories change. */
  hasNewPassengers: boolean;
  pickup: TransferPlan['columns'];
  dropoff: TransferPlan['columns'];
  contactPersonId: number | null;
  tourGuideId: number | null;
  referenceCode: string | null;
  /** Hash of the request, where it books what was held. */
  bookedByHash?: Uint8Array | null;
};

/**
 * Replaces the bookings of a locked order by those of a plan, in the order's transaction: releases and takes places,
 * and writes prices, passengers, transfers and tickets. The caller records the change.
 *
 * @throws conflict when a departure has not enough places; the caller must not commit
 */
export async function replaceBooking(
  tx: Tx,
  context: Context,
  order: LockedOrder,
  plan: BookingPlan,
  change: Replacement,
): Promise<void> {
  const passengerIds = await writePassengers(tx, order.id, plan, change.hasNewPassengers);
  await writeTransfer(tx, order.pickup, change.pickup);
  await writeTransfer(tx, order.dropoff, change.dropoff);
  const wanted = plan.days.map(({ departure: { availabilityId } }) => ({ availabilityId, places: plan.quantity }));
  await exchangePlaces(tx, order.id, wanted, context.now, async () => {
    const ids = await replaceBookings(tx, context, order, plan, change.status);
    await tx.$executeRaw`WITH seats AS (${insertedSeats(plan, { bookingIds: ids, passengerIds }, change.status)}) SELECT`;
  });
  await writeOrder(tx, context, order, plan, change);
}

/** @returns the ids of the passengers, in the order of the plan */
async function writePassengers(tx: Tx, orderId: number, plan: BookingPlan, areNew: boolean) {
  const { passengers } = plan;
  if (areNew) {
    await tx.passenger.deleteMany({ where: { orderId } });
    const [drawn] = await tx.$queryRaw<{ ids: number[] }[]>`SELECT ${several('passenger', passengers.length)} AS ids`;
    const passengerIds = drawn?.ids ?? [];
    await tx.$executeRaw(insertedPassengers(plan, { orderId, passengerIds }));
    return passengerIds;
  }
  const rows = await tx.passenger.findMany({
    where: { orderId },
    select: { id: true },
    orderBy: [{ isLeader: 'desc' }, { position: 'asc' }, { id: 'asc' }],
  });
  const ids = rows.map(({ id }) => id);
  const categories = passengers.map(({ category }) => JSON.stringify(category && frozenCategory(category)));
  await tx.$executeRaw`
    UPDATE passenger SET price_category = nullif(given.category::jsonb, 'null')
    FROM unnest(${ids}::bigint[], ${categories}::text[]) AS given (id, category) WHERE passenger.id = given.id`;
  return ids;
}

async function writeTransfer(tx: Tx, { id }: { id: number }, columns: TransferPlan['columns']): Promise<void> {
  if (Object.keys(columns).length > 0) await tx.transfer.update({ where: { id }, data: columns });
}

/** Bookings keep their rows, and with them their tags, as far as the new sale has as many. @returns their ids */
async function replaceBookings(tx: Tx, context: Context, order: LockedOrder, plan: BookingPlan, status: string) {
  const holdUntil = status === 'InCart' ? renewedHold(context, order) : null;
  const kept = order.bookings.map(({ id }) => id).slice(0, plan.days.length);
  const [drawn] = await tx.$queryRaw<{ ids: number[] }[]>`
    SELECT ${several('booking', plan.days.length - kept.length)} AS ids`;
  const ids = [...kept, ...(drawn?.ids ?? [])];
  await tx.bookingPassenger.deleteMany({ where: { bookingId: { in: kept } } });
  await tx.booking.deleteMany({ where: { orderId: order.id, id: { notIn: kept } } });
  await tx.$executeRaw`${insertedBookings(plan, { orderId: order.id, bookingIds: ids }, status, holdUntil)}
    ON CONFLICT (id) DO UPDATE SET ${Prisma.raw(SOLD_ANEW.map((column) => `${column} = excluded.${column}`).join(', '))}`;
  return ids;
}

const SOLD_ANEW = BOOKING_COLUMNS.filter((column) => column !== 'id' && column !== 'order_id');

async function writeOrder(tx: Tx, context: Context, order: LockedOrder, plan: BookingPlan, change: Replacement) {
  const { status, contactPersonId, tourGuideId, referenceCode, bookedByHash = null } = change;
  const former = await tx.order.findUniqueOrThrow({ where: { id: order.id }, select: { productId: true } });
  const columns = soldColumns(context, plan, change.checkoutDate);
  const bookedAt = Prisma.sql`CASE WHEN ${status} = 'Booked' THEN coalesce(booked_at, ${wholeSecond(context.now)}::timestamptz) ELSE booked_at END`;
  await tx.$executeRaw`
    UPDATE orders SET status = ${status}::order_status, booked_at = ${bookedAt}, contact_person_id = ${contactPersonId}::bigint,
      tour_guide_id = ${tourGuideId}::bigint, reference_code = ${referenceCode},
      booked_by_hash = coalesce(${bookedByHash}::bytea, booked_by_hash),
      ${Prisma.join(columns.map(([column, value]) => Prisma.sql`${Prisma.raw(column)} = ${value}`))}
    WHERE id = ${order.id}::bigint`;
  // Tickets are documents of the product; those of the same product show the new date when they are fetched again.
  if (former.productId !== plan.level.productId) await tx.ticket.deleteMany({ where: { orderId: order.id } });
  if (status === 'Booked') await issueTickets(tx, context, [order.id]);
}

/** A transfer as the audit log records it, by member. */
export const transferText = (side: 'pickup' | 'dropoff', { date, time, driverId, pointId }: LockedOrder['pickup']) => ({
  [`${side}.date`]: date && dateText(date),
  [`${side}.time`]: time && timeText(time),
  [`${side}.driverId`]: driverId,
  [`${side}.pointId`]: pointId,
});
