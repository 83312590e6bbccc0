import type { Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { visibleCities } from '../places/visible-cities.ts';
import { actorOf } from '../shared/principals.ts';

/**
 * Those of some points that a product may have: points of its organization, points of the catalogue in cities that the
 * actor sees, and those that the product has already.
 */
export const usablePoints = (
  tx: Tx,
  context: Context,
  { organizationId, productId }: { organizationId: number; productId: number },
  ids: number[],
) =>
  tx.point.findMany({
    where: {
      id: { in: ids },
      OR: [
        { organizationId },
        { organizationId: null, city: visibleCities(actorOf(context)) },
        { products: { some: { productId } } },
        { locationOf: { some: { id: productId } } },
        { pickupPlaces: { some: { pickupOptions: { serviceLevel: { productId } } } } },
      ],
    },
    select: { id: true },
  });
