import { startFamily } from '@channel/auth';
import type { TestServer } from '../../src/testing/index.ts';
import type { Named } from './slot.ts';

type Db = TestServer['db'];

const NOON = new Date('1970-01-01T12:00:00Z');

/** An organization, and the user of it whose order and tokens are used. */
export type Owner = { organizationId: number; userId: number; roleId: number; orderId: number };

/** The newest booked order that a user may see, for a kind of departure that can be booked again. */
export async function orderSeenBy(db: Db, principals: string[]): Promise<number> {
  const [row] = await db.$queryRaw<{ id: number }[]>`
    SELECT o.id FROM orders o JOIN booking b ON b.order_id = o.id JOIN service_level sl ON sl.id = b.service_level_id
    JOIN product p ON p.id = sl.product_id
    WHERE o.viewers && ${principals} AND o.status = 'Booked' AND sl.pricing_type = 'per_person'
      AND p.location_id IS NOT NULL AND o.supplier_id IS NOT NULL AND p.is_published IS NOT FALSE
      AND EXISTS (SELECT FROM role_product rp WHERE rp.product_id = p.id AND rp.role_id = o.role_id)
      AND EXISTS (SELECT FROM price_category pc WHERE pc.service_level_id = sl.id AND pc.is_default)
      AND EXISTS (SELECT FROM availability a WHERE a.service_level_id = sl.id AND a.date > '2026-06-20' AND a.capacity - a.booked > 3)
    ORDER BY o.id DESC LIMIT 1`;
  if (!row) throw new Error(`No order that can be booked again is visible to ${principals.join()}`);
  return row.id;
}

/** Adds data that the demo world lacks: pickups, tags on every object, a category that only one organization uses. */
export async function furnish(db: Db, organizationId: number, category: string): Promise<void> {
  const { id: categoryId } = await db.category.create({ data: { title: category } });
  const products = await db.product.findMany({ where: { organizationId }, select: { id: true } });
  await db.productCategory.createMany({ data: products.map(({ id }) => ({ productId: id, categoryId })) });
  const [level] = await db.serviceLevel.findMany({
    where: { product: { organizationId, locationId: { not: null }, isPublished: true } },
    include: { product: true },
    take: 1,
  });
  if (level?.product.locationId) {
    const place = { pointId: level.product.locationId, timeBefore: 10, timeStart: NOON, timeEnd: NOON };
    await db.pickupOptions.create({
      data: { serviceLevelId: level.id, type: 'places', timeWindow: 0, timeBefore: 0, places: { create: place } },
    });
  }
  // Notes of staff, which no answer of v1 contains, also not those that drivers and guides may read.
  const orders = await db.order.findMany({ where: { organizationId }, select: { id: true, issuerId: true }, take: 20 });
  await db.orderNote.createMany({
    data: orders.map(({ id, issuerId }) => ({
      orderId: id,
      authorId: issuerId,
      text: 'note',
      isForCrew: true,
      createdAt: NOON,
    })),
  });
  const own = 'organization_id = $1';
  const ofOrders = (column: string) => `SELECT ${column} FROM orders WHERE ${own}`;
  const tagged: Record<string, string> = {
    booking_id: `SELECT id FROM booking WHERE order_id IN (${ofOrders('id')})`,
    category_id: 'SELECT id FROM category',
    city_id: 'SELECT id FROM city',
    client_id: `SELECT id FROM client WHERE ${own}`,
    order_id: ofOrders('id'),
    product_id: 'SELECT id FROM product',
    role_id: `SELECT id FROM role WHERE ${own}`,
    supplier_id: `SELECT id FROM supplier WHERE ${own}`,
    transfer_id: `${ofOrders('pickup_id')} UNION ${ofOrders('dropoff_id')}`,
    user_id: `SELECT id FROM "user" WHERE kind = 'person'`,
  };
  // Objects that several organizations share have tags of each of them.
  for (const [column, things] of Object.entries(tagged)) {
    await db.$executeRawUnsafe(
      `INSERT INTO tag (organization_id, key, value, ${column}) SELECT $1, 'spot', to_jsonb('${column}-' || id::text), id
       FROM (${things}) AS thing (id)`,
      organizationId,
    );
  }
}

/** Assigns the same tag of an organization to all shared objects, its own and others. */
export async function tagEverything(db: Db, organizationId: number, text: string): Promise<void> {
  for (const [table, column] of [
    ['product', 'product_id'],
    ['city', 'city_id'],
  ]) {
    await db.$executeRawUnsafe(
      `INSERT INTO tag (organization_id, key, value, ${column}) SELECT $1, $2, to_jsonb($2::text), id FROM ${table}`,
      organizationId,
      text,
    );
  }
}

/** All objects of an owner that a request can name. */
export async function namedBy(server: TestServer, owner: Owner): Promise<Named> {
  const { db, services } = server;
  const { organizationId, orderId } = owner;
  const order = await db.order.findUniqueOrThrow({
    where: { id: orderId },
    include: {
      bookings: { include: { serviceLevel: { include: { priceCategories: true } } } },
      passengers: { where: { isLeader: true } },
      city: { include: { country: true } },
      product: { include: { categories: { include: { category: true }, orderBy: { categoryId: 'desc' } } } },
    },
  });
  const booking = order.bookings[0];
  const { product } = order;
  const held = product?.categories[0]?.category;
  if (!booking || !product || !held) throw new Error(`order ${orderId} has no booking, no product or no category`);
  const level = booking.serviceLevel;
  const availability = await db.availability.findFirstOrThrow({
    where: { serviceLevelId: level.id, date: { gt: new Date('2026-06-20') }, booked: 0 },
    orderBy: { id: 'asc' },
  });
  const tagOf = async (column: string, id: number) => {
    const { key, value } = await db.tag.findFirstOrThrow({
      where: { organizationId, [column]: id },
      orderBy: { id: 'desc' },
    });
    return `${key}:${value}`;
  };
  const who = async (permissionName: string) =>
    (
      await db.user.findFirstOrThrow({
        where: { roles: { some: { role: { organizationId, permissions: { some: { permissionName } } } } } },
        orderBy: { id: 'asc' },
      })
    ).id;
  const tokens = async () => {
    const { refreshToken } = await startFamily(db, owner.userId, services.clock(), services.settings);
    return { id: Number(refreshToken.split('|')[0]), refreshToken };
  };
  const { id: pickupLevel } = await db.serviceLevel.findFirstOrThrow({
    where: {
      product: { organizationId, OR: [{ isPublished: true }, { isPublished: null }] },
      pickupOptions: { isNot: null },
    },
  });
  const [tourGuide, contactPerson] = [await who('tours.guide'), await who('orders.contact')];
  const { id: point } = await db.point.findFirstOrThrow({ where: { cityId: order.cityId, organizationId: null } });
  return {
    order: order.id,
    orderTag: await tagOf('orderId', order.id),
    role: owner.roleId,
    product: product.id,
    productTag: await tagOf('productId', product.id),
    title: product.title,
    label: product.labels[0] ?? '',
    level: level.id,
    pickupLevel,
    rate: booking.rateId,
    availability: availability.id,
    priceCategory: level.priceCategories.find(({ isDefault }) => isDefault)?.id ?? 0,
    driver: await who('transfers.drive'),
    tourGuide,
    tourGuideTag: await tagOf('userId', tourGuide),
    contactPerson,
    contactPersonTag: await tagOf('userId', contactPerson),
    point,
    city: order.cityId,
    cityName: order.city.name,
    cityTag: await tagOf('cityId', order.cityId),
    country: order.city.countryId,
    countryName: order.city.country.name,
    category: held.id,
    categoryTitle: held.title,
    supplier: order.supplierId ?? 0,
    client: order.clientId,
    passenger: order.passengers[0]?.fullName ?? '',
    user: tourGuide,
    transfer: order.pickupId,
    booking: booking.id,
    tokens: { PUT: await tokens(), PATCH: await tokens(), DELETE: await tokens() },
  };
}
