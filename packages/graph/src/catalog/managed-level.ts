import type { Prisma, Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { administered } from '../shared/edit.ts';
import { lockRows, readRows } from '../shared/rows.ts';
import { staffCatalogue } from './staff-catalogue.ts';

/* Everything below a product is changed while its row is locked, so that the rules across service levels hold. */

const level = {
  product: { include: { currencies: { orderBy: { position: 'asc' } } } },
  // The members of their form, so that equal ones compare as equal.
  priceCategories: {
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      title: true,
      isDefault: true,
      minimum: true,
      maximum: true,
      ageMin: true,
      ageMax: true,
      translations: true,
    },
  },
  pickupOptions: {
    include: {
      places: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
      times: { orderBy: { time: 'asc' } },
    },
  },
} as const satisfies Prisma.ServiceLevelInclude;

type Options = Prisma.PickupOptionsGetPayload<(typeof level)['pickupOptions']>;

/** Pickup options in the terms of their form. */
function pickupOf({ type, timeWindow, timeBefore, timeRangeStart, timeRangeEnd, places, times }: Options) {
  const timeRange = timeRangeStart && timeRangeEnd ? { start: timeRangeStart, end: timeRangeEnd } : null;
  return {
    type,
    timeWindow,
    timeBefore,
    timeRange,
    times: times.map(({ time }) => time),
    places: places.map((place) => ({
      pointId: place.pointId,
      timeBefore: place.timeBefore,
      timeRange: { start: place.timeStart, end: place.timeEnd },
    })),
  };
}

/** A locked product of an organization that the actor administers, with the number of its service levels. */
export async function managedProduct(tx: Tx, context: Context, id: number) {
  const where = { AND: [{ id }, staffCatalogue(context)] };
  await lockRows(tx, 'Product', where);
  const [row] = await readRows(tx, 'Product', { where, include: { serviceLevels: { select: { id: true } } } });
  return administered(context, row, notFound('Product'));
}

/** Locks the products of service levels that the actor sees as staff: for changes below several of them. */
export const lockLevels = (tx: Tx, context: Context, some: Prisma.ServiceLevelWhereInput): Promise<number[]> =>
  lockRows(tx, 'Product', { AND: [staffCatalogue(context), { serviceLevels: { some } }] });

/** A service level of an organization that the actor administers, with its product locked. */
export async function managedLevel(tx: Tx, context: Context, id: number, unseen = notFound('Service level')) {
  const product: Prisma.ProductWhereInput = staffCatalogue(context);
  await lockLevels(tx, context, { id });
  const [row] = await readRows(tx, 'ServiceLevel', { where: { id, product }, include: level });
  const found = administered(context, row && { ...row, organizationId: row.product.organizationId }, unseen);
  const pickup = found.pickupOptions && pickupOf(found.pickupOptions);
  return { ...found, pickup, currencies: found.product.currencies.map(({ currencyCode }) => currencyCode.trim()) };
}

export type ManagedLevel = Awaited<ReturnType<typeof managedLevel>>;
