import { expectedDeliveries } from '@channel/webhooks';
import type { Context } from '../context.ts';
import { clashesOf, loadJobs } from '../jobs/load-jobs.ts';
import type { DraftState } from './dispatch-types.ts';
import { ownMoves } from './own-moves.ts';

/** The effect of publishing the actor's draft in the current state. */
export async function draftState(context: Context): Promise<DraftState> {
  const { db, settings } = context;
  const moves = await ownMoves(context);
  if (moves.length === 0) return { moves: 0, orders: 0, stale: 0, clashes: [], webhooks: 0, days: [] };
  const { jobs, clashes } = await loadJobs(context, { moves });
  const own = jobs.filter(({ isDrafted }) => isDrafted);
  // Stale moves are not published.
  const drafted = new Set(own.filter(({ isStale }) => !isStale).map(({ id }) => id));
  const days = new Set(own.flatMap(({ day }) => (day ? [day.getTime()] : [])));
  const stale = own.filter(({ isStale }) => isStale);
  const left = new Set(stale.map(({ orderId }) => orderId));
  const orderIds = [...new Set(own.map(({ orderId }) => orderId))].filter((id) => !left.has(id));
  const isNotified = settings.eventKinds.update !== undefined;
  return {
    moves: moves.length,
    orders: orderIds.length,
    stale: stale.length,
    clashes: clashesOf(clashes, drafted),
    webhooks: isNotified ? await expectedDeliveries(db, orderIds, settings.permissions.allOrders) : 0,
    days: [...days].sort((one, other) => one - other).map((day) => new Date(day)),
  };
}
