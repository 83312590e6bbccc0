import { Prisma } from '@channel/prisma';
import {
  createPoint,
  createTickets,
  newPoint,
  personColumns,
  recordChange,
  selected,
  TEXTS,
  type TransferColumns,
  transferColumns,
} from './parts.ts';
import { addPlaces, type Places, takePlaces } from './places.ts';
import {
  type Booking,
  dayOf,
  later,
  type Naive,
  type Person,
  type Transfer,
  type Work,
  wholeSecond,
} from './request.ts';
import { levelOf, type Sale, saleOf, totalOf } from './sale.ts';
import { frozenCategory, soldColumns } from './sold-columns.ts';

type BookOrder = { role: string; serviceLevelId: number; input: Booking };

/** Writes a new order. */
export const bookOrder: Naive = async (work, variables) => {
  const { tx, now, userId } = work;
  const { role: roleId, serviceLevelId, input } = variables as BookOrder;
  // The request was made before.
  if (input.key && (await tx.order.findFirst({ where: { issuerId: userId, key: input.key } }))) return;
  const role = await tx.role.findUniqueOrThrow({ where: { id: Number(roleId) } });
  const level = await levelOf(tx, serviceLevelId);
  const people = peopleOf(input);
  const wanted = people.map(({ priceCategoryId }) => priceCategoryId);
  const sale = await saleOf(tx, level, input.details ?? {}, wanted, now);
  const isHold = input.pendingBooking === true;
  const status = isHold ? 'InCart' : 'Booked';
  const more = input.additionalInformation ?? {};
  const place = { cityId: level.product.cityId, organizationId: role.organizationId };
  const pickup = await madeTransfer(work, more.pickup, place);
  const dropoff = await madeTransfer(work, more.dropoff, place);
  const pickupId = (await tx.transfer.create({ data: { ...pickup, organizationId: role.organizationId } })).id;
  const dropoffId = (await tx.transfer.create({ data: { ...dropoff, organizationId: role.organizationId } })).id;
  const order = await tx.order.create({
    data: {
      ...(await soldColumns(work, sale, dayOf(input.details?.checkoutDate))),
      organizationId: role.organizationId,
      roleId: role.id,
      clientId: role.clientId ?? 0,
      issuerId: userId,
      contactPersonId: selected(more.contactPerson) ?? null,
      tourGuideId: selected(more.tourGuide) ?? null,
      pickupId,
      dropoffId,
      status,
      referenceCode: input.referenceCode || null,
      key: input.key || null,
      requestHash: input.key ? new Uint8Array(32) : null,
      createdAt: now,
      updatedAt: now,
      bookedAt: isHold ? null : wholeSecond(now),
    },
  });
  const orderId = order.id;
  const bookingIds: number[] = [];
  for (const columns of bookingColumns(sale, status, holdEnd(work, isHold)))
    bookingIds.push(
      (await tx.booking.create({ data: { orderId, organizationId: role.organizationId, ...columns } })).id,
    );
  await createSeats(work, await createPassengers(work, orderId, people, sale), sale, bookingIds, status);
  // By one statement: the ids of sets of tags depend on their number.
  const tags = (input.tags ?? []).map(({ key, value }) => ({
    organizationId: role.organizationId,
    orderId,
    key,
    value,
  }));
  if (tags.length > 0) await tx.tag.createMany({ data: tags });
  if (!isHold) await createTickets(work, orderId);
  const { organizationId } = role;
  const { quantity, currencyCode: currency } = sale;
  const after = { status, quantity, total: totalOf(sale).sold.toString(), currency };
  await recordChange(work, { action: 'order.book', orderId, organizationId }, { after });
  await takePlaces(tx, placesOf(sale), now, true);
};

/** The passengers, the leader first; one who repeats the leader is not added twice. */
export function peopleOf({ leader, passengers }: Booking): Person[] {
  const others = passengers ?? [];
  if (!leader) return others;
  const members = [...TEXTS, 'priceCategoryId'] as const;
  const repeated = others.findIndex((each) => members.every((name) => (each[name] ?? null) === (leader[name] ?? null)));
  return [leader, ...others.filter((_each, index) => index !== repeated)];
}

/** The columns of a transfer, with a new point if it has one. */
export async function madeTransfer(
  { tx }: Work,
  transfer: Transfer | null | undefined,
  place: { cityId: number; organizationId: number },
): Promise<Required<TransferColumns>> {
  const point = newPoint(transfer);
  const made = point && { pointId: await createPoint(tx, point, place) };
  return { date: null, time: null, driverId: null, pointId: null, ...transferColumns(transfer), ...made };
}

export const holdEnd = ({ now, context }: Work, isHold: boolean): Date | null =>
  isHold ? later(now, context.settings.holdMinutes / 1_440) : null;

const NOTHING = { original: null, agent: null, sold: null };
const amounts = (price: Sale['days'][number]['item']) =>
  price ? { original: price.original, agent: price.agent, sold: price.sold } : NOTHING;

/** The columns of a booking for each day. */
export const bookingColumns = (sale: Sale, status: 'InCart' | 'Booked', holdExpiresAt: Date | null) =>
  sale.days.map(({ date, departure, rate, item }) => ({
    serviceLevelId: sale.level.id,
    rateId: rate.id,
    availabilityId: departure.id,
    departureRateId: departure.rates.find(({ rateId }) => rateId === rate.id)?.id ?? null,
    date,
    startTime: departure.startTime,
    endTime: departure.endTime,
    status,
    quantity: sale.quantity,
    placesHeld: sale.quantity,
    holdExpiresAt,
    currencyCode: sale.currencyCode,
    ...amounts(item),
  }));

/** @returns their ids */
export async function createPassengers(
  { tx }: Work,
  orderId: number,
  people: readonly Person[],
  { categories }: Sale,
): Promise<number[]> {
  const { organizationId } = await tx.order.findUniqueOrThrow({ where: { id: orderId } });
  const ids: number[] = [];
  for (const [position, person] of people.entries()) {
    const category = categories[position];
    const priceCategory = category ? frozenCategory(category) : Prisma.DbNull;
    const data = {
      orderId,
      organizationId,
      position,
      isLeader: position === 0,
      ...personColumns(person, true),
      priceCategory,
    };
    ids.push((await tx.passenger.create({ data })).id);
  }
  return ids;
}

export async function createSeats(
  { tx }: Work,
  passengerIds: readonly number[],
  { days, currencyCode }: Sale,
  bookingIds: readonly number[],
  status: 'InCart' | 'Booked',
): Promise<void> {
  for (const [index, bookingId] of bookingIds.entries()) {
    const { organizationId } = await tx.order.findFirstOrThrow({ where: { bookings: { some: { id: bookingId } } } });
    for (const [position, passengerId] of passengerIds.entries()) {
      const price = amounts(days[index]?.seats[position] ?? null);
      await tx.bookingPassenger.create({
        data: { bookingId, passengerId, organizationId, status, currencyCode, ...price },
      });
    }
  }
}

/** The places that a sale takes. */
export function placesOf({ days, quantity }: Sale): Places {
  const places: Places = new Map();
  for (const { departure } of days) addPlaces(places, departure.id, quantity);
  return places;
}
