import { inTransaction, type Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, forbidden, invalid, UNKNOWN_ID } from '../errors.ts';
import { matchingOrders } from '../orders/order-filter.ts';
import { staffOrganizationIds } from '../webhooks/staff-access.ts';
import { BatchChangeInput, BatchOrders, checkedChange } from './batch-input.ts';
import { storeClashes } from './row-clashes.ts';
import { planOrders, storeBatch } from './store-plan.ts';

type Selection = typeof BatchOrders.$inferInput;
type Chosen = { organizationId: number; ids: number[] };

builder.mutationField('planBatch', (t) =>
  t.prismaField({
    type: 'Batch',
    description:
      'Plans the same change for many orders and lists for each the values that it would add, change and remove, or why it is refused. The orders are those that match now. Nothing is changed until `runBatch`; a plan that is not run is deleted after a day.',
    args: {
      orders: t.arg({ type: BatchOrders, required: true, description: 'Which orders.' }),
      change: t.arg({ type: BatchChangeInput, required: true, description: 'The change to make.' }),
    },
    resolve: async (query, _root, { orders, change: input }, context) => {
      const { organizationId, ids } = await chosen(context, orders);
      const change = await checkedChange(context, input, organizationId);
      const wanted = ids.map((orderId) => ({ orderId }));
      const id = await inTransaction(context.db, async (tx) => {
        const batch = await storeBatch(tx, context, { organizationId, kind: 'change', change, wanted });
        await planOrders(tx, context, batch);
        await storeClashes(tx, context, batch.id);
        return batch.id;
      });
      return context.db.batch.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

/**
 * The orders that a selection matches, all of one organization in which the actor is staff.
 *
 * @throws forbidden for an actor who is not staff; a validation error for unknown ids, and for too many orders or none
 */
async function chosen(context: Context, { ids, filter, organizationId }: Selection): Promise<Chosen> {
  const staffed = staffOrganizationIds(context);
  if (staffed.length === 0) throw forbidden('You may not change orders in batches.');
  if (typeof organizationId === 'number' && !staffed.includes(organizationId))
    throw invalid([{ path: ['orders', 'organizationId'], message: UNKNOWN_ID }]);
  if (Boolean(ids) === Boolean(filter))
    throw invalid([{ path: ['orders'], message: 'must have either ids or a filter.' }]);
  const where: Prisma.OrderWhereInput = {
    AND: [
      await matchingOrders(filter, context),
      { organizationId: typeof organizationId === 'number' ? organizationId : { in: staffed } },
      ids ? { id: { in: ids } } : {},
    ],
  };
  const max = context.settings.batchMaxOrders;
  if (ids && ids.length > max)
    throw invalid([{ path: ['orders', 'ids'], message: `must hold at most ${max} entries.` }]);
  const found = await context.db.order.findMany({
    where,
    select: { id: true, organizationId: true },
    orderBy: { id: 'asc' },
    take: max + 1,
  });
  if (ids) checkFound(ids, new Set(found.map(({ id }) => id)));
  if (found.length > max) throw tooMany(await context.db.order.count({ where }), max);
  return ofOne(found);
}

const tooMany = (count: number, max: number) =>
  invalid([{ path: ['orders'], message: `are ${count} orders; a batch takes at most ${max}.` }]);

function checkFound(ids: readonly number[], known: ReadonlySet<number>): void {
  const fieldErrors = new FieldErrors();
  ids.forEach((id, index) => {
    if (!known.has(id)) fieldErrors.add(['orders', 'ids', index], UNKNOWN_ID);
  });
  fieldErrors.throwIfAny();
}

function ofOne(found: readonly { id: number; organizationId: number }[]): Chosen {
  const [first] = found;
  if (!first) throw invalid([{ path: ['orders'], message: 'names no order.' }]);
  const { organizationId } = first;
  if (found.some((order) => order.organizationId !== organizationId))
    throw invalid([
      { path: ['orders', 'organizationId'], message: 'is required: the orders belong to several organizations.' },
    ]);
  return { organizationId, ids: found.map(({ id }) => id) };
}
