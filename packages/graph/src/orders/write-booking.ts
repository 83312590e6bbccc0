import { execute, Prisma, rowsIn, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { insertedLines } from '../shared/audit.ts';
import { dateText, timeText, wholeSecond } from '../shared/calendar.ts';
import { actorOf } from '../shared/principals.ts';
import { bookedDetailsSql } from './booked-details.ts';
import type { BookedPassenger } from './booking-passengers.ts';
import type { DrawnIds } from './draw-ids.ts';
import { insertedTickets } from './issue-tickets.ts';
import type { BookOrder } from './order-inputs.ts';
import { type OrderTimes, orderTimes } from './order-times.ts';
import { holdExpiry } from './places.ts';
import { type BookedDay, type BookingPlan, totalOf } from './plan-booking.ts';
import { realize } from './plan-transfer.ts';
import type { Amounts } from './pricing.ts';

const sequence = (table: string) => Prisma.sql`pg_get_serial_sequence(${table}, 'id')`;
const next = (table: string) => Prisma.sql`nextval(${sequence(table)})`;
/** SQL that reserves ids of new rows, as an array. */
export const several = (table: string, count: number) =>
  Prisma.sql`ARRAY(SELECT ${next(table)} FROM generate_series(1, ${count}::int))`;

/** Reserves the ids of a new order. */
async function drawIds(tx: Tx, plan: BookingPlan, input: BookOrder): Promise<DrawnIds> {
  const [drawn] = await rowsIn<DrawnIds>(
    tx,
    Prisma.sql`SELECT ${next('orders')} AS "orderId", ${several('booking', plan.days.length)} AS "bookingIds",
      ${next('transfer')} AS "pickupId", ${next('transfer')} AS "dropoffId",
      ${several('passenger', plan.passengers.length)} AS "passengerIds",
      ${several('ticket', ticketCount(plan, input))} AS "ticketIds"`,
  );
  if (!drawn) throw new Error('no ids were drawn');
  return drawn;
}

/** The ids that were reserved when the plan was read, as far as it needs them; else new ones. */
export function idsFor(tx: Tx, plan: BookingPlan, input: BookOrder): DrawnIds | Promise<DrawnIds> {
  const { ids, days, passengers } = plan;
  const tickets = ticketCount(plan, input);
  if (!ids || ids.bookingIds.length < days.length || ids.ticketIds.length < tickets) return drawIds(tx, plan, input);
  return {
    ...ids,
    bookingIds: ids.bookingIds.slice(0, days.length),
    passengerIds: ids.passengerIds.slice(0, passengers.length),
    ticketIds: ids.ticketIds.slice(0, tickets),
  };
}

const isPending = (input: BookOrder) => input.pendingBooking === true;

function ticketCount({ level: { product }, passengers }: Pick<BookingPlan, 'level' | 'passengers'>, input: BookOrder) {
  if (isPending(input) || product.ticketTitle === null) return 0;
  return product.ticketPerParticipant ? passengers.length : 1;
}

/**
 * Writes an order with all rows that belong to it and its line of the audit log, in one statement; new points of its
 * transfers are inserted before.
 *
 * @param hash of the request, stored with its key
 */
export async function writeBooking(
  tx: Tx,
  context: Context,
  plan: BookingPlan,
  input: BookOrder,
  ids: DrawnIds,
  hash: Uint8Array,
): Promise<void> {
  const status = isPending(input) ? 'InCart' : 'Booked';
  const { tags = [] } = input;
  const statements = [
    Prisma.sql`ways AS (${await insertedTransfers(tx, plan, ids)} RETURNING id)`,
    Prisma.sql`guests AS (${insertedPassengers(plan, ids)} RETURNING full_name, is_leader)`,
    Prisma.sql`booked_order AS (${insertedOrder(context, plan, input, ids, hash)} RETURNING id)`,
    Prisma.sql`booked AS (${insertedBookings(plan, ids, status, isPending(input) ? holdExpiry(context) : null)})`,
    Prisma.sql`seats AS (${insertedSeats(plan, ids, status)})`,
    ...(tags && tags.length > 0 ? [Prisma.sql`tagged AS (${insertedTags(plan, tags, ids)})`] : []),
    ...(ids.ticketIds.length > 0 ? [Prisma.sql`tickets AS (${insertedTickets(context, ticketsOf(plan, ids))})`] : []),
  ];
  await execute(tx, Prisma.sql`WITH ${Prisma.join(statements)} ${insertedLine(context, plan, status, ids)}`);
}

/** The line of the audit log. It has the version of the order, which must exist before it. */
function insertedLine(context: Context, plan: BookingPlan, status: string, { orderId }: DrawnIds) {
  const { role, days, quantity, currencyCode } = plan;
  const after = { status, quantity, total: totalOf(days).sold.toString(), currency: currencyCode };
  const line = Prisma.sql`SELECT ${role.organizationId}::bigint AS organization_id, 'order.book' AS action,
    'order' AS entity, ${orderId}::bigint AS entity_id, NULL::jsonb AS before, ${JSON.stringify(after)}::jsonb AS after
    FROM (SELECT count(*) FROM booked_order) made`;
  return insertedLines(context, line);
}

async function insertedTransfers(tx: Tx, { role, level, pickup, dropoff }: BookingPlan, ids: DrawnIds) {
  const place = { organizationId: role.organizationId, cityId: level.product.cityId };
  const ways = await realize(tx, [
    { plan: pickup, place },
    { plan: dropoff, place },
  ]);
  const rows = ways.map(
    ({ date = null, time = null, driverId = null, pointId = null }, index) =>
      Prisma.sql`(${index === 0 ? ids.pickupId : ids.dropoffId}::bigint, ${date && dateText(date)}::date,
        ${time && timeText(time)}::time, ${driverId}::bigint, ${pointId}::bigint, ${role.organizationId}::bigint)`,
  );
  return Prisma.sql`INSERT INTO transfer (id, date, time, driver_id, point_id, organization_id) VALUES ${Prisma.join(rows)}`;
}

const amounts = (price: Amounts | null | undefined) => Prisma.sql`${price ? String(price.original) : null}::numeric,
  ${price ? String(price.agent) : null}::numeric, ${price ? String(price.sold) : null}::numeric`;

/** When an order takes place that is booked by a plan. */
export function timesOfPlan({ settings }: Context, { level, days }: BookingPlan): OrderTimes {
  const { product, availabilityType, durationTime } = level;
  const unit = product.organization.durationUnit ?? settings.durationUnit;
  const timeZone = product.city.timeZone;
  const timesOf = ({ departure: { date, startTime, endTime } }: BookedDay) =>
    orderTimes({ availabilityType, timeZone, duration: Number(durationTime), date, startTime, endTime }, unit);
  const [first] = days;
  const { startsAt, startsAtLocal } = timesOf(first);
  const { endsAt, endsAtLocal } = timesOf(days.at(-1) ?? first);
  return { startsAt, endsAt, startsAtLocal, endsAtLocal };
}

/** The columns of an order that say what is sold, when and at which price. */
export function soldColumns(context: Context, plan: BookingPlan, checkoutDate: Date | null): [string, Prisma.Sql][] {
  const { level, days, currencyCode } = plan;
  const { product } = level;
  const { startsAt, endsAt, startsAtLocal, endsAtLocal } = timesOfPlan(context, plan);
  const rateIds = [...new Set(days.map(({ departure }) => departure.rate.id))];
  const total = totalOf(days);
  const sold = { serviceLevelId: level.id, rateIds, availabilityId: days[0].departure.availabilityId };
  return [
    ['city_id', Prisma.sql`${product.cityId}::bigint`],
    ['supplier_id', Prisma.sql`${product.supplierId}::bigint`],
    ['product_id', Prisma.sql`${level.productId}::bigint`],
    ['time_zone', Prisma.sql`${product.city.timeZone}`],
    ['starts_at', Prisma.sql`${startsAt}::timestamptz`],
    ['ends_at', Prisma.sql`${endsAt}::timestamptz`],
    ['starts_at_local', Prisma.sql`${startsAtLocal}::timestamp`],
    ['ends_at_local', Prisma.sql`${endsAtLocal}::timestamp`],
    ['checkout_date', Prisma.sql`${checkoutDate && dateText(checkoutDate)}::date`],
    ['vat_percentage', Prisma.sql`${String(product.organization.vatPercentage)}::numeric`],
    ['vat_type', Prisma.sql`${product.organization.vatType}`],
    ['currency_code', Prisma.sql`${currencyCode}`],
    ['total_original', Prisma.sql`${String(total.original)}::numeric`],
    ['total_agent', Prisma.sql`${String(total.agent)}::numeric`],
    ['total_sold', Prisma.sql`${String(total.sold)}::numeric`],
    ['booked_details', Prisma.sql`(${bookedDetailsSql(sold)})`],
  ];
}

function insertedOrder(context: Context, plan: BookingPlan, input: BookOrder, ids: DrawnIds, hash: Uint8Array) {
  const { now } = context;
  const { role } = plan;
  const columns = soldColumns(context, plan, input.details?.checkoutDate ?? null);
  // Stored with the precision that answers show, so that a client sees the order of the list.
  const bookedAt = isPending(input) ? null : wholeSecond(now);
  const own: [string, Prisma.Sql][] = [
    ['id', Prisma.sql`${ids.orderId}::bigint`],
    ['organization_id', Prisma.sql`${role.organizationId}::bigint`],
    ['role_id', Prisma.sql`${role.id}::bigint`],
    ['client_id', Prisma.sql`${role.clientId}::bigint`],
    ['issuer_id', Prisma.sql`${actorOf(context).userId}::bigint`],
    ['contact_person_id', Prisma.sql`${plan.contactPersonId}::bigint`],
    ['tour_guide_id', Prisma.sql`${plan.tourGuideId}::bigint`],
    ['pickup_id', Prisma.sql`${ids.pickupId}::bigint`],
    ['dropoff_id', Prisma.sql`${ids.dropoffId}::bigint`],
    ['status', Prisma.sql`${isPending(input) ? 'InCart' : 'Booked'}::order_status`],
    ['reference_code', Prisma.sql`${input.referenceCode || null}::text`],
    ['key', Prisma.sql`${input.key || null}::text`],
    ['request_hash', Prisma.sql`${input.key ? hash : null}::bytea`],
    ['created_at', Prisma.sql`${now}::timestamptz`],
    ['updated_at', Prisma.sql`${now}::timestamptz`],
    ['booked_at', Prisma.sql`${bookedAt}::timestamptz`],
    // As the trigger of passengers sets it: it would write, stamp and index the order once more.
    ['leader_sort', Prisma.sql`coalesce((SELECT left(full_name, 100) FROM guests WHERE is_leader), '')`],
    ...columns,
  ];
  const named = own.map(([column, value]) => Prisma.sql`${value} AS ${Prisma.raw(column)}`);
  // The viewers of the order depend on the drivers: the transfers must exist before it. Without the booked details there
  // is no order, and the constraints of its other rows are violated.
  return Prisma.sql`
    INSERT INTO orders (${Prisma.raw(own.map(([column]) => column).join(', '))})
    SELECT sold.* FROM (SELECT ${Prisma.join(named)} FROM (SELECT count(*) FROM ways) made) sold
    WHERE booked_details IS NOT NULL`;
}

/**
 * The statement that writes the bookings of a plan, one for each day.
 *
 * @param holdUntil when the hold of an order in the cart ends; else null
 */
export function insertedBookings(
  { role, level, days, currencyCode, quantity }: BookingPlan,
  ids: Pick<DrawnIds, 'orderId' | 'bookingIds'>,
  status: string,
  holdUntil: Date | null,
) {
  const rows = days.map(({ departure: { date, startTime, endTime, availabilityId, rate }, itemPrice }, day) => {
    return Prisma.sql`(${ids.bookingIds[day]}::bigint, ${ids.orderId}::bigint, ${role.organizationId}::bigint, ${level.id}::bigint, ${rate.id}::bigint,
      ${availabilityId}::bigint, ${rate.departureRateId}::bigint, ${dateText(date)}::date,
      ${startTime && timeText(startTime)}::time, ${endTime && timeText(endTime)}::time,
      ${status}::order_status, ${quantity}::int, ${quantity}::int, ${holdUntil}::timestamptz,
      ${currencyCode}, ${amounts(itemPrice)})`;
  });
  return Prisma.sql`INSERT INTO booking (${Prisma.raw(BOOKING_COLUMNS.join(', '))}) VALUES ${Prisma.join(rows)}`;
}

/** The columns of a booking, in the order of `insertedBookings`. */
export const BOOKING_COLUMNS = [
  'id',
  'order_id',
  'organization_id',
  'service_level_id',
  'rate_id',
  'availability_id',
  'departure_rate_id',
  'date',
  'start_time',
  'end_time',
  'status',
  'quantity',
  'places_held',
  'hold_expires_at',
  'currency_code',
  'original',
  'agent',
  'sold',
] as const;

/** The statement that writes passengers. */
export function insertedPassengers(
  { role, passengers }: Pick<BookingPlan, 'role' | 'passengers'>,
  { orderId, passengerIds }: Pick<DrawnIds, 'orderId' | 'passengerIds'>,
) {
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
    INSERT INTO passenger (id, order_id, organization_id, position, is_leader, first_name, last_name, gender, phone_number,
      phone_country_code, whatsapp_number, email, price_category)
    SELECT id, ${orderId}::bigint, ${role.organizationId}::bigint, position, leader, first, last, gender, phone, country, whatsapp, email, category
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id bigint, position int, leader boolean, first text,
      last text, gender text, phone text, country text, whatsapp text, email text, category jsonb)`;
}

/** A price category as a passenger keeps it. */
export function frozenCategory({
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

/** The statement that writes the seats of bookings. */
export function insertedSeats(
  { role, currencyCode, days }: BookingPlan,
  { bookingIds, passengerIds }: Pick<DrawnIds, 'bookingIds' | 'passengerIds'>,
  status: string,
) {
  const prices = days.flatMap(({ seatPrices }) => seatPrices);
  const amountsOf = (member: keyof Amounts) => prices.map((price) => (price ? String(price[member]) : null));
  return Prisma.sql`
    INSERT INTO booking_passenger (booking_id, passenger_id, organization_id, status, currency_code, original, agent, sold)
    SELECT booking_id, passenger_id, ${role.organizationId}::bigint, ${status}::order_status, ${currencyCode}, original, agent, sold
    FROM unnest(${bookingIds.flatMap((id) => passengerIds.map(() => id))}::bigint[],
      ${bookingIds.flatMap(() => passengerIds)}::bigint[], ${amountsOf('original')}::numeric[],
      ${amountsOf('agent')}::numeric[], ${amountsOf('sold')}::numeric[])
      AS given (booking_id, passenger_id, original, agent, sold)`;
}

/** The statement that writes the tags of an order. */
export function insertedTags(
  { role }: BookingPlan,
  tags: NonNullable<BookOrder['tags']>,
  { orderId }: Pick<DrawnIds, 'orderId'>,
) {
  const rows = tags.map(({ key, value }) => ({ key, value }));
  return Prisma.sql`
    INSERT INTO tag (organization_id, order_id, key, value)
    SELECT ${role.organizationId}::bigint, ${orderId}::bigint, key, value
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (key text, value jsonb)`;
}

/** One ticket for each passenger, the leader first, or one for the order. */
const ticketsOf = ({ role, level: { product } }: BookingPlan, { orderId, passengerIds, ticketIds }: DrawnIds) =>
  ticketIds.map((id, index) => ({
    id,
    orderId,
    organizationId: role.organizationId,
    passengerId: product.ticketPerParticipant ? (passengerIds[index] ?? null) : null,
  }));
