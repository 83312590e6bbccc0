import { Prisma, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { dateText, timeText, wholeSecond } from '../shared/calendar.ts';
import { actorOf } from '../shared/principals.ts';
import { bookedDetailsSql } from './booked-details.ts';
import type { BookedPassenger } from './booking-passengers.ts';
import { insertedTickets } from './issue-tickets.ts';
import type { BookOrder } from './order-inputs.ts';
import { orderTimes } from './order-times.ts';
import { holdExpiry } from './places.ts';
import { type BookedDay, type BookingPlan, totalOf } from './plan-booking.ts';
import { realize } from './plan-transfer.ts';
import type { Amounts } from './pricing.ts';

/** Reserved ids of the rows of a new order, so that one statement can write rows that reference each other. */
export type DrawnIds = {
  orderId: number;
  /** One for each day. */
  bookingIds: number[];
  pickupId: number;
  dropoffId: number;
  passengerIds: number[];
  ticketIds: number[];
};

const sequence = (table: string) => Prisma.sql`pg_get_serial_sequence(${table}, 'id')`;
const next = (table: string) => Prisma.sql`nextval(${sequence(table)})::int`;
const several = (table: string, count: number) =>
  Prisma.sql`ARRAY(SELECT ${next(table)} FROM generate_series(1, ${count}::int))`;

/** Reserves the ids of a new order, and reads the places left on the departure that has the fewest. */
export async function drawIds(tx: Tx, plan: BookingPlan, input: BookOrder): Promise<DrawnIds & { remaining: number }> {
  const departureIds = plan.days.map(({ departure }) => departure.availabilityId);
  const [drawn] = await tx.$queryRaw<(DrawnIds & { remaining: number | null })[]>`
    SELECT (SELECT min(remaining) FROM availability WHERE id = ANY (${departureIds}::int[])) AS remaining,
      ${next('orders')} AS "orderId", ${several('booking', plan.days.length)} AS "bookingIds",
      ${next('transfer')} AS "pickupId", ${next('transfer')} AS "dropoffId",
      ${several('passenger', plan.passengers.length)} AS "passengerIds",
      ${several('ticket', ticketCount(plan, input))} AS "ticketIds"`;
  if (!drawn || drawn.remaining === null) throw new Error(`there is no departure ${departureIds.join(', ')}`);
  return { ...drawn, remaining: drawn.remaining };
}

const isPending = (input: BookOrder) => input.pendingBooking === true;

function ticketCount({ level: { product }, passengers }: Pick<BookingPlan, 'level' | 'passengers'>, input: BookOrder) {
  if (isPending(input) || product.ticketTitle === null) return 0;
  return product.ticketPerParticipant ? passengers.length : 1;
}

/**
 * Writes an order with all rows that belong to it, in one statement; new points of its transfers are inserted before.
 */
export async function writeBooking(
  tx: Tx,
  context: Context,
  plan: BookingPlan,
  input: BookOrder,
  ids: DrawnIds,
): Promise<void> {
  const status = isPending(input) ? 'InCart' : 'Booked';
  const { tags = [] } = input;
  const statements = [
    Prisma.sql`ways AS (${await insertedTransfers(tx, plan, ids)} RETURNING id)`,
    Prisma.sql`booked_order AS (${insertedOrder(context, plan, input, ids, status)} RETURNING booked_details)`,
    Prisma.sql`booked AS (${insertedBookings(context, plan, ids, status)})`,
    Prisma.sql`guests AS (${insertedPassengers(plan.passengers, ids)})`,
    Prisma.sql`seats AS (${insertedSeats(plan, ids, status)})`,
    ...(tags && tags.length > 0 ? [Prisma.sql`tagged AS (${insertedTags(plan, tags, ids)})`] : []),
    ...(ids.ticketIds.length > 0 ? [Prisma.sql`tickets AS (${insertedTickets(context, ticketsOf(plan, ids))})`] : []),
  ];
  const [written] = await tx.$queryRaw<{ frozen: boolean }[]>`
    WITH ${Prisma.join(statements)} SELECT booked_details IS NOT NULL AS frozen FROM booked_order`;
  if (!written?.frozen) throw new Error(`service level ${plan.level.id} has no rate ${plan.days[0].departure.rate.id}`);
}

async function insertedTransfers(tx: Tx, { role, level, pickup, dropoff }: BookingPlan, ids: DrawnIds) {
  const place = { organizationId: role.organizationId, cityId: level.product.cityId };
  const ways = await realize(tx, [
    { plan: pickup, place },
    { plan: dropoff, place },
  ]);
  const rows = ways.map(
    ({ date = null, time = null, driverId = null, pointId = null }, index) =>
      Prisma.sql`(${index === 0 ? ids.pickupId : ids.dropoffId}::int, ${date && dateText(date)}::date,
        ${time && timeText(time)}::time, ${driverId}::int, ${pointId}::int)`,
  );
  return Prisma.sql`INSERT INTO transfer (id, date, time, driver_id, point_id) VALUES ${Prisma.join(rows)}`;
}

const amounts = (price: Amounts | null | undefined) => Prisma.sql`${price ? String(price.original) : null}::numeric,
  ${price ? String(price.agent) : null}::numeric, ${price ? String(price.sold) : null}::numeric`;

function insertedOrder(context: Context, plan: BookingPlan, input: BookOrder, ids: DrawnIds, status: string) {
  const { now, settings } = context;
  const { role, level, days, currencyCode } = plan;
  const { product } = level;
  const timeZone = product.city.timeZone;
  const { availabilityType, durationTime } = level;
  const unit = product.organization.durationUnit ?? settings.durationUnit;
  const timesOf = ({ departure: { date, startTime, endTime } }: BookedDay) =>
    orderTimes({ availabilityType, timeZone, duration: Number(durationTime), date, startTime, endTime }, unit);
  const [first] = days;
  const { startsAt, startsAtLocal } = timesOf(first);
  const { endsAt, endsAtLocal } = timesOf(days.at(-1) ?? first);
  const rateIds = [...new Set(days.map(({ departure }) => departure.rate.id))];
  const pending = isPending(input);
  // Stored with the precision that answers show, so that a client sees the order of the list.
  const bookedAt = pending ? null : wholeSecond(now);
  const checkoutDate = input.details?.checkoutDate ?? null;
  // The viewers of the order depend on the drivers: the transfers must exist before it.
  return Prisma.sql`
    INSERT INTO orders (
      id, organization_id, role_id, client_id, issuer_id, contact_person_id, tour_guide_id, city_id, supplier_id, product_id,
      pickup_id, dropoff_id, status, created_at, updated_at, booked_at, time_zone,
      starts_at, ends_at, starts_at_local, ends_at_local, checkout_date, vat_percentage, vat_type, currency_code,
      total_original, total_agent, total_sold, booked_details
    )
    SELECT ${ids.orderId}::int, ${role.organizationId}::int, ${role.id}::int, ${role.clientId}::int,
      ${actorOf(context).userId}::int, ${plan.contactPersonId}::int, ${plan.tourGuideId}::int, ${product.cityId}::int,
      ${product.supplierId}::int, ${level.productId}::int, ${ids.pickupId}::int, ${ids.dropoffId}::int,
      ${status}::order_status, ${now}::timestamptz, ${now}::timestamptz, ${bookedAt}::timestamptz,
      ${timeZone}, ${startsAt}::timestamptz, ${endsAt}::timestamptz,
      ${startsAtLocal}::timestamp, ${endsAtLocal}::timestamp, ${checkoutDate && dateText(checkoutDate)}::date,
      ${String(product.organization.vatPercentage)}::numeric, ${product.organization.vatType}, ${currencyCode},
      ${amounts(totalOf(days))},
      (${bookedDetailsSql({ serviceLevelId: level.id, rateIds, availabilityId: first.departure.availabilityId })})
    FROM (SELECT count(*) FROM ways) made`;
}

function insertedBookings(
  context: Context,
  { level, days, currencyCode, quantity }: BookingPlan,
  ids: DrawnIds,
  status: string,
) {
  const holdExpiresAt = status === 'InCart' ? holdExpiry(context) : null;
  const rows = days.map(({ departure: { date, startTime, endTime, availabilityId, rate }, itemPrice }, day) => {
    return Prisma.sql`(${ids.bookingIds[day]}::int, ${ids.orderId}::int, ${level.id}::int, ${rate.id}::int,
      ${availabilityId}::int, ${rate.departureRateId}::int, ${dateText(date)}::date,
      ${startTime && timeText(startTime)}::time, ${endTime && timeText(endTime)}::time,
      ${status}::order_status, ${quantity}::int, ${quantity}::int, ${holdExpiresAt}::timestamptz,
      ${currencyCode}, ${amounts(itemPrice)})`;
  });
  return Prisma.sql`
    INSERT INTO booking (id, order_id, service_level_id, rate_id, availability_id, departure_rate_id, date, start_time,
      end_time, status, quantity, places_held, hold_expires_at, currency_code, original, agent, sold)
    VALUES ${Prisma.join(rows)}`;
}

function insertedPassengers(passengers: readonly BookedPassenger[], { orderId, passengerIds }: DrawnIds) {
  const rows = passengers.map(({ person, isLeader, category }, position) => ({
    id: passengerIds[position],
    position,
    leader: isLeader,
    first: person.firstName ?? '',
    last: person.lastName ?? '',
    gender: person.gender ?? '',
    phone: person.phoneNumber ?? '',
    country: person.phoneCountryCode ?? '',
    whatsapp: person.whatsappNumber ?? '',
    email: person.email ?? '',
    category: category && frozenCategory(category),
  }));
  return Prisma.sql`
    INSERT INTO passenger (id, order_id, position, is_leader, first_name, last_name, gender, phone_number,
      phone_country_code, whatsapp_number, email, price_category)
    SELECT id, ${orderId}::int, position, leader, first, last, gender, phone, country, whatsapp, email, category
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id int, position int, leader boolean, first text,
      last text, gender text, phone text, country text, whatsapp text, email text, category jsonb)`;
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
}: NonNullable<BookedPassenger['category']>) {
  return { id, title, isDefault, minimum, maximum, ageMin, ageMax, translations };
}

function insertedSeats({ currencyCode, days }: BookingPlan, { bookingIds, passengerIds }: DrawnIds, status: string) {
  const prices = days.flatMap(({ seatPrices }) => seatPrices);
  const amountsOf = (member: keyof Amounts) => prices.map((price) => (price ? String(price[member]) : null));
  return Prisma.sql`
    INSERT INTO booking_passenger (booking_id, passenger_id, status, currency_code, original, agent, sold)
    SELECT booking_id, passenger_id, ${status}::order_status, ${currencyCode}, original, agent, sold
    FROM unnest(${bookingIds.flatMap((id) => passengerIds.map(() => id))}::int[],
      ${bookingIds.flatMap(() => passengerIds)}::int[], ${amountsOf('original')}::numeric[],
      ${amountsOf('agent')}::numeric[], ${amountsOf('sold')}::numeric[])
      AS given (booking_id, passenger_id, original, agent, sold)`;
}

function insertedTags({ role }: BookingPlan, tags: NonNullable<BookOrder['tags']>, { orderId }: DrawnIds) {
  const rows = tags.map(({ key, value }) => ({ key, value }));
  return Prisma.sql`
    INSERT INTO tag (organization_id, order_id, key, value)
    SELECT ${role.organizationId}::int, ${orderId}::int, key, value
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (key text, value jsonb)`;
}

/** One ticket for each passenger, the leader first, or one for the order. */
const ticketsOf = ({ level: { product } }: BookingPlan, { orderId, passengerIds, ticketIds }: DrawnIds) =>
  ticketIds.map((id, index) => ({
    id,
    orderId,
    passengerId: product.ticketPerParticipant ? (passengerIds[index] ?? null) : null,
  }));
