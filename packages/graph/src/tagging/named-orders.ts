import { databaseFailureOf } from '@channel/prisma';
import type { Context } from '../context.ts';
import { referencedOrder } from '../orders/order.ts';
import { selectedOrders } from '../orders/select-orders.ts';
import { ordersOf } from './change-tags.ts';
import { TARGETS, type Target } from './tag-targets.ts';

/**
 * The orders that the arguments of a mutation select. For callers that queue for orders before they begin the
 * mutation's transaction. The mutation itself refuses arguments that select no order.
 */
export async function namedOrders(context: Context, args: Readonly<Record<string, unknown>>): Promise<number[]> {
  try {
    return await namedBy(context, args);
  } catch (error) {
    if (databaseFailureOf(error)) throw error;
    return [];
  }
}

async function namedBy(
  context: Context,
  { orderId, reference, orders, items, target, ids }: Readonly<Record<string, unknown>>,
): Promise<number[]> {
  if (Array.isArray(items)) return selectedOrders(context, { ids: items.flatMap(orderIn) });
  if (typeof orderId === 'number') return selectedOrders(context, { ids: [orderId] });
  if (typeof reference === 'string') return [await referencedOrder(context, reference)];
  if (isSelection(orders)) return selectedOrders(context, orders);
  if (isTarget(target) && isIds(ids)) return ordersOf(await TARGETS[target].find(context, ids));
  return [];
}

type Selection = Parameters<typeof selectedOrders>[1];

/** The order that an item of a batch names. */
const orderIn = ({ orderId }: { orderId?: unknown }): number[] => (typeof orderId === 'number' ? [orderId] : []);

const isIds = (value: unknown): value is number[] => Array.isArray(value) && value.every(Number.isInteger);
const isTarget = (value: unknown): value is Target => typeof value === 'string' && Object.hasOwn(TARGETS, value);
const isSelection = (value: unknown): value is Selection => typeof value === 'object' && value !== null;
