import { clock, createFactories, day } from '@channel/prisma/testing';
import type { TestServer } from '../../src/testing/index.ts';

/*
 * A small world with a row of everything that a GET of v1 answers with, in two organizations. `member` belongs to a client
 * of the one and has a role in the other: orders and products of a foreign organization are seen, too.
 */

/** The organizations of the scene, their users, and rows by which requests are filtered. */
export type Scene = Awaited<ReturnType<typeof sceneOn>>;

export const TODAY = '2026-06-01';
export const TOMORROW = '2026-06-02';
const KINDS = ['per_slot', 'per_time', 'daily', 'pass'] as const;

export async function sceneOn({ db, settings }: Pick<TestServer, 'db' | 'settings'>) {
  const make = createFactories(db);
  const all = Object.values(settings.permissions);
  const home = await make.home();
  // Three calendars: while it is two days in two zones, the third changes from one to the other.
  await make.organization({ name: 'Islands', timeZone: 'Pacific/Honolulu' });
  const abroad = await make.organization({ name: 'Abroad', timeZone: 'Asia/Tokyo', languages: ['en', 'de'] });
  const [amsterdam, tokyo] = [
    await make.amsterdam(),
    await make.city({
      name: 'Tokyo',
      timeZone: 'Asia/Tokyo',
      countryId: (await make.country({ name: 'Japan', code: 'JP' })).id,
    }),
  ];
  await db.city.update({ where: { id: amsterdam.id }, data: { translations: { nl: { name: 'Mokum' } } } });
  const permission = await make.permission('guests.insure');
  const [supplier, foreign] = [
    await make.supplier({ description: 'Boats', permissions: [permission.name] }),
    await make.supplier({ organizationId: abroad.id }),
  ];
  const [boats, walks] = [await make.category({ title: 'Boats' }), await make.category({ title: 'Walks' })];
  const cities = [amsterdam.id, tokyo.id];
  const staff = await make.userWith(all, { cities });
  const partner = await make.userWith([settings.permissions.book], { cities, name: 'Desk' });
  const other = await make.userWith(all, { organizationId: abroad.id, cities });
  const agency = await make.client({ name: 'Agency', description: 'Sells much' });
  const membership = await make.userWith([settings.permissions.book], { organizationId: abroad.id, cities });
  const member = { ...membership, clientId: agency.id };
  await db.clientMember.create({ data: { clientId: agency.id, userId: member.id } });
  const soldBy = [staff.role.id, partner.role.id, member.role.id];
  const offers = [];
  for (const [index, availabilityType] of KINDS.entries()) {
    const pricingType = index % 2 ? 'per_item' : 'per_person';
    const point = await make.point();
    const product = { categories: [boats.id, walks.id], points: [point.id], supplierId: supplier.id };
    const offer = await make.offer(soldBy, { product, level: { availabilityType, pricingType } });
    await make.pickupOptions({ serviceLevelId: offer.level.id });
    // Departures of this day, one of which leaves at two in the afternoon.
    if (availabilityType !== 'pass') {
      const startTime = availabilityType === 'daily' ? null : clock('14:00');
      await make.departure(offer.level, { date: day(TODAY), startTime, endTime: null });
      await make.departure(offer.level, { date: day(TOMORROW), startTime, endTime: null });
    }
    // A cheaper price that ends with this day.
    await make.rate({
      serviceLevelId: offer.level.id,
      validTo: day(TODAY),
      prices: [{ original: 1, agent: 2, sold: 3 }],
    });
    offers.push(offer);
  }
  const [offer = offers[0]] = offers;
  if (!offer) throw new Error('no offer');
  const away = await make.offer([other.role.id, member.role.id], {
    product: { organizationId: abroad.id, cityId: tokyo.id, supplierId: foreign.id },
  });
  const people = { issuerId: staff.id, contactPersonId: staff.id, tourGuideId: staff.id };
  const orders = [];
  for (const each of [...offers, away]) {
    const { id: pointId } = await make.point();
    const transfer = { date: day(TODAY), driverId: staff.id, pointId };
    const order = await make.order({
      offer: each,
      clientId: each === away ? undefined : agency.id,
      roleId: partner.role.id,
      passengers: [{}, {}],
      pickup: transfer,
      dropoff: transfer,
      referenceCode: `R${orders.length}`,
      ...people,
      ...(orders.length % 2 ? {} : { startsAtLocal: new Date(`${TODAY}T09:00:00Z`) }),
    });
    const createdAt = new Date();
    await db.ticket.create({
      data: { orderId: order.id, filename: 'ticket.pdf', addressKey: `${order.id}`, createdAt },
    });
    orders.push(order);
  }
  const [order = orders[0]] = orders;
  if (!order) throw new Error('no order');
  const targets = {
    bookingId: order.bookings[0]?.id,
    categoryId: boats.id,
    cityId: amsterdam.id,
    clientId: agency.id,
    orderId: order.id,
    productId: offer.product.id,
    roleId: staff.role.id,
    supplierId: supplier.id,
    transferId: order.pickupId,
    userId: staff.id,
  };
  for (const [column, id] of Object.entries(targets)) await make.tag('note', `a ${column}`, { [column]: id });
  const organizationId = abroad.id;
  await make.tag('note', 'of abroad', { cityId: tokyo.id, organizationId });
  await make.tag('note', 'of a foreign supplier', { supplierId: foreign.id, organizationId });
  return {
    make,
    home,
    abroad,
    amsterdam,
    tokyo,
    supplier,
    category: boats,
    offer,
    offers,
    away,
    order,
    orders,
    agency,
    users: { staff, partner, other, member },
  };
}
