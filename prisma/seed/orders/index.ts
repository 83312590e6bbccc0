import { addDays } from '../calendar.ts';
import type { ServiceLevel } from '../catalog/level.ts';
import type { ProductPlan } from '../catalog/plan.ts';
import type { Product } from '../catalog/product.ts';
import { party } from '../people/guests.ts';
import type { Random } from '../random.ts';
import type { Channel } from './channels.ts';
import { createRoster } from './crew.ts';
import { createPlaces, departuresOn, findDeparture } from './departures.ts';
import { activityDay, instant, type Status, statusFor } from './moments.ts';
import { type Order, order } from './order.ts';

type Market = {
  random: Random;
  today: string;
  channels: readonly Channel[];
  /** The products of each role, by its key. */
  sold: (role: string) => readonly string[];
  products: readonly { plan: ProductPlan; record: Product }[];
  count: number;
};

/** A required order: sold out departures, a big family. */
export type RequiredOrder = { product: string; level: string; inDays: number; persons: number; quantity?: number };

/** The orders of an organization in the order of their creation. */
export function orders(market: Market, requiredOrders: readonly RequiredOrder[], carts: number) {
  const { random, today } = market;
  const chance = random.fork('orders');
  const places = createPlaces();
  const roster = createRoster(random.fork('roster'));
  const made: Order[] = [];

  const sell = (
    channel: Channel,
    offer: Market['products'][number],
    level: ServiceLevel,
    date: string,
    status: Status,
    size: Size,
  ) => {
    const levelKey = `${offer.record.key}/${level.key}`;
    const holds = status === 'Booked' || status === 'InCart';
    const room = level.pricingType === 'per_item' ? size.quantity : size.persons;
    const found = findDeparture(chance, level, levelKey, { date, today, room: holds ? room : 0 }, places);
    if (!found) return;
    if (holds) places.take(levelKey, found.departure, room);
    made.push(order({ chance, today, channel, product: offer.record, level, ...found, status, ...size, roster }));
  };

  for (const required of requiredOrders) {
    const offer = market.products.find(({ record }) => record.key === required.product);
    const level = offer?.record.serviceLevels.find(({ key }) => key === required.level);
    const channel = market.channels[0];
    if (!offer || !level || !channel) throw new Error(`The catalogue lacks ${required.product}/${required.level}`);
    const date = firstDay(level, addDays(today, required.inDays));
    sell(channel, offer, level, date, 'Booked', { persons: required.persons, quantity: required.quantity ?? 1 });
  }
  while (made.length < market.count - carts) {
    const channel = chance.weighted(market.channels, ({ weight }) => weight);
    const keys = market.sold(channel.role);
    const offer = chance.weighted(
      market.products.filter(({ plan }) => keys.includes(plan.key) && plan.published !== false),
      ({ plan }) => plan.demand ?? 1,
    );
    const level = chance.weighted(offer.record.serviceLevels, (each) =>
      each === offer.record.serviceLevels[0] ? 3 : 1,
    );
    const date = activityDay(chance, today);
    sell(channel, offer, level, date, statusFor(chance, date, today), partySize(chance, level));
  }
  return numbered([...made, ...emptyCarts(market, chance, carts)], market.channels, chance, today);
}

type Size = { persons: number; quantity: number };

function partySize(chance: Random, level: ServiceLevel): Size {
  const least = level.priceCategories[0]?.minimum ?? 1;
  const persons = Math.max(
    least,
    chance.weighted([1, 2, 3, 4, 5, 6] as const, (size) => [3, 9, 3, 4, 1, 1][size - 1] ?? 1),
  );
  const rental = level.pricingType === 'per_item' && level.capacity >= 6;
  return { persons, quantity: rental ? chance.int(1, 3) : 1 };
}

function firstDay(level: ServiceLevel, from: string): string {
  for (let days = 0; days < 30; days++) {
    const date = addDays(from, days);
    if (departuresOn(level, date).length > 0) return date;
  }
  return from;
}

/** Started orders without a booking. */
function emptyCarts({ channels, today, products }: Market, chance: Random, count: number): Order[] {
  const channel = channels[0];
  if (!channel) return [];
  return Array.from({ length: count }, (_, index) => {
    const createdAt = instant(addDays(today, -1), 9 * 3600 + index * 2700);
    return {
      role: channel.role,
      issuer: channel.issuer,
      client: channel.clients[0]?.key ?? '',
      contactPerson: null,
      tourGuide: null,
      city: products[index]?.record.city ?? null,
      status: 'InCart',
      createdAt,
      bookedAt: null,
      updatedAt: createdAt,
      holdUntil: null,
      checkoutDate: null,
      booking: null,
      passengers: party(chance, 1).map((leader) => ({ ...leader, priceCategory: null, prices: null })),
      pickup: null,
      dropoff: null,
      tags: { source: chance.pick(channel.sources) },
    };
  });
}

/** Keys and reference codes in the order of creation. */
function numbered(all: readonly Order[], channels: readonly Channel[], chance: Random, today: string) {
  const year = today.slice(2, 4);
  return all
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0))
    .map((each, index) => {
      const { prefix, likelihood } = channels.find(({ role }) => role === each.role)?.reference ?? {
        prefix: '',
        likelihood: 0,
      };
      const number = String(index + 1).padStart(4, '0');
      return {
        ...each,
        key: `${prefix.toLowerCase()}-${year}-${number}`,
        referenceCode: chance.chance(likelihood) ? `${prefix}-${year}-${number}` : null,
      };
    });
}
