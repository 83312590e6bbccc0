import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { staffOrganizationIds } from '../shared/principals.ts';
import { visibleOrders } from './visible-orders.ts';

/**
 * An order that the actor sees as staff of its organization, for data that partners may not see.
 *
 * @throws not found, for invisible orders and for actors who are not staff
 */
export async function staffedOrder(context: Context, id: number) {
  const where = { AND: [{ id }, { organizationId: { in: staffOrganizationIds(context) } }, visibleOrders(context)] };
  const order = await context.db.order.findFirst({ where });
  if (!order) throw notFound('Order');
  return order;
}
