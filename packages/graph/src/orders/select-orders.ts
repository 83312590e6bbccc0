import { isClient, type Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, invalid, UNKNOWN_ID } from '../errors.ts';
import { organizationIdsOf } from '../shared/principals.ts';
import { RowsLocked, readRows } from '../shared/rows.ts';
import { carriesAll, TagMatch } from '../tags/tag-match.ts';
import { areIdle, changingOrders } from './in-turn.ts';
import { type LockedOrder, lockMatching } from './lock-orders.ts';
import { visibleOrders } from './visible-orders.ts';

const MAX_ORDERS = 1_000;

/** Selects orders by ids or tags. */
export const OrderSelection = builder.inputType('OrderSelection', {
  description: 'Selects orders by ids, by tags, or by both (orders must then match both). It never selects all orders.',
  fields: (t) => ({
    ids: t.intList({ description: 'These orders; each must be visible.' }),
    tags: t.field({ type: [TagMatch], description: 'Orders that have all of these tags.' }),
  }),
});

type Selection = typeof OrderSelection.$inferInput;

/** The conditions of a selection. @throws a validation error for invalid tags */
function named(context: Context, { ids, tags }: Selection) {
  return [
    ...(ids && ids.length > 0 ? [{ id: { in: [...new Set(ids)] } }] : []),
    ...carriesAll(tags ?? [], organizationIdsOf(context.actor), ['orders', 'tags']),
  ];
}

/** The currently selected orders that the actor may see, for `inTurn`; without locks. */
export async function selectedOrders(context: Context, selection: Selection): Promise<number[]> {
  const AND = named(context, selection);
  if (AND.length === 0) return [];
  const rows = await readRows(context.db, 'Order', {
    where: { AND: [...AND, visibleOrders(context)] },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: MAX_ORDERS,
  });
  return rows.map(({ id }) => id);
}

/**
 * Runs a transaction that changes selected orders. Where none of them is being changed, the statement that locks them
 * finds those that the actor sees. Otherwise they are looked up before, because only visible orders are queued for.
 *
 * @param change must lock the orders with `waits`: a statement that waits for nobody delays nobody, whatever it names
 */
export async function changingSelected<T>(
  context: Context,
  selection: Selection,
  change: (tx: Tx, inside: Context, waits: boolean) => Promise<T>,
): Promise<T> {
  const { db } = context;
  const run = (ids: readonly number[], waits: boolean) =>
    changingOrders(context, ids, (tx) => change(tx, { ...context, db: tx }, waits));
  // The caller has queued before its transaction began.
  if (!isClient(db)) return run([], true);
  const ids = (selection.tags ?? []).length > 0 ? [] : (selection.ids ?? []);
  if (ids.length > 0 && areIdle(ids)) {
    try {
      // A single order is locked by another transaction only if the actor sees it.
      return await run(ids, ids.length === 1);
    } catch (error) {
      if (!(error instanceof RowsLocked)) throw error;
    }
  }
  return run(await selectedOrders(context, selection), true);
}

/**
 * Locks the selected orders that the actor may see, in ascending order of id.
 *
 * @throws a validation error: for each id that is not visible, or for a selection of no orders or too many
 */
export async function lockSelected(
  tx: Tx,
  context: Context,
  selection: Selection,
  waits: boolean,
): Promise<LockedOrder[]> {
  const ids = [...new Set(selection.ids ?? [])];
  const tags = selection.tags ?? [];
  if (ids.length === 0 && tags.length === 0)
    throw invalid([{ path: ['orders'], message: 'must name orders by ids or by tags.' }]);
  const orders = await lockMatching(tx, context, { AND: named(context, selection) }, MAX_ORDERS + 1, waits);
  if (orders.length < ids.length) await checkVisible(context, selection.ids ?? []);
  if (orders.length === 0) throw invalid([{ path: ['orders'], message: 'names no order.' }]);
  if (orders.length > MAX_ORDERS)
    throw invalid([{ path: ['orders'], message: `must not name more than ${MAX_ORDERS} orders.` }]);
  return orders;
}

async function checkVisible(context: Context, ids: readonly number[]): Promise<void> {
  const fieldErrors = new FieldErrors();
  const rows = await context.db.order.findMany({
    where: { AND: [visibleOrders(context), { id: { in: [...ids] } }] },
    select: { id: true },
  });
  const known = new Set(rows.map(({ id }) => id));
  ids.forEach((id, index) => {
    if (!known.has(id)) fieldErrors.add(['orders', 'ids', index], UNKNOWN_ID);
  });
  fieldErrors.throwIfAny();
}
