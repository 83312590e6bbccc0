import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import { Product } from '../catalog/product.ts';
import { ServiceLevel } from '../catalog/service-level.ts';
import type { Context } from '../context.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { todayByZone } from '../shared/calendar.ts';

const MAX_DEPARTURES = 500;

const sold = { serviceLevel: { include: { product: true } } } as const satisfies Prisma.AvailabilityInclude;
type Row = Prisma.AvailabilityGetPayload<{ include: typeof sold }> & { orders: number; booked: number };

export const DepartureToday = builder.objectRef<Row>('DepartureToday').implement({
  description: 'A departure of a service level, with its places.',
  fields: (t) => ({
    departureId: t.exposeInt('id', { description: "The availability's id." }),
    product: t.field({
      type: Product,
      description: 'What departs.',
      resolve: ({ serviceLevel }) => serviceLevel.product,
    }),
    serviceLevel: t.field({
      type: ServiceLevel,
      description: 'The service level of the departure.',
      resolve: ({ serviceLevel }) => serviceLevel,
    }),
    date: t.expose('date', { type: 'Date', nullable: true, description: 'The local day at the place.' }),
    startTime: t.expose('startTime', {
      type: 'LocalTime',
      nullable: true,
      description: 'Local start time at the place; null where only the day is fixed.',
    }),
    endTime: t.expose('endTime', {
      type: 'LocalTime',
      nullable: true,
      description: 'Local end time at the place; null if open.',
    }),
    capacity: t.exposeInt('capacity', { description: 'Total number of places.' }),
    booked: t.exposeInt('booked', { description: 'Places taken, by bookings and by holds.' }),
    remaining: t.exposeInt('remaining', { description: 'Places left.' }),
    orders: t.exposeInt('orders', { description: 'Booked orders on it that the viewer may see.' }),
  }),
});

/** Today's departures of an organization's products, where today is the local date of each place. */
export async function departuresToday(context: Context, organizationId: number): Promise<Row[]> {
  const { db, now } = context;
  const cities = await db.city.groupBy({ by: ['timeZone'], where: { products: { some: { organizationId } } } });
  const days = todayByZone(
    now,
    cities.map(({ timeZone }) => timeZone),
  );
  const rows = await db.availability.findMany({
    where: {
      OR: days.map(({ date, timeZones }) => ({
        date,
        serviceLevel: { product: { organizationId, city: { timeZone: { in: timeZones } } } },
      })),
    },
    include: sold,
    orderBy: [{ startTime: { sort: 'asc', nulls: 'first' } }, { id: 'asc' }],
    take: MAX_DEPARTURES,
  });
  const bookings = await db.booking.findMany({
    where: {
      availabilityId: { in: rows.map(({ id }) => id) },
      status: 'Booked',
      order: { AND: [{ status: 'Booked' }, visibleOrders(context)] },
    },
    select: { availabilityId: true, orderId: true },
    distinct: ['availabilityId', 'orderId'],
  });
  const orders = new Map<number, number>();
  for (const { availabilityId } of bookings) orders.set(availabilityId, (orders.get(availabilityId) ?? 0) + 1);
  return rows.map((row) => ({ ...row, orders: orders.get(row.id) ?? 0 }));
}
