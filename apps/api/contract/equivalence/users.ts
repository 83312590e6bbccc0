import { actorOf } from '@channel/auth';
import type { PrismaClient } from '@channel/prisma';
import type { TestServer } from '../../src/testing/index.ts';
import type { Known, Offered, Tag } from './values.ts';

/** The kinds of rows that operations read. */
export type Requested = 'orders' | 'products' | 'pickups' | 'offers' | 'people' | 'cities' | 'categories' | 'countries';

/** A user, the objects that it may name, and the number of rows of each kind that exist for it. */
export type User = { id: number; kind: string; known: Known; rows: Record<Requested, number> };

/** One user for each kind of visibility. */
export async function usersOf({ db, settings: { permissions } }: TestServer): Promise<User[]> {
  const users = await db.user.findMany({
    where: { kind: 'person', disabledAt: null },
    select: { id: true, roles: { select: { role: { select: { name: true } } } } },
    orderBy: { id: 'asc' },
    take: 24,
  });
  // One user after the other: a query of many concurrent ones would wait too long for a connection.
  const actors: Awaited<ReturnType<typeof actorOf>>[] = [];
  for (const { id } of users) actors.push(await actorOf(db, id, new Date()));
  const holders = (right: 'contact' | 'guide' | 'drive') =>
    actors.flatMap((actor) =>
      actor?.roles.some((role) => role.permissions.includes(permissions[right])) ? [actor.userId] : [],
    );
  const assignable = { contactPerson: holders('contact'), tourGuide: holders('guide'), driver: holders('drive') };
  const shared = { ...(await namesOf(db, assignable)), userIds: users.map(({ id }) => id), assignable };
  const anybodys = {
    people: users.length,
    cities: await db.city.count(),
    categories: await db.category.count(),
    countries: await db.country.count(),
  };
  const found: User[] = [];
  for (const [place, { id, roles }] of users.entries()) {
    const actor = actors[place];
    const roleIds = (actor?.roles ?? []).map((role) => role.id);
    const whole = (actor?.roles ?? []).filter((role) => role.permissions.includes(permissions.allOrders));
    const principals = [
      `u${id}`,
      ...roleIds.map((role) => `r${role}`),
      ...(actor?.clientIds ?? []).map((client) => `c${client}`),
    ];
    const organizationIds = whole.map(({ organizationId }) => organizationId);
    const visible = { OR: [{ viewers: { hasSome: principals } }, { organizationId: { in: organizationIds } }] };
    const some = { select: { id: true, version: true }, orderBy: { id: 'desc' } } as const;
    const orders = await db.order.findMany({
      where: visible,
      take: 150,
      select: { id: true, version: true, passengers: { select: { id: true } } },
      orderBy: { id: 'desc' },
    });
    const foreign = await db.order.findMany({ where: { NOT: visible }, take: 1 + orders.length / 8, ...some });
    const carts = await db.order.findMany({ where: { AND: [visible, { status: 'InCart' }] }, take: 20, ...some });
    const levels = await db.serviceLevel.findMany({
      where: { product: { roles: { some: { roleId: { in: roleIds } } } } },
      select: { id: true, productId: true, pickupOptions: { select: { id: true } } },
      orderBy: { id: 'asc' },
    });
    const fetched = levels.filter(({ pickupOptions }) => pickupOptions !== null);
    const offers = await offersOf(
      db,
      roleIds[0] ?? 0,
      levels.map((level) => level.id),
    );
    const known: Known = {
      ...shared,
      offers,
      versions: Object.fromEntries(orders.map((order) => [order.id, order.version])),
      roles: roleIds.map(String),
      passengerIds: Object.fromEntries(orders.map(({ id, passengers }) => [id, passengers.map((each) => each.id)])),
      cartIds: carts.map((order) => order.id),
      orderIds: [...orders, ...foreign].map((order) => order.id),
      levels: levels.map(({ id, productId }) => ({ serviceLevelId: id, productId })),
      productIds: [...new Set(levels.map(({ productId }) => productId))],
      levelIds: [...levels, ...fetched, ...fetched, ...fetched].map((level) => level.id),
    };
    const rows = {
      ...anybodys,
      orders: await db.order.count({ where: visible }),
      products: known.productIds.length,
      pickups: fetched.length,
      offers: offers.length,
    };
    found.push({ id, kind: roles.map(({ role }) => role.name).join(), known, rows });
  }
  return found;
}

/** Names that every user may use. */
async function namesOf(db: PrismaClient, { contactPerson, tourGuide }: Known['assignable']) {
  const tags = await db.tag.findMany({
    select: { key: true, valueText: true, orderId: true, productId: true, cityId: true, userId: true },
    orderBy: { id: 'desc' },
  });
  const holding = (holder: 'orderId' | 'productId' | 'cityId' | 'userId', among?: readonly number[]): Tag[] =>
    tags
      .filter((tag) => tag[holder] !== null && (among?.includes(tag[holder]) ?? true))
      .map(({ key, valueText }) => ({ key, value: valueText }));
  const passengers = await db.passenger.findMany({ select: { fullName: true }, take: 200, orderBy: { id: 'asc' } });
  const products = await db.product.findMany({ select: { title: true, labels: true }, orderBy: { id: 'asc' } });
  const rates = await db.rate.findMany({ select: { id: true, title: true }, orderBy: { id: 'asc' }, take: 200 });
  const countries = await db.country.findMany({ select: { code: true, name: true }, orderBy: { id: 'asc' } });
  const cities = await db.city.findMany({ select: { name: true }, orderBy: { id: 'asc' } });
  const categories = await db.category.findMany({ select: { title: true }, orderBy: { id: 'asc' } });
  const some = tags.slice(0, 400);
  return {
    tagTexts: some.flatMap(({ key, valueText }) => [valueText, `${key}:${valueText}`]),
    tagKeys: some.map(({ key }) => key),
    tags: {
      order: holding('orderId'),
      product: holding('productId'),
      city: holding('cityId'),
      contactPerson: holding('userId', contactPerson),
      tourGuide: holding('userId', tourGuide),
    },
    names: passengers.map(({ fullName }) => fullName),
    titles: products.map(({ title }) => title),
    labels: products.flatMap(({ labels }) => labels),
    rates: rates.flatMap(({ id, title }) => [String(id), title]),
    countries: countries.map(({ code }) => code),
    places: [...[...countries, ...cities].map(({ name }) => name), ...categories.map(({ title }) => title)],
  };
}

/** More expensive offers are not booked: the total could exceed the column of a booking. */
const DEAREST = 10_000_000;

/** The bookable offers at each rate of some service levels, on the first available day. */
async function offersOf(db: PrismaClient, role: number, levelIds: number[]): Promise<Offered[]> {
  const dear = await db.ratePrice.findMany({
    where: { OR: (['original', 'agent', 'sold'] as const).map((price) => ({ [price]: { gt: DEAREST } })) },
    select: { rateId: true },
  });
  const offers = await db.offer.findMany({
    where: {
      remaining: { gt: 0 },
      date: { gte: new Date('2026-06-02') },
      serviceLevelId: { in: levelIds },
      rateId: { notIn: dear.map(({ rateId }) => rateId) },
    },
    orderBy: [{ rateId: 'asc' }, { date: 'asc' }, { availabilityId: 'asc' }],
    distinct: ['rateId'],
  });
  const categories = await db.rateCategory.findMany({
    where: { rateId: { in: offers.map(({ rateId }) => rateId) } },
    orderBy: { id: 'asc' },
  });
  return offers.map(({ id, rateId, serviceLevelId, date, startTime }) => ({
    role: String(role),
    serviceLevelId,
    availabilityId: id,
    date: date.toISOString().slice(0, 10),
    startTime: startTime?.toISOString().slice(11, 19) ?? null,
    categoryIds: categories.filter((category) => category.rateId === rateId).map((each) => each.priceCategoryId),
  }));
}
