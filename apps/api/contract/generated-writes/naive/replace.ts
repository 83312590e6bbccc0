import type { Prisma } from '@channel/prisma';
import { bookingColumns, createSeats, placesOf } from './book.ts';
import { endDeclines } from './declines.ts';
import { type OrderState, orderState } from './order-state.ts';
import { createTickets, emitUpdates, recordChange, type TransferColumns } from './parts.ts';
import { addPlaces, takePlaces } from './places.ts';
import { type Work, wholeSecond } from './request.ts';
import type { Sale } from './sale.ts';
import { soldColumns } from './sold-columns.ts';

/* An order gets other bookings: it moves to another departure, or its hold is booked anew. */

export type Replacement = {
  status: 'InCart' | 'Booked';
  checkoutDate: Date | null;
  pickup: TransferColumns;
  dropoff: TransferColumns;
  columns: Prisma.OrderUncheckedUpdateInput;
};

/** @param passengerIds in the order of the sale */
export async function replaceBookings(
  work: Work,
  order: OrderState,
  sale: Sale,
  passengers: () => Promise<number[]>,
  change: Replacement,
): Promise<void> {
  const { tx, now } = work;
  const { id: orderId, organizationId } = order;
  const before = await recordedOf(work, orderId);
  const { status } = change;
  const passengerIds = await passengers();
  for (const side of ['pickup', 'dropoff'] as const)
    await tx.transfer.update({ where: { id: order[side].id }, data: change[side] });
  const places = placesOf(sale);
  for (const { availabilityId, placesHeld } of order.bookings) addPlaces(places, availabilityId, -placesHeld);
  await tx.bookingPassenger.deleteMany({ where: { booking: { orderId } } });
  const columns = bookingColumns(sale, status, status === 'InCart' ? renewedHold(work, order) : null);
  const bookingIds: number[] = [];
  for (const [index, data] of columns.entries()) {
    const former = order.bookings[index];
    if (former) await tx.booking.update({ where: { id: former.id }, data: { ...data, organizationId } });
    bookingIds.push(former?.id ?? (await tx.booking.create({ data: { orderId, organizationId, ...data } })).id);
  }
  for (const { id } of order.bookings.slice(columns.length)) await tx.booking.delete({ where: { id } });
  await createSeats(work, passengerIds, sale, bookingIds, status);
  await takePlaces(tx, places, now);
  const bookedAt = status === 'Booked' ? (order.bookedAt ?? wholeSecond(now)) : order.bookedAt;
  const sold = await soldColumns(work, sale, change.checkoutDate);
  const own = { status, bookedAt, version: order.version + 1, updatedAt: now };
  await tx.order.update({ where: { id: orderId }, data: { ...sold, ...change.columns, ...own } });
  if (order.productId !== sale.level.productId) await tx.ticket.deleteMany({ where: { orderId } });
  if (status === 'Booked') await createTickets(work, orderId);
  const after = await recordedOf(work, orderId);
  const differing = Object.keys(after).filter((member) => before[member] !== after[member]);
  const only = (values: Recorded) => Object.fromEntries(differing.map((member) => [member, values[member] ?? null]));
  const isMoved = differing.includes('product') || differing.includes('startsAt');
  await endDeclines(work, order, isMoved);
  const values = { before: only(before), after: only(after) };
  await recordChange(work, { action: 'order.rebook', orderId, organizationId }, values);
  await emitUpdates(work, [order]);
}

/** Until when an order holds its places if its hold begins anew. */
export function renewedHold({ now, context }: Work, { createdAt, bookings }: OrderState): Date {
  const { holdMinutes, holdMaxMinutes } = context.settings;
  const latest = createdAt.getTime() + Math.max(holdMinutes, holdMaxMinutes) * 60_000;
  const held = bookings.map(({ holdExpiresAt }) => holdExpiresAt?.getTime() ?? 0);
  return new Date(Math.min(now.getTime() + holdMinutes * 60_000, Math.max(latest, ...held)));
}

type Recorded = Record<string, string | number | null>;
type Titled = { product: { title: string }; serviceLevel: { title: string }; rates: { title: string }[] };

async function recordedOf({ tx }: Work, id: number): Promise<Recorded> {
  const order = await tx.order.findUniqueOrThrow({ where: { id }, include: orderState });
  const details = order.bookedDetails as Titled | null;
  const recorded: Recorded = {
    product: details?.product.title ?? null,
    serviceLevel: details?.serviceLevel.title ?? null,
    rate: details?.rates.map(({ title }) => title).join(', ') ?? null,
    startsAt: order.startsAtLocal?.toISOString().slice(0, 16).replace('T', ' ') ?? null,
    total: order.totalSold && `${order.totalSold} ${order.currencyCode.trim()}`,
    passengers: await tx.passenger.count({ where: { orderId: id } }),
    status: order.status,
    tourGuideId: order.tourGuideId,
    contactPersonId: order.contactPersonId,
    referenceCode: order.referenceCode,
  };
  for (const side of ['pickup', 'dropoff'] as const) {
    const { date, time, driverId, pointId } = order[side];
    recorded[`${side}.date`] = date?.toISOString().slice(0, 10) ?? null;
    recorded[`${side}.time`] = time?.toISOString().slice(11, 19) ?? null;
    recorded[`${side}.driverId`] = driverId;
    recorded[`${side}.pointId`] = pointId;
  }
  return recorded;
}
