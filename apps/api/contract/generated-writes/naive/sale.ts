import { Prisma, type Tx } from '@channel/prisma';
import { type Details, dayOf, later, timeOf } from './request.ts';

/* What a booking sells: the days at their rates, with their prices. */

const soldLevel = {
  priceCategories: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
  rates: {
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    include: { prices: { orderBy: [{ position: 'asc' }, { id: 'asc' }], include: { rateCategory: true } } },
  },
  product: { include: { city: true, organization: true } },
} as const satisfies Prisma.ServiceLevelInclude;

export type Level = Prisma.ServiceLevelGetPayload<{ include: typeof soldLevel }>;
type Departure = Prisma.AvailabilityGetPayload<{ include: { rates: true } }>;
type Rate = Level['rates'][number];
export type Category = Level['priceCategories'][number];
export type Amounts = { original: Prisma.Decimal; agent: Prisma.Decimal; sold: Prisma.Decimal };

export type Day = { date: Date; departure: Departure; rate: Rate; item: Amounts | null; seats: (Amounts | null)[] };

export type Sale = {
  level: Level;
  days: [Day, ...Day[]];
  currencyCode: string;
  quantity: number;
  /** Of each passenger. */
  categories: (Category | null)[];
};

export const levelOf = (tx: Tx, id: number): Promise<Level> =>
  tx.serviceLevel.findUniqueOrThrow({ where: { id }, include: soldLevel });

export const isPerItem = ({ pricingType, rates }: Level) =>
  pricingType === 'per_item' ||
  (pricingType !== 'per_person' && rates.some(({ prices }) => prices.some((price) => !price.rateCategory)));

/** @param wanted the id of the price category of each passenger; undefined for the default */
export async function saleOf(
  tx: Tx,
  level: Level,
  details: Details,
  wanted: readonly (number | null | undefined)[],
  now: Date,
): Promise<Sale> {
  const categories = wanted.map((id) => {
    const standard = level.priceCategories.find((category) => category.isDefault) ?? null;
    return typeof id === 'number' ? (level.priceCategories.find((category) => category.id === id) ?? null) : standard;
  });
  const items = details.quantity ?? details.numberOfBookings ?? 1;
  const quantity = isPerItem(level) ? items : categories.length;
  const first = await firstDay(tx, level, details, now);
  const chosen = [first];
  for (const date of furtherDates(level, first.date, details))
    chosen.push(await furtherDay(tx, level, first.rate, date));
  const days = chosen.map((day): Day => {
    const price = (category: Category | null) => priceAt(level, day.rate, category);
    if (!isPerItem(level)) return { ...day, item: null, seats: categories.map((each) => each && price(each)) };
    const unit = price(null);
    const times = (amount: Prisma.Decimal) => amount.mul(quantity);
    const item = { original: times(unit.original), agent: times(unit.agent), sold: times(unit.sold) };
    return { ...day, item, seats: categories.map(() => null) };
  });
  const [day, ...others] = days;
  if (!day) throw new Error('nothing is sold');
  return { level, days: [day, ...others], currencyCode: currencyOf(level, day.rate), quantity, categories };
}

type Chosen = Pick<Day, 'date' | 'departure' | 'rate'>;

async function firstDay(tx: Tx, level: Level, details: Details, now: Date): Promise<Chosen> {
  const named = dayOf(details.selectedDate ?? details.startDate ?? details.checkinDate);
  if (typeof details.availabilityId === 'number') {
    const sold = await tx.departureRate.findUniqueOrThrow({
      where: { id: details.availabilityId },
      include: { availability: { include: { rates: true } } },
    });
    const rate = only(level.rates.filter(({ id }) => id === sold.rateId));
    const departure = sold.availability;
    return { departure, rate, date: departure.date ?? named ?? firstOfPass(level, rate, today(level, now)) };
  }
  const isPass = level.availabilityType === 'pass';
  const time = level.availabilityType === 'daily' || isPass ? null : timeOf(details.startTime);
  const departures = await tx.availability.findMany({
    where: { serviceLevelId: level.id, date: isPass ? null : named, ...(time && { startTime: time }) },
    include: { rates: true },
  });
  const departure = only(departures);
  const date = departure.date ?? named ?? today(level, now);
  return { departure, date, rate: only(ratesOn(level, departure, date)) };
}

/** The days of a stay after the first one. */
function furtherDates(level: Level, first: Date, { checkoutDate }: Details): Date[] {
  const end = dayOf(checkoutDate);
  if (level.availabilityType !== 'daily' || !end) return [];
  const days: Date[] = [];
  for (let day = later(first, 1); day < end; day = later(day, 1)) days.push(day);
  return days;
}

async function furtherDay(tx: Tx, level: Level, former: Rate, date: Date): Promise<Chosen> {
  const where = { serviceLevelId: level.id, date };
  const departure = only(await tx.availability.findMany({ where, include: { rates: true } }));
  const rates = ratesOn(level, departure, date);
  return { date, departure, rate: rates.find(({ id }) => id === former.id) ?? only(rates) };
}

const holds = ({ validFrom, validTo, weekdays }: Rate, date: Date) =>
  (!validFrom || validFrom <= date) &&
  (!validTo || date <= validTo) &&
  (weekdays.length === 0 || weekdays.includes(date.getUTCDay() === 0 ? 7 : date.getUTCDay()));

const ratesOn = (level: Level, { rates }: Departure, date: Date) =>
  level.rates.filter(
    (rate) => rates.some(({ rateId }) => rateId === rate.id) && rate.prices.length > 0 && holds(rate, date),
  );

const today = ({ product }: Level, now: Date): Date =>
  new Date(`${new Intl.DateTimeFormat('sv', { timeZone: product.city.timeZone }).format(now)}T00:00:00Z`);

/** The first day from today on which a pass is sold. */
function firstOfPass(level: Level, rate: Rate, from: Date): Date {
  for (let day = from; day <= level.offerTimeEnd; day = later(day, 1))
    if (day >= level.offerTimeStart && holds(rate, day)) return day;
  return from;
}

const currencyOf = ({ product }: Level, { prices }: Rate): string =>
  (prices.find((price) => price.currencyCode === product.organization.currencyCode) ?? only(prices.slice(0, 1)))
    .currencyCode;

function priceAt(level: Level, rate: Rate, category: Category | null): Amounts {
  const currency = currencyOf(level, rate);
  const price = rate.prices.find(
    ({ rateCategory, currencyCode }) =>
      (rateCategory?.priceCategoryId ?? null) === (category?.id ?? null) && currencyCode === currency,
  );
  if (!price) throw new Error('nothing is sold without a price');
  return price;
}

export function only<T>(values: readonly T[]): T {
  const [value, ...others] = values;
  if (value === undefined || others.length > 0) throw new Error(`${values.length} found in place of one`);
  return value;
}

/** The sum of all prices. */
export function totalOf({ days }: Sale): Amounts {
  const total = { original: new Prisma.Decimal(0), agent: new Prisma.Decimal(0), sold: new Prisma.Decimal(0) };
  for (const price of days.flatMap(({ item, seats }) => [item, ...seats]))
    for (const member of ['original', 'agent', 'sold'] as const)
      if (price) total[member] = total[member].add(price[member]);
  return total;
}
