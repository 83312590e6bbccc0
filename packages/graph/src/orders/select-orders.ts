import type { Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Faults, invalid, UNKNOWN_ID } from '../errors.ts';
import { organizationIdsOf } from '../people/principals.ts';
import { carriesAll, TagMatch } from '../tags/tag-match.ts';
import { type LockedOrder, lockMatching } from './lock-orders.ts';
import { visibleOrders } from './visible-orders.ts';

const MAX_ORDERS = 1_000;

/** Names the orders of a batch. */
export const OrderSelection = builder.inputType('OrderSelection', {
  description: 'Names orders by ids, by tags, or by both (then those that fit both). It never means all orders.',
  fields: (t) => ({
    ids: t.intList({ description: 'These orders; each must be visible.' }),
    tags: t.field({ type: [TagMatch], description: 'Orders that carry all of these tags.' }),
  }),
});

/**
 * Locks the orders that a selection names among those that the actor may see, in ascending order of id.
 *
 * @throws a validation error: for each id that is not visible, for a selection that names nothing or too much
 */
export async function lockSelected(
  tx: Tx,
  context: Context,
  selection: typeof OrderSelection.$inferInput,
): Promise<LockedOrder[]> {
  const ids = [...new Set(selection.ids ?? [])];
  const tags = selection.tags ?? [];
  if (ids.length === 0 && tags.length === 0)
    throw invalid([{ path: ['orders'], message: 'must name orders by ids or by tags.' }]);
  const where = {
    AND: [
      ...(ids.length > 0 ? [{ id: { in: ids } }] : []),
      ...carriesAll(tags, organizationIdsOf(context.actor), ['orders', 'tags']),
    ],
  };
  const orders = await lockMatching(tx, context, where, MAX_ORDERS + 1);
  if (orders.length < ids.length) await checkVisible(context, selection.ids ?? []);
  if (orders.length === 0) throw invalid([{ path: ['orders'], message: 'names no order.' }]);
  if (orders.length > MAX_ORDERS)
    throw invalid([{ path: ['orders'], message: `must not name more than ${MAX_ORDERS} orders.` }]);
  return orders;
}

async function checkVisible(context: Context, ids: readonly number[]): Promise<void> {
  const faults = new Faults();
  const rows = await context.db.order.findMany({
    where: { AND: [visibleOrders(context), { id: { in: [...ids] } }] },
    select: { id: true },
  });
  const known = new Set(rows.map(({ id }) => id));
  ids.forEach((id, index) => {
    if (!known.has(id)) faults.add(['orders', 'ids', index], UNKNOWN_ID);
  });
  faults.throwIfAny();
}
