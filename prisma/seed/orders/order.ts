import { addDays, shiftTime } from '../calendar.ts';
import type { ServiceLevel } from '../catalog/level.ts';
import type { Product } from '../catalog/product.ts';
import { type Guest, party } from '../people/guests.ts';
import { cities, northernCities } from '../places/cities.ts';
import type { Random } from '../random.ts';
import type { Channel } from './channels.ts';
import type { Roster } from './crew.ts';
import type { Departure } from './departures.ts';
import { history, instant, type Status } from './moments.ts';

type Sale = {
  chance: Random;
  today: string;
  channel: Channel;
  product: Product;
  level: ServiceLevel;
  date: string;
  departure: Departure;
  status: Status;
  persons: number;
  /** The number of items where the level is sold per item. */
  quantity: number;
  roster: Roster;
};

type Prices = { original: string; agent: string; sold: string };
type Transfer = { date: string; time: string; driver: string | null; point: string | null; tags: Tags };
type Tags = Record<string, string | number>;

/** An order as a record of the import form, without key and reference code, which are assigned after sorting. */
export type Order = {
  role: string;
  issuer: string;
  client: string;
  contactPerson: string | null;
  tourGuide: string | null;
  /** For orders without a booking. */
  city: string | null;
  status: Status;
  createdAt: string;
  bookedAt: string | null;
  updatedAt: string;
  holdUntil: string | null;
  checkoutDate: string | null;
  booking: {
    product: string;
    serviceLevel: string;
    rate: string;
    date: string | null;
    startTime: string | null;
    quantity: number | null;
    prices: Prices | null;
    tags: Tags;
  } | null;
  passengers: (Guest & { priceCategory: string | null; prices: Prices | null })[];
  pickup: Transfer | null;
  dropoff: Transfer | null;
  tags: Tags;
};

/** An order for a departure. */
export function order(sale: Sale): Order {
  const { chance, today, channel, product, level, date, departure, status } = sale;
  const client = chance.weighted(channel.clients, ({ weight }) => weight);
  const moments = history(chance, status, date, today);
  const country = (cities[product.city] ?? northernCities[product.city])?.country ?? '';
  const job = { country, date, departure: `${product.key}/${level.key} ${departure.startTime}` };
  const alive = status === 'Booked';
  const soon = date <= addDays(today, 21);
  const rate = rateFor(chance, level, date);
  const negotiated = chance.chance(channel.negotiated ?? 0);
  const perItem = level.pricingType === 'per_item';
  return {
    role: channel.role,
    issuer: channel.issuer,
    client: client.key,
    contactPerson: client.contacts.length > 0 && chance.chance(0.6) ? chance.pick(client.contacts) : null,
    tourGuide: level.hasTourGuide && alive ? sale.roster.guide(job, soon ? 0.95 : 0.5) : null,
    city: null,
    status,
    ...moments,
    // A group's option is kept for some days; other carts no longer hold places.
    holdUntil:
      status === 'InCart' && date > today && chance.chance(0.6)
        ? instant(addDays(today, chance.int(2, 12)), 12 * 3600)
        : null,
    checkoutDate: null,
    booking: {
      product: product.key,
      serviceLevel: level.key,
      rate: rate.key,
      date: departure.date ?? (chance.chance(0.5) ? date : null),
      startTime: departure.startTime,
      quantity: perItem ? sale.quantity : null,
      prices: negotiated && perItem ? agreed(rate, null, chance) : null,
      tags: chance.chance(0.3)
        ? { 'supplier-reference': `${chance.pick(['A', 'B', 'S', 'X'])}${chance.int(10_000, 99_999)}` }
        : {},
    },
    passengers: party(chance, sale.persons).map((person, index) => {
      const category = categoryFor(chance, level, index);
      return {
        ...person,
        priceCategory: category.key,
        prices: negotiated && !perItem ? agreed(rate, category.key, chance) : null,
      };
    }),
    ...transfers(sale, job, alive ? (soon ? 0.85 : 0.45) : 0),
    tags: orderTags(chance, channel, sale.persons),
  };
}

function rateFor(chance: Random, level: ServiceLevel, date: string) {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
  const valid = level.rates.filter(
    ({ validFrom, validTo, weekdays }) =>
      (!validFrom || validFrom <= date) &&
      (!validTo || validTo >= date) &&
      (weekdays.length === 0 || weekdays.includes(weekday)),
  );
  return chance.pick(valid);
}

/** The first passenger pays as an adult; the others are mostly adults too. */
function categoryFor(chance: Random, level: ServiceLevel, index: number) {
  const [adult, ...others] = level.priceCategories;
  if (!adult) throw new Error(`${level.key} has no price category`);
  return index < 2 || others.length === 0 || chance.chance(0.45) ? adult : chance.pick(others);
}

/** Prices agreed with a group: about a tenth below the rate. */
function agreed(rate: ServiceLevel['rates'][number], priceCategory: string | null, chance: Random): Prices | null {
  const price = rate.prices.find((each) => each.priceCategory === priceCategory && each.currency === 'EUR');
  if (!price) return null;
  const share = 0.86 + chance.int(0, 6) / 100;
  const reduced = (amount: string) => (Math.round(Number(amount) * share * 100) / 100).toFixed(2);
  return { original: reduced(price.original), agent: reduced(price.agent), sold: reduced(price.sold) };
}

type Job = { country: string; date: string; departure: string };

function transfers({ chance, level, date, departure, roster }: Sale, job: Job, likelihood: number) {
  if (!level.pickup || !chance.chance(0.88)) return { pickup: null, dropoff: null };
  const { places, times, timeRange } = level.pickup;
  const place = places.length > 0 ? chance.pick(places) : null;
  const driver = roster.driver(job, likelihood);
  const time =
    place?.timeRange.start ??
    (times.length > 0 ? chance.pick(times) : shiftTime(departure.startTime ?? timeRange.start, -30));
  const back = shiftTime(departure.startTime ?? timeRange.start, Math.min(level.durationTime, 690) + 20);
  const point = place?.point ?? null;
  const tags: Tags =
    driver && chance.chance(0.5) ? { 'pickup-sign': chance.pick(['name board', 'hotel lobby', 'blue flag']) } : {};
  return {
    pickup: { date, time, driver, point, tags },
    dropoff: level.hasDropOff
      ? { date, time: back, driver: chance.chance(0.85) ? driver : null, point, tags: {} }
      : null,
  };
}

function orderTags(chance: Random, channel: Channel, persons: number): Tags {
  const tags: Tags = { source: chance.pick(channel.sources) };
  if (chance.chance(0.55)) tags.voucher = `${channel.reference.prefix}-V${chance.int(100_000, 999_999)}`;
  if (chance.chance(0.3)) tags.room = `room ${chance.int(101, 642)}`;
  if (persons > 1 && chance.chance(0.15)) {
    tags.occasion = chance.pick(['birthday', 'anniversary', persons > 3 ? 'company outing' : 'honeymoon']);
  }
  if (chance.chance(0.1)) tags.diet = chance.pick(['vegetarian', 'vegan', 'no nuts', 'gluten-free']);
  if (chance.chance(0.06)) tags.priority = 'vip';
  if (chance.chance(0.15)) tags.commission = chance.pick([7.5, 10.5, 12.5]);
  return tags;
}
