import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import { Product } from '../catalog/product.ts';
import { ServiceLevel } from '../catalog/service-level.ts';
import type { Context } from '../context.ts';

const sold = { serviceLevel: { include: { product: true } } } as const satisfies Prisma.AvailabilityInclude;
type Row = Prisma.AvailabilityGetPayload<{ include: typeof sold }> & { held: number };

export const UnbalancedDeparture = builder.objectRef<Row>('UnbalancedDeparture').implement({
  description:
    'A departure whose booked places differ from the places that its bookings hold: a defect that an operator has to resolve.',
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
    date: t.expose('date', {
      type: 'Date',
      nullable: true,
      description: 'The local day at the place; null for a pass.',
    }),
    booked: t.exposeInt('booked', { description: 'Places that the departure counts as taken.' }),
    held: t.exposeInt('held', { description: 'Places that its bookings hold.' }),
  }),
});

/**
 * The departures of an organization that the last check listed and that are still unbalanced, lowest id first. The
 * check lists at most 100 departures for all organizations together.
 */
export async function unbalancedDepartures({ db }: Context, organizationId: number): Promise<Row[]> {
  const last = await db.placesCheck.findFirst();
  if (!last || last.named.length === 0) return [];
  const [rows, sums] = await Promise.all([
    db.availability.findMany({
      where: { id: { in: last.named }, serviceLevel: { product: { organizationId } } },
      include: sold,
      orderBy: { id: 'asc' },
    }),
    db.booking.groupBy({
      by: ['availabilityId'],
      where: { availabilityId: { in: last.named } },
      _sum: { placesHeld: true },
    }),
  ]);
  const held = new Map(sums.map(({ availabilityId, _sum }) => [availabilityId, _sum.placesHeld ?? 0]));
  return rows.map((row) => ({ ...row, held: held.get(row.id) ?? 0 })).filter((row) => row.booked !== row.held);
}
