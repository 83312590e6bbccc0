import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { jobsOf } from './groups.ts';
import { dispatchedOrders, loadJobs } from './load-jobs.ts';

/** Orders whose jobs are compared at most. */
const MAX_ORDERS = 5_000;

/** @throws a validation error for a condition that more than 5,000 orders match */
export const clashing: Context['clashing'] = async (context, where) => {
  const orders = await context.db.order.findMany({
    where: { AND: [dispatchedOrders(context), where] },
    select: { id: true },
    take: MAX_ORDERS + 1,
  });
  if (orders.length > MAX_ORDERS)
    throw invalid([
      {
        path: ['filter', 'hasClash'],
        message: `compares at most ${MAX_ORDERS} orders. Choose fewer days or another filter as well.`,
      },
    ]);
  const orderIds = orders.map(({ id }) => id);
  const { clashes } = await loadJobs(context, { orderIds, moves: [] });
  const found = new Set(clashes.flatMap((clash) => jobsOf(clash).map(({ orderId }) => orderId)));
  return orderIds.filter((id) => found.has(id));
};
