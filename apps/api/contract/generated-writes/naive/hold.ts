import { createPassengers, madeTransfer, peopleOf } from './book.ts';
import { orderState } from './order-state.ts';
import { recordChange, selected } from './parts.ts';
import { addPlaces, type Places, takePlaces } from './places.ts';
import { renewedHold, replaceBookings } from './replace.ts';
import { type Booking, dayOf, type Naive } from './request.ts';
import { levelOf, saleOf } from './sale.ts';

type ChangeHold = { orderId: number; serviceLevelId: number; input: Booking };

/** Books anew what an order in the cart holds, with other passengers. */
export const changeHold: Naive = async (work, variables) => {
  const { tx, now } = work;
  const { orderId, serviceLevelId, input } = variables as ChangeHold;
  const order = await tx.order.findUniqueOrThrow({ where: { id: orderId }, include: orderState });
  const level = await levelOf(tx, serviceLevelId);
  const people = peopleOf(input);
  const wanted = people.map(({ priceCategoryId }) => priceCategoryId);
  const sale = await saleOf(tx, level, input.details ?? {}, wanted, now);
  const more = input.additionalInformation ?? {};
  const place = { cityId: level.product.cityId, organizationId: order.organizationId };
  const pickup = await madeTransfer(work, more.pickup, place);
  const dropoff = await madeTransfer(work, more.dropoff, place);
  const isBooked = input.pendingBooking !== true;
  const passengers = async () => {
    await tx.passenger.deleteMany({ where: { orderId } });
    return createPassengers(work, orderId, people, sale);
  };
  await replaceBookings(work, order, sale, passengers, {
    status: isBooked ? 'Booked' : 'InCart',
    checkoutDate: dayOf(input.details?.checkoutDate),
    pickup,
    dropoff,
    columns: {
      contactPersonId: selected(more.contactPerson) ?? null,
      tourGuideId: selected(more.tourGuide) ?? null,
      referenceCode: input.referenceCode || null,
      ...(isBooked && { bookedByHash: new Uint8Array(32) }),
    },
  });
};

/** Begins the hold of an order in the cart anew. */
export const renewHold: Naive = async (work, variables) => {
  const { tx, now } = work;
  const { orderId } = variables as { orderId: number };
  const order = await tx.order.findUniqueOrThrow({ where: { id: orderId }, include: orderState });
  const places: Places = new Map();
  for (const { id, status, quantity, placesHeld, availabilityId } of order.bookings) {
    if (status !== order.status) continue;
    const data = { placesHeld: quantity, holdExpiresAt: renewedHold(work, order) };
    await tx.booking.update({ where: { id }, data });
    addPlaces(places, availabilityId, quantity - placesHeld);
  }
  await takePlaces(tx, places, now);
  const { organizationId } = order;
  await recordChange(work, { action: 'order.renew-hold', orderId, organizationId });
};
