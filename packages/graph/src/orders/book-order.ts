import { inTransaction, type Prisma, type Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { actorOf } from '../people/principals.ts';
import { audit } from '../shared/audit.ts';
import { wholeSecond } from '../shared/calendar.ts';
import { freezeBookedDetails } from './booked-details.ts';
import { issueTickets } from './issue-tickets.ts';
import { type BookOrder, BookOrderInput } from './order-inputs.ts';
import { orderTimes } from './order-times.ts';
import { takePlaces } from './places.ts';
import { type BookingPlan, planBooking } from './plan-booking.ts';
import { realize } from './plan-transfer.ts';
import { sum } from './pricing.ts';
import type { Traveller } from './travellers.ts';

async function write(tx: Tx, context: Context, plan: BookingPlan, input: BookOrder): Promise<number> {
  const { role, level, departure, travellers, currencyCode, quantity } = plan;
  const { now, settings } = context;
  const place = {
    organizationId: role.organizationId,
    cityId: level.product.cityId,
    timeZone: level.product.city.timeZone,
  };
  const pickup = await tx.transfer.create({ data: await realize(tx, plan.pickup, place), select: { id: true } });
  const dropoff = await tx.transfer.create({ data: await realize(tx, plan.dropoff, place), select: { id: true } });
  const pending = input.pendingBooking === true;
  const status = pending ? 'InCart' : 'Booked';
  const total = plan.itemPrice ?? sum(plan.seatPrices.filter((seat) => seat !== null));
  const { date, startTime, endTime, availabilityId, rate } = departure;
  const order = await tx.order.create({
    data: {
      ...place,
      roleId: role.id,
      clientId: role.clientId,
      issuerId: actorOf(context).userId,
      contactPersonId: plan.contactPersonId,
      tourGuideId: plan.tourGuideId,
      supplierId: level.product.supplierId,
      productId: level.productId,
      pickupId: pickup.id,
      dropoffId: dropoff.id,
      status,
      createdAt: now,
      updatedAt: now,
      // As precise as it is shown, so that whoever reads the list can see its order.
      bookedAt: pending ? null : wholeSecond(now),
      holdExpiresAt: pending ? new Date(now.getTime() + settings.holdMinutes * 60_000) : null,
      ...orderTimes({ ...level, ...place, duration: Number(level.durationTime), date, startTime, endTime }, settings),
      checkoutDate: input.details?.checkoutDate ?? null,
      vatPercentage: level.product.organization.vatPercentage,
      vatType: level.product.organization.vatType,
      currencyCode,
      totalOriginal: total.original,
      totalAgent: total.agent,
      totalSold: total.sold,
      bookedDetails: await freezeBookedDetails(tx, { serviceLevelId: level.id, rateId: rate.id, availabilityId }),
      bookings: {
        create: {
          serviceLevelId: level.id,
          rateId: rate.id,
          availabilityId,
          date,
          startTime,
          endTime,
          status,
          quantity,
          placesHeld: quantity,
          currencyCode,
          ...plan.itemPrice,
        },
      },
    },
    select: { id: true, version: true, bookings: { select: { id: true } } },
  });
  const bookingId = order.bookings[0]?.id ?? 0;
  const passengers = await tx.passenger.createManyAndReturn({
    data: travellers.map((traveller, position) => ({ orderId: order.id, position, ...passengerColumns(traveller) })),
    select: { id: true, position: true },
  });
  await tx.bookingPassenger.createMany({
    data: passengers.map(({ id, position }) => ({
      bookingId,
      passengerId: id,
      status,
      currencyCode,
      ...plan.seatPrices[position],
    })),
  });
  const tags = input.tags ?? [];
  if (tags.length > 0) {
    await tx.tag.createMany({
      data: tags.map(({ key, value }) => ({ organizationId: role.organizationId, orderId: order.id, key, value })),
    });
  }
  if (!pending && level.product.ticketTitle !== null) await issueTickets(tx, context, [order.id]);
  await audit(tx, context, [
    {
      action: 'order.book',
      entity: 'order',
      entityId: order.id,
      organizationId: role.organizationId,
      after: { status, quantity, total: total.sold.toString(), currency: currencyCode },
    },
  ]);
  const { organizationId } = role;
  await context.emit(tx, context, [{ operation: 'create', orderId: order.id, version: order.version, organizationId }]);
  // Last, so that the row that everybody wants is locked for the shortest time.
  await takePlaces(tx, availabilityId, quantity, now);
  return order.id;
}

function passengerColumns({ person, isLeader, category }: Traveller) {
  return {
    isLeader,
    firstName: person.firstName ?? '',
    lastName: person.lastName ?? '',
    gender: person.gender ?? '',
    phoneNumber: person.phoneNumber ?? '',
    phoneCountryCode: person.phoneCountryCode ?? '',
    whatsappNumber: person.whatsappNumber ?? '',
    email: person.email ?? '',
    ...(category ? { priceCategory: frozenCategory(category) } : {}),
  };
}

function frozenCategory({
  id,
  title,
  isDefault,
  minimum,
  maximum,
  ageMin,
  ageMax,
  translations,
}: NonNullable<Traveller['category']>) {
  return {
    id,
    title,
    isDefault,
    minimum,
    maximum,
    ageMin,
    ageMax,
    translations: translations as Prisma.InputJsonValue,
  };
}

builder.mutationField('bookOrder', (t) =>
  t.prismaField({
    type: 'Order',
    description:
      'Books a service level through a role: takes the places, freezes what is sold and at which prices, and answers with the order. Places are never sold twice.',
    args: {
      role: t.arg.string({ required: true, description: 'Id or name of a role of the viewer that may book.' }),
      serviceLevelId: t.arg.int({ required: true, description: 'Id of the service level.' }),
      input: t.arg({ type: BookOrderInput, required: true, description: 'What to book, for whom.' }),
    },
    resolve: async (query, _root, { role, serviceLevelId, input }, context) => {
      const planned = await planBooking(context, role, serviceLevelId, input);
      await checkPlaces(context, planned, planned.departure.remaining);
      return inTransaction(context.db, async (tx) => {
        // Again, for in a rush many have waited here: who comes too late should cost next to nothing.
        const { remaining } = await tx.availability.findUniqueOrThrow({
          where: { id: planned.departure.availabilityId },
          select: { remaining: true },
        });
        await checkPlaces({ ...context, db: tx }, planned, remaining);
        const id = await write(tx, context, planned, input);
        return tx.order.findUniqueOrThrow({ ...query, where: { id } });
      });
    },
  }),
);

/**
 * Refuses early what cannot succeed. Holds on the departure that have run out make it worth trying.
 *
 * @throws conflict when it is sold out
 */
async function checkPlaces(
  { db, now }: Context,
  { departure, quantity }: BookingPlan,
  remaining: number,
): Promise<void> {
  if (remaining >= quantity) return;
  const expired = { status: 'InCart', holdExpiresAt: { lte: now } } as const;
  const holds = await db.booking.count({
    where: { availabilityId: departure.availabilityId, placesHeld: { gt: 0 }, order: expired },
  });
  if (holds === 0) throw conflict('There are not enough places left.');
}
