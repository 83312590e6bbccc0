import type { Prisma } from '@channel/prisma';
import { TransferSide } from '../batches/batch-types.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { Order } from '../orders/order.ts';
import { Transfer } from '../orders/transfer.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { addDays, dateAt } from '../shared/calendar.ts';

const listed = { pickupOf: true, dropoffOf: true } as const satisfies Prisma.TransferInclude;
type Row = Prisma.TransferGetPayload<{ include: typeof listed }>;
type Unassigned = { side: 'pickup' | 'dropoff'; transfer: Row; order: NonNullable<Row['pickupOf']> };

const UnassignedTransfer = builder.objectRef<Unassigned>('UnassignedTransfer').implement({
  description: 'A transfer that has a day but no driver.',
  fields: (t) => ({
    side: t.field({ type: TransferSide, description: 'Which way.', resolve: ({ side }) => side }),
    transfer: t.field({ type: Transfer, description: 'The transfer.', resolve: ({ transfer }) => transfer }),
    order: t.field({
      type: Order,
      description: 'The order whose guests it transports.',
      resolve: ({ order }) => order,
    }),
  }),
});

/** The order of a transfer, and whether the transfer is its pickup or its dropoff. */
function sideOf(transfer: Row): Unassigned[] {
  if (transfer.pickupOf) return [{ side: 'pickup', transfer, order: transfer.pickupOf }];
  return transfer.dropoffOf ? [{ side: 'dropoff', transfer, order: transfer.dropoffOf }] : [];
}

export const UnassignedTransfers = builder
  .objectRef<{ total: number; entries: Unassigned[] }>('UnassignedTransfers')
  .implement({
    description: 'Transfers of booked orders without a driver.',
    fields: (t) => ({
      total: t.exposeInt('total', { description: 'Total number of these transfers.' }),
      entries: t.field({
        type: [UnassignedTransfer],
        description: 'The first transfers, by day and time.',
        resolve: ({ entries }) => entries,
      }),
    }),
  });

/** Transfers of booked orders without a driver, from today on (by the organization's clock). */
export async function unassignedTransfers(
  context: Context,
  { id, timeZone }: { id: number; timeZone: string },
  { days, first }: { days: number; first: number },
): Promise<{ total: number; entries: Unassigned[] }> {
  if (days < 1 || days > 31) throw invalid([{ path: ['days'], message: 'must be between 1 and 31.' }]);
  if (first < 0 || first > 200) throw invalid([{ path: ['first'], message: 'must be between 0 and 200.' }]);
  const today = dateAt(context.now, timeZone);
  const order = { AND: [{ organizationId: id, status: 'Booked' as const }, visibleOrders(context)] };
  const where: Prisma.TransferWhereInput = {
    date: { gte: today, lt: addDays(today, days) },
    driverId: null,
    OR: [{ pickupOf: order }, { dropoffOf: order }],
  };
  const [total, rows] = await Promise.all([
    context.db.transfer.count({ where }),
    context.db.transfer.findMany({
      where,
      include: listed,
      orderBy: [{ date: 'asc' }, { time: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
      take: first,
    }),
  ]);
  return { total, entries: rows.flatMap(sideOf) };
}
