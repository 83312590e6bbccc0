import type { Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { type LockedOrder, lockOrders } from './lock-orders.ts';
import { changingSelected } from './select-orders.ts';
import { staleDetails } from './stale-edit.ts';

/**
 * Runs a change of one order in a transaction that locks it, see `changingSelected`.
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
  try {
    return await changingSelected(context, { ids: [id] }, async (tx, inside, waits) => {
      const [order] = await lockOrders(tx, inside, [id], waits);
      return order && { changed: await change(tx, inside, order) };
    });
  } catch (error) {
    throw await staleDetails(error, context, id, versions ?? []);
  }
}
