import {
  currencyOf,
  dateAt,
  isPerItem,
  isStorablePrice,
  LARGEST_AMOUNT,
  type PriceAmounts,
  type PricedRate,
  priceOf,
  sumOf,
  timesOf,
} from '@channel/graph';
import { Prisma } from '@channel/prisma';
import type { Order } from './form/index.ts';
import type { FieldErrors } from './import-errors.ts';
import type { SoldLevel } from './sold-catalog.ts';

type Category = SoldLevel['priceCategories'][number];

/** An order's booking, with its price and its departure. */
export type BookingPlan = {
  level: SoldLevel;
  rateId: number;
  /** Null for a service level without departures. */
  departure: { date: Date | null; startTime: Date | null };
  /** The date of the booking. */
  date: Date;
  quantity: number;
  placesHeld: number;
  currencyCode: string;
  itemPrice: PriceAmounts | null;
  seats: { category: Category | null; price: PriceAmounts | null }[];
  total: PriceAmounts;
};

type Sale = {
  order: Order;
  path: string;
  level: SoldLevel;
  rateId: number;
  /** The row of a price category of the level, by its key. */
  categoryId: (key: string) => number;
  /** The currency of the organization. */
  currency: string;
  now: Date;
};

const dated = (type: string) => type === 'per_slot' || type === 'per_time' || type === 'daily';

/** Prices a booking and determines its places. Violations are added to `fieldErrors`. */
export function planBooking(sale: Sale, fieldErrors: FieldErrors): BookingPlan | undefined {
  const { order, path, level, rateId, now } = sale;
  const { booking, passengers, status } = order;
  if (!booking) return undefined;
  const prices = pricedRate(level, rateId)?.prices ?? [];
  const perItem = isPerItem(
    level.pricingType,
    prices.some(({ priceCategoryId }) => priceCategoryId === null),
  );
  const hasDay = dated(level.availabilityType);
  if (hasDay && !booking.date) fieldErrors.add(`${path}.booking.date`, `is required for ${level.availabilityType}`);
  if (!perItem && booking.quantity !== null && booking.quantity !== passengers.length) {
    fieldErrors.add(`${path}.booking.quantity`, 'must be the number of passengers if it is sold per person');
  }
  const quantity = perItem ? (booking.quantity ?? 1) : passengers.length;
  const pricing = priceSeats(sale, perItem, quantity, fieldErrors);
  if (!pricing) return undefined;
  const holds = status === 'Booked' || (status === 'InCart' && order.holdUntil !== null && order.holdUntil > now);
  return {
    level,
    rateId,
    departure: hasDay ? { date: booking.date, startTime: booking.startTime } : { date: null, startTime: null },
    date: booking.date ?? dateAt(order.bookedAt ?? order.createdAt, level.product.city.timeZone),
    quantity,
    placesHeld: holds ? quantity : 0,
    ...pricing,
  };
}

type Pricing = Pick<BookingPlan, 'currencyCode' | 'itemPrice' | 'seats' | 'total'>;

function priceSeats(sale: Sale, perItem: boolean, quantity: number, fieldErrors: FieldErrors): Pricing | undefined {
  const { order, path, level, rateId, currency } = sale;
  const rate = pricedRate(level, rateId);
  const currencyCode = rate && currencyOf(rate, currency);
  if (!rate || !currencyCode) {
    fieldErrors.add(`${path}.booking.rate`, 'has no prices');
    return undefined;
  }
  const standard = level.priceCategories.find(({ isDefault }) => isDefault) ?? null;
  const seats = order.passengers.map((passenger, index) => {
    const category = categoryOf(sale, passenger.priceCategory) ?? standard;
    if (perItem) return { category, price: null };
    const price = amounts(passenger.prices ?? (category && priceOf(rate, category.id, currencyCode)));
    if (!price)
      fieldErrors.add(`${path}.passengers[${index}].priceCategory`, `the rate has no price for it in ${currencyCode}`);
    return { category, price };
  });
  if (!perItem) {
    if (order.booking?.prices)
      fieldErrors.add(
        `${path}.booking.prices`,
        'must be absent if it is sold per person: then the passengers have prices',
      );
    const total = sumOf(seats.flatMap(({ price }) => price ?? []));
    if (!isStorablePrice(total)) fieldErrors.add(`${path}.passengers`, TOO_MUCH);
    return { currencyCode, itemPrice: null, seats, total };
  }
  const unit = amounts(order.booking?.prices ?? priceOf(rate, null, currencyCode));
  if (!unit) {
    fieldErrors.add(`${path}.booking.rate`, `has no price in ${currencyCode}`);
    return undefined;
  }
  const itemPrice = timesOf(unit, quantity);
  if (!isStorablePrice(itemPrice)) fieldErrors.add(`${path}.booking.quantity`, TOO_MUCH);
  return { currencyCode, itemPrice, seats, total: itemPrice };
}

const TOO_MUCH = `expected a total of at most ${LARGEST_AMOUNT}`;

function categoryOf({ level, categoryId }: Sale, key: string | null): Category | undefined {
  return key === null ? undefined : level.priceCategories.find(({ id }) => id === categoryId(key));
}

function pricedRate(level: SoldLevel, rateId: number): PricedRate | undefined {
  const rate = level.rates.find(({ id }) => id === rateId);
  return (
    rate && {
      id: rate.id,
      prices: rate.prices.map(({ rateCategory, ...price }) => ({
        ...price,
        priceCategoryId: rateCategory?.priceCategoryId ?? null,
      })),
    }
  );
}

type Amount = string | PriceAmounts['sold'];

/** Only the three amounts, of agreed prices or of a row of the rate. */
function amounts(prices: { original: Amount; agent: Amount; sold: Amount } | null | undefined): PriceAmounts | null {
  if (!prices) return null;
  const { original, agent, sold } = prices;
  return { original: new Prisma.Decimal(original), agent: new Prisma.Decimal(agent), sold: new Prisma.Decimal(sold) };
}
