import type { Prisma } from '@channel/prisma';
import { fromPlan, type Sql, sql } from 'graphql-sql';
import { type PosRole, posRole } from '../catalog/pos-role.ts';
import { published, sellableBy } from '../catalog/visible-products.ts';
import type { Context } from '../context.ts';
import { conflict, FieldErrors, forbidden, notFound } from '../errors.ts';
import { addDays, dateText } from '../shared/calendar.ts';
import type { Right } from '../shared/principals.ts';
import { preparedReads } from '../shared/rows.ts';
import { checkTags } from '../tags/check-tags.ts';
import { type BookedPassenger, bookedPassengersOf, MAX_PASSENGERS } from './booking-passengers.ts';
import { chooseDeparture, type Departure, type FoundDeparture, isPass, withRates } from './choose-departure.ts';
import { type RateTotal, soldRate } from './choose-rate.ts';
import { chooseStay } from './choose-stay.ts';
import { checkMoment, checkNumbers, namedDate } from './contradictions.ts';
import { type DrawnIds, drawnIds } from './draw-ids.ts';
import type { BookingDetails, BookOrder } from './order-inputs.ts';
import { planTransfer, type TransferPlan } from './plan-transfer.ts';
import {
  type Amounts,
  currencyOf,
  isPerItem,
  isStorable,
  LARGEST_AMOUNT,
  type PricedRate,
  priceOf,
  sum,
  times,
} from './pricing.ts';
import { selectPerson } from './select-person.ts';

const soldLevel = {
  priceCategories: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
  rates: { orderBy: [{ position: 'asc' }, { id: 'asc' }], select: soldRate },
  product: { include: { city: { select: { id: true, timeZone: true } }, organization: true } },
} as const satisfies Prisma.ServiceLevelInclude;

export type SoldLevel = Prisma.ServiceLevelGetPayload<{ include: typeof soldLevel }>;

/** A departure with the prices of its places. */
export type BookedDay = {
  departure: Departure;
  /** For each passenger where the price is per person, else null. */
  seatPrices: (Amounts | null)[];
  /** For the booking where the price is per item, else null. */
  itemPrice: Amounts | null;
};

/** The exact sum of all prices of a booking. */
export const totalOf = (days: readonly Pick<BookedDay, 'itemPrice' | 'seatPrices'>[]): Amounts =>
  sum(days.flatMap(({ itemPrice, seatPrices }) => itemPrice ?? seatPrices.flatMap((seat) => seat ?? [])));

/** The role and the client of an order. */
export type SellingRole = { id: number; organizationId: number; clientId: number };

/** A checked and priced booking, before it is written. */
export type BookingPlan = {
  role: SellingRole;
  level: SoldLevel;
  /** The booked days, in order; a stay has several. */
  days: [BookedDay, ...BookedDay[]];
  currencyCode: string;
  passengers: BookedPassenger[];
  quantity: number;
  contactPersonId: number | null;
  tourGuideId: number | null;
  pickup: TransferPlan;
  dropoff: TransferPlan;
  /** The ids of its rows; null where none were reserved. */
  ids: DrawnIds | null;
};

/** A value of a prepared read, in the place of one in Prisma's terms. */
const given = <Value>(name: string, type: string) => fromPlan(name, type) as unknown as Value;

const isSold: Prisma.ServiceLevelWhereInput = {
  id: given('level', 'int8'),
  product: { AND: [sellableBy(given('roles', 'int8[]')), published] },
};

const ids = (departures: Sql): { json: Sql; type?: DrawnIds } => ({ json: drawnIds(departures) });

/** The service level, if the role sells it. */
const level = { model: 'ServiceLevel' as const, query: { where: isSold, include: soldLevel } };

const ofLevel = { serviceLevelId: given<number>('level', 'int8') };
const orderBy = { id: 'asc' } as const;

/** The service level, and the departure of an id that a booking names. */
const readById = preparedReads(
  level,
  {
    model: 'Availability',
    query: {
      where: { ...ofLevel, rates: { some: { id: given<number>('departure', 'int8') } } },
      include: withRates,
      orderBy,
    },
  },
  ids(sql`a.id = (SELECT availability_id FROM departure_rate WHERE id = ${fromPlan('departure', 'int8')})`),
);

/** The service level, and its departures on some days and without a day. */
const readByDays = preparedReads(
  level,
  {
    model: 'Availability',
    query: {
      where: { ...ofLevel, OR: [{ date: null }, { date: { in: given<Date[]>('days', 'date[]') } }] },
      include: withRates,
      orderBy,
    },
  },
  ids(sql`(a.date IS NULL OR a.date = ANY (${fromPlan('days', 'date[]')}))`),
);

/** What a booking is made from. */
export type Offered = {
  level: SoldLevel;
  departures: readonly FoundDeparture[];
  /** The ids of its rows; null where none were reserved. */
  ids: DrawnIds | null;
};

/**
 * Reads a service level that a role sells, and the departures that booking details can mean, in one statement.
 *
 * @param people the number of passengers to reserve ids for
 * @throws not found
 */
export async function readOffered(
  { db, settings }: Context,
  role: { id: number },
  serviceLevelId: number,
  details: BookingDetails = {},
  people = 0,
): Promise<Offered> {
  const { availabilityId: departure } = details;
  const days = daysOf(details, settings.maxStayDays);
  const values = { level: serviceLevelId, roles: [role.id], people, nights: Math.max(1, days.length) };
  const [[level], departures, ids] =
    typeof departure === 'number'
      ? await readById(db, { ...values, departure })
      : await readByDays(db, { ...values, days: days.map(dateText) });
  if (!level) throw notFound('Service level');
  return { level, departures, ids };
}

/** The days that booking details name, from the first to the last night. */
function daysOf(details: BookingDetails, longest: number): Date[] {
  const first = namedDate(details)?.date;
  if (!first) return [];
  const nights = details.checkoutDate ? (details.checkoutDate.getTime() - first.getTime()) / DAY_MS : 1;
  return Array.from({ length: Math.min(Math.max(nights, 1), longest) }, (_, index) => addDays(first, index));
}

const DAY_MS = 86_400_000;

function sellingRole(context: Context, role: PosRole): SellingRole {
  if (!role.permissions.includes(context.settings.permissions.book)) throw forbidden('This role may not book.');
  if (role.clientId === null) throw conflict('This role has no client to sell to.');
  return { id: role.id, organizationId: role.organizationId, clientId: role.clientId };
}

/** Whether a booking is paid per item, not per person. */
export const paidByItem = ({ pricingType, rates }: SoldLevel) =>
  isPerItem(
    pricingType,
    rates.some(({ prices }) => prices.some(({ rateCategory }) => rateCategory === null)),
  );

/** The booked quantity: passengers where the price is per person, else items. */
function quantityOf(
  level: SoldLevel,
  details: BookingDetails,
  passengers: BookedPassenger[],
  fieldErrors: FieldErrors,
): number {
  const people = paidByItem(level) ? null : passengers.length;
  checkNumbers(details, people, fieldErrors);
  return people ?? details[quantityMember(details)] ?? 1;
}

/** The member of the input with the number of items. */
const quantityMember = ({ quantity }: BookingDetails) =>
  typeof quantity === 'number' ? ('quantity' as const) : ('numberOfBookings' as const);

type PricedDay = BookedDay & { currencyCode: string };

function price(
  level: SoldLevel,
  departure: Departure,
  passengers: BookedPassenger[],
  details: BookingDetails,
  quantity: number,
  fieldErrors: FieldErrors,
): PricedDay {
  const { rate } = departure;
  const currencyCode = currencyOf(rate, level.product.organization.currencyCode);
  if (currencyCode === undefined) throw conflict('This has no price.');
  if (paidByItem(level)) {
    const unit = priceOf(rate, null, currencyCode);
    if (!unit) throw conflict('This has no price.');
    const itemPrice = times(unit, quantity);
    if (!isStorable(itemPrice)) fieldErrors.add(['details', quantityMember(details)], TOO_MUCH);
    return { departure, currencyCode, seatPrices: passengers.map(() => null), itemPrice };
  }
  const seatPrices = passengers.map(({ category, path }) => {
    const seat = category && priceOf(rate, category.id, currencyCode);
    if (category && !seat) fieldErrors.add([...path, 'priceCategoryId'], 'has no price on that day.');
    return seat ?? null;
  });
  if (!isStorable(sum(seatPrices.flatMap((seat) => seat ?? [])))) fieldErrors.add(['passengers'], TOO_MUCH);
  return { departure, currencyCode, seatPrices, itemPrice: null };
}

const TOO_MUCH = `must be fewer: a total is at most ${LARGEST_AMOUNT}.`;

/** Refuses a stay whose days have different currencies or too large a total, although each single day could be sold. */
function checkStay(days: [PricedDay, ...PricedDay[]], fieldErrors: FieldErrors): void {
  if (days.length === 1) return;
  const path = ['details', 'checkoutDate'];
  if (days.some(({ currencyCode }) => currencyCode !== days[0].currencyCode))
    fieldErrors.add(path, 'is too late: the days are priced in several currencies.');
  else if (!isStorable(totalOf(days))) fieldErrors.add(path, TOO_MUCH);
}

/** The total of a booking at a rate; undefined where the rate lacks a price. */
function totalAt(
  level: SoldLevel,
  rate: PricedRate,
  passengers: BookedPassenger[],
  quantity: number,
): RateTotal | undefined {
  const currencyCode = currencyOf(rate, level.product.organization.currencyCode);
  if (currencyCode === undefined) return undefined;
  const ofSeat = ({ category }: BookedPassenger) => category && priceOf(rate, category.id, currencyCode);
  const units = paidByItem(level) ? [priceOf(rate, null, currencyCode)] : passengers.map(ofSeat);
  const known = units.filter((unit) => unit !== undefined && unit !== null);
  if (known.length < units.length) return undefined;
  const { sold } = times(sum(known), paidByItem(level) ? quantity : 1);
  return { currencyCode, sold };
}

/**
 * Checks and prices a booking through a role of the actor; writes nothing.
 *
 * @throws not found, forbidden or conflict; a validation error with every violation
 */
export async function planBooking(
  context: Context,
  roleReference: string,
  serviceLevelId: number,
  input: BookOrder,
): Promise<BookingPlan> {
  const held = posRole(context, roleReference);
  const people = (input.leader ? 1 : 0) + Math.min(input.passengers?.length ?? 0, MAX_PASSENGERS);
  const offered = readOffered(context, held, serviceLevelId, input.details ?? {}, people);
  return planOffered(context, held.organizationId, offered, input, () => sellingRole(context, held));
}

/** `planBooking` for a role that the caller has checked. */
export const planLevel = (
  context: Context,
  role: SellingRole,
  offered: Offered,
  input: BookOrder,
): Promise<BookingPlan> => planOffered(context, role.organizationId, Promise.resolve(offered), input, () => role);

/** @param roleOf the role that sells, or its refusal, which a service level that is not found precedes */
async function planOffered(
  context: Context,
  organizationId: number,
  offered: Promise<Offered>,
  input: BookOrder,
  roleOf: () => SellingRole,
): Promise<BookingPlan> {
  const fieldErrors = new FieldErrors();
  // In the order of the input.
  const [ofInput, ofContact, ofGuide, ofPickup, ofDropoff, ofDeparture] = Array.from({ length: 6 }, () =>
    fieldErrors.part(),
  ) as [FieldErrors, FieldErrors, FieldErrors, FieldErrors, FieldErrors, FieldErrors];
  const more = input.additionalInformation ?? {};
  const at = (member: string) => ['additionalInformation', member];
  const selected = (member: 'contactPerson' | 'tourGuide', right: Right, part: FieldErrors) =>
    selectPerson(context, more[member], { right, organizationId, path: at(member) }, part);
  const timeZone = offered.then(({ level: { product } }) => product.city.timeZone);
  timeZone.catch(() => {});
  const place = { organizationId, timeZone };
  // Before the service level is known: all is read at the same time.
  const others = Promise.all([
    selected('contactPerson', 'contact', ofContact),
    selected('tourGuide', 'guide', ofGuide),
    planTransfer(context, more.pickup, place, at('pickup'), ofPickup),
    planTransfer(context, more.dropoff, place, at('dropoff'), ofDropoff),
  ]);
  others.catch(() => {});
  const { level, departures, ids } = await offered;
  const role = roleOf();
  const passengers = bookedPassengersOf(input, level.priceCategories, !paidByItem(level), ofInput);
  const details = input.details ?? {};
  const quantity = quantityOf(level, details, passengers, ofInput);
  checkTags(input.tags ?? [], ['tags'], ofInput);
  const booked = {
    serviceLevelId: level.id,
    offerTimeStart: level.offerTimeStart,
    offerTimeEnd: level.offerTimeEnd,
    rates: level.rates,
    availabilityType: level.availabilityType,
    timeZone: level.product.city.timeZone,
    cutOffTime: Number(level.cutOffTime),
    cutOffUnit: level.product.organization.cutOffUnit,
    totals: {
      totalAt: (rate: PricedRate) => totalAt(level, rate, passengers, quantity),
      currencyCode: level.product.organization.currencyCode,
    },
  };
  const [[contactPersonId, tourGuideId, pickup, dropoff], departure] = await Promise.all([
    others,
    chooseDeparture(context, booked, details, departures, ofDeparture),
  ]);
  const longestStay = level.availabilityType === 'daily' ? context.settings.maxStayDays : null;
  checkMoment(details, departure && { ...departure, isPass: isPass(level.availabilityType), longestStay }, fieldErrors);
  const checkout = longestStay === null || fieldErrors.fields.length > 0 ? undefined : details.checkoutDate;
  const stay =
    departure &&
    (checkout ? await chooseStay(context, booked, departure, checkout, departures, fieldErrors) : [departure]);
  const [first, ...following] = (stay ?? []).map((day) =>
    price(level, day, passengers, details, quantity, fieldErrors),
  );
  if (first) checkStay([first, ...following], fieldErrors);
  fieldErrors.throwIfAny();
  if (!first) throw new Error('a booking without a departure passed its checks');
  return {
    role,
    level,
    days: [first, ...following],
    currencyCode: first.currencyCode,
    passengers,
    quantity,
    pickup,
    dropoff,
    ids,
    contactPersonId: contactPersonId ?? null,
    tourGuideId: tourGuideId ?? null,
  };
}
