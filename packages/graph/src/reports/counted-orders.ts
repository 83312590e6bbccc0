import type { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { matchingOrders, type OrderFilter } from '../orders/order-filter.ts';

type Filter = typeof OrderFilter.$inferInput | null | undefined;

/**
 * A condition for the orders that a report counts: those of a filter that the actor may see; only booked ones, unless the
 * filter names states or `everyStatus` is set. Carts and cancelled orders would otherwise count as sales.
 */
export const countedOrders = (filter: Filter, context: Context, everyStatus = false): Promise<Prisma.OrderWhereInput> =>
  matchingOrders({ ...filter, status: filter?.status ?? (everyStatus ? null : ['Booked']) }, context);
