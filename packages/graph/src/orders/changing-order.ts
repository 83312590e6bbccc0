import type { Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { changingOrders, isFirst } from './in-turn.ts';
import { type LockedOrder, lockOrders } from './lock-orders.ts';
import { selectedOrders } from './select-orders.ts';
import { staleDetails } from './stale-edit.ts';

/**
 * Runs a change of one order in a transaction that locks it. Only where it would wait for another change, the order is
 * looked up before. Else the statement that locks it says whether the actor sees it: for an invisible order it does not
 * wait, and therefore delays nobody.
 *
 * @param versions those that `change` expects, see `staleDetails`
 * @returns undefined for an order that the actor does not see
 */
export async function changingOrder<Answer>(
  context: Context,
  id: number,
  versions: readonly number[] | null | undefined,
  change: (tx: Tx, inside: Context, order: LockedOrder) => Promise<Answer>,
): Promise<{ changed: Answer } | undefined> {
  const isVisible = isFirst(context.db, id) || (await selectedOrders(context, { ids: [id] })).length > 0;
  if (!isVisible) return undefined;
  try {
    return await changingOrders(context, [id], async (tx) => {
      const inside = { ...context, db: tx };
      const [order] = await lockOrders(tx, inside, [id]);
      return order && { changed: await change(tx, inside, order) };
    });
  } catch (error) {
    throw await staleDetails(error, context, id, versions ?? []);
  }
}
