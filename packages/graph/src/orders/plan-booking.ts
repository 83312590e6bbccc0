import type { Prisma } from '@channel/prisma';
import { type PosRole, posRole } from '../catalog/pos-role.ts';
import { published, sellableBy } from '../catalog/visible-products.ts';
import type { Context } from '../context.ts';
import { conflict, FieldErrors, forbidden, notFound } from '../errors.ts';
import type { Right } from '../shared/principals.ts';
import { rowsOf } from '../shared/rows.ts';
import { checkTags } from '../tags/check-tags.ts';
import { type BookedPassenger, bookedPassengersOf } from './booking-passengers.ts';
import { chooseDeparture, type Departure, isPass } from './choose-departure.ts';
import type { RateTotal } from './choose-rate.ts';
import { chooseStay } from './choose-stay.ts';
import { checkMoment, checkNumbers } from './contradictions.ts';
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
  rates: { where: { prices: { some: { rateCategoryId: null } } }, select: { id: true }, take: 1 },
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
};

/** A service level that a role sells. @throws not found */
export async function soldLevelOf(context: Context, role: { id: number }, serviceLevelId: number): Promise<SoldLevel> {
  const [level] = await rowsOf(context, 'ServiceLevel', {
    where: { id: serviceLevelId, product: { AND: [sellableBy([role.id]), published] } },
    include: soldLevel,
    take: 1,
  });
  if (!level) throw notFound('Service level');
  return level;
}

function sellingRole(context: Context, role: PosRole): SellingRole {
  if (!role.permissions.includes(context.settings.permissions.book)) throw forbidden('This role may not book.');
  if (role.clientId === null) throw conflict('This role has no client to sell to.');
  return { id: role.id, organizationId: role.organizationId, clientId: role.clientId };
}

/** Whether a booking is paid per item, not per person. */
export const paidByItem = ({ pricingType, rates }: SoldLevel) => isPerItem(pricingType, rates.length > 0);

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
  const level = await soldLevelOf(context, held, serviceLevelId);
  return planLevel(context, sellingRole(context, held), level, input);
}

/** `planBooking` for a role that the caller has checked. */
export async function planLevel(
  context: Context,
  role: SellingRole,
  level: SoldLevel,
  input: BookOrder,
): Promise<BookingPlan> {
  const fieldErrors = new FieldErrors();
  const { city, organizationId } = { city: level.product.city, organizationId: role.organizationId };
  const place = { organizationId, cityId: city.id, timeZone: city.timeZone };
  const passengers = bookedPassengersOf(input, level.priceCategories, !paidByItem(level), fieldErrors);
  const details = input.details ?? {};
  const quantity = quantityOf(level, details, passengers, fieldErrors);
  checkTags(input.tags ?? [], ['tags'], fieldErrors);
  const more = input.additionalInformation ?? {};
  const at = (member: string) => ['additionalInformation', member];
  const selected = (member: 'contactPerson' | 'tourGuide', right: Right) =>
    selectPerson(context, more[member], { right, organizationId, path: at(member) }, fieldErrors.part());
  const booked = {
    serviceLevelId: level.id,
    availabilityType: level.availabilityType,
    timeZone: city.timeZone,
    cutOffTime: Number(level.cutOffTime),
    cutOffUnit: level.product.organization.cutOffUnit,
    totals: {
      totalAt: (rate: PricedRate) => totalAt(level, rate, passengers, quantity),
      currencyCode: level.product.organization.currencyCode,
    },
  };
  // Concurrent lookups are sent as one statement.
  const [contactPersonId, tourGuideId, pickup, dropoff, departure] = await Promise.all([
    selected('contactPerson', 'contact'),
    selected('tourGuide', 'guide'),
    planTransfer(context, more.pickup, place, at('pickup'), fieldErrors.part()),
    planTransfer(context, more.dropoff, place, at('dropoff'), fieldErrors.part()),
    chooseDeparture(context, booked, details, fieldErrors.part()),
  ]);
  const longestStay = level.availabilityType === 'daily' ? context.settings.maxStayDays : null;
  checkMoment(details, departure && { ...departure, isPass: isPass(level.availabilityType), longestStay }, fieldErrors);
  const checkout = longestStay === null || fieldErrors.fields.length > 0 ? undefined : details.checkoutDate;
  const stay =
    departure && (checkout ? await chooseStay(context, booked, departure, checkout, fieldErrors) : [departure]);
  const [first, ...others] = (stay ?? []).map((day) => price(level, day, passengers, details, quantity, fieldErrors));
  if (first) checkStay([first, ...others], fieldErrors);
  fieldErrors.throwIfAny();
  if (!first) throw new Error('a booking without a departure passed its checks');
  return {
    role,
    level,
    days: [first, ...others],
    currencyCode: first.currencyCode,
    passengers,
    quantity,
    pickup,
    dropoff,
    contactPersonId: contactPersonId ?? null,
    tourGuideId: tourGuideId ?? null,
  };
}
