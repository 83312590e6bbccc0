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
  const days = new Set(own.flatMap(({ day }) => (day ? [day.getTime()] : [])));
  const stale = own.filter(({ isStale }) => isStale);
  const left = new Set(stale.map(({ orderId }) => orderId));
  const orderIds = [...new Set(own.map(({ orderId }) => orderId))].filter((id) => !left.has(id));
  // Orders with a stale move are not published, so that none of their moves counts.
  const published = moves.filter(({ orderId }) => !left.has(orderId));
  const found = left.size === 0 ? clashes : (await loadJobs(context, { moves: published })).clashes;
  const drafted = new Set(published.map(({ orderId, task }) => `${task}:${orderId}`));
  const isNotified = settings.eventKinds.update !== undefined;
  return {
    moves: moves.length,
    orders: orderIds.length,
    stale: stale.length,
    clashes: clashesOf(found, drafted),
    webhooks: isNotified ? await expectedDeliveries(db, orderIds, settings.permissions.allOrders) : 0,
    days: [...days].sort((one, other) => one - other).map((day) => new Date(day)),
  };
}
