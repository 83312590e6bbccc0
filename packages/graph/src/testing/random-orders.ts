import type { Prisma, PrismaClient } from '@channel/prisma';
import { createFactories, day, type Offer } from '@channel/prisma/testing';

/** Whole numbers from 0 up to a bound; the same seed gives the same numbers. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Instants near the ends of days, weeks, months and years, and near changes to and from summer time. */
const MOMENTS = [
  '2025-12-31T11:30:00Z',
  '2025-12-31T23:30:00Z',
  '2026-01-01T04:59:59Z',
  '2026-03-08T06:30:00Z',
  '2026-03-29T00:59:59Z',
  '2026-03-29T22:30:00Z',
  '2026-04-04T13:30:00Z',
  '2026-05-31T22:00:00Z',
  '2026-10-25T00:30:00Z',
  '2026-10-25T01:30:00Z',
  '2026-10-25T23:00:00Z',
];

const AMOUNTS = ['0', '0.1', '0.2', '0.005', '19.99', '1234567.891', '99999999999.999'];
const EMAILS = ['', 'ann@guest.example', ' ANN@Guest.example', 'bo@guest.example', 'cy@guest.example'];
const PHONES = ['', '20 123-456', '20123456', '0699 8877'];

const everything = {
  passengers: true,
  pickup: true,
  dropoff: true,
  bookings: { include: { passengers: true }, orderBy: { id: 'asc' } },
  organization: true,
} as const satisfies Prisma.OrderInclude;

/** An order with all that reports read. */
export type WholeOrder = Prisma.OrderGetPayload<{ include: typeof everything }>;

/**
 * Two organizations in different time zones with random orders: in every state, in several currencies, with and without
 * a booking, a supplier, a guide, an e-mail address. The same seed makes the same orders.
 *
 * @returns users who see all, some and few of the orders, and the orders themselves
 */
export async function randomOrders(db: PrismaClient, seed: number, count: number) {
  const make = createFactories(db);
  const random = seeded(seed);
  const any = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value;
  const home = await make.home();
  const away = await make.organization({ name: 'Away', timeZone: 'America/New_York' });
  const staffOf = (organizationId: number) =>
    make.userWith(['orders.view-all', 'console.access'], { organizationId, clientId: null });
  const staff = await staffOf(home.id);
  const ofBoth = await staffOf(away.id);
  await db.userRole.create({ data: { userId: ofBoth.id, roleId: staff.role.id } });
  const partner = await make.userWith(['products.book']);
  const driver = await make.userWith([]);
  const people = [staff, partner, driver, await make.user()].map(({ id }) => id);
  const levels = [];
  for (const [index, organizationId] of [home.id, home.id, away.id].entries()) {
    const supplier = await db.supplier.create({
      data: { organizationId, name: `Supplier ${index}`, translations: { nl: { name: `Leverancier ${index}` } } },
    });
    const city = await make.city({ timeZone: any(['Europe/Amsterdam', 'Pacific/Auckland']) });
    const product = { organizationId, supplierId: supplier.id, cityId: city.id };
    levels.push(await make.offer([], { product, departure: { capacity: 1_000 } }));
  }
  const clients = [await make.client(), await make.client(), await make.client({ organizationId: away.id })];
  const soldAs = ({ product, level }: Offer) => ({
    totalOriginal: any(AMOUNTS),
    totalAgent: any(AMOUNTS),
    totalSold: any(AMOUNTS),
    bookedDetails: {
      product: { title: product.title, translations: {} },
      serviceLevel: { title: level.title, translations: { nl: { title: `${level.title} (nl)` } } },
    },
  });
  const ids: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const sold = any([...levels, null]);
    const organizationId = sold?.product.organizationId ?? any([home.id, away.id]);
    const status = any(['Booked', 'Booked', 'Booked', 'InCart', 'Cancelled', 'Deleted'] as const);
    const createdAt = new Date(any(MOMENTS));
    const person = () => any([null, ...people]);
    const order = await make.order({
      offer: sold,
      organizationId,
      status,
      createdAt,
      bookedAt: status === 'InCart' ? null : new Date(any(MOMENTS)),
      clientId: any(clients).id,
      roleId: any([staff, partner, ofBoth]).role.id,
      issuerId: any(people),
      tourGuideId: person(),
      contactPersonId: person(),
      currencyCode: any(['EUR', 'USD', 'NOK']),
      ...(sold ? soldAs(sold) : {}),
      booking: { date: day(any(['2025-12-29', '2026-01-01', '2026-03-29', '2026-06-30'])) },
      pickup: { driverId: person() },
      dropoff: { driverId: person() },
      passengers: Array.from({ length: 1 + random(3) }, () => ({ email: any(EMAILS), phoneNumber: any(PHONES) })),
    });
    if (random(4) === 0)
      await db.bookingPassenger.updateMany({
        where: { booking: { orderId: order.id } },
        data: { status: 'Cancelled' },
      });
    ids.push(order.id);
  }
  const orders = await db.order.findMany({ where: { id: { in: ids } }, include: everything, orderBy: { id: 'asc' } });
  return { orders, users: { staff, ofBoth, partner, driver } };
}
