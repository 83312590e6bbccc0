import { expectedDeliveries } from '@channel/webhooks';
import type { Context } from '../context.ts';
import { clashesAmong } from './clashes.ts';
import type { DraftState } from './dispatch-types.ts';
import { loadJobs, ownMoves, timed } from './load-board.ts';

/** The effect of publishing the actor's draft in the current state. */
export async function draftState(context: Context): Promise<DraftState> {
  const { db, settings } = context;
  const moves = await ownMoves(context);
  if (moves.length === 0) return { moves: 0, orders: 0, stale: 0, clashes: 0, webhooks: 0, days: [] };
  const own = (await loadJobs(context, [], moves)).filter(({ isDrafted }) => isDrafted);
  const days = [...new Set(own.flatMap(({ day }) => (day ? [day.getTime()] : [])))].sort((one, other) => one - other);
  const dates = days.map((day) => new Date(day));
  const clashes = clashesAmong(timed(await loadJobs(context, dates, moves)));
  const drafted = new Set(own.map(({ id }) => id));
  const stale = own.filter(({ isStale }) => isStale);
  const left = new Set(stale.map(({ orderId }) => orderId));
  const orderIds = [...new Set(own.map(({ orderId }) => orderId))].filter((id) => !left.has(id));
  const isNotified = settings.eventKinds.update !== undefined;
  return {
    moves: moves.length,
    orders: orderIds.length,
    stale: stale.length,
    clashes: clashes.filter(({ jobs }) => jobs.some(({ id }) => drafted.has(id))).length,
    webhooks: isNotified ? await expectedDeliveries(db, orderIds, settings.permissions.allOrders) : 0,
    days: dates,
  };
}
