import type { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { FieldErrors, UNKNOWN_ID } from '../errors.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { administeredOrganization } from '../shared/edit.ts';

/** Orders of one search, export or erasure. */
export const MAX_ORDERS = 100;
/** Passengers that an export or erasure may be limited to. */
const MAX_PASSENGERS = 500;

/** The orders of an organization whose personal data the actor may handle: those that the actor sees. */
export const handledOrders = (context: Context, organizationId: number): Prisma.OrderWhereInput => ({
  AND: [{ organizationId }, visibleOrders(context)],
});

/** Which orders, and which of their passengers. */
export type Chosen = { organizationId: number; orderIds: number[]; passengerIds: number[] };

type Args = { organizationId: number; orderIds: readonly number[]; passengerIds?: readonly number[] | null };

/**
 * The orders and passengers that arguments name, for administrators.
 *
 * @throws not found and forbidden as `administered`; a validation error for unknown ids, too many and none
 */
export async function chosenGuests(context: Context, args: Args): Promise<Chosen> {
  const organizationId = administeredOrganization(context, args.organizationId);
  const orderIds = [...new Set(args.orderIds)].sort((one, other) => one - other);
  const passengerIds = [...new Set(args.passengerIds ?? [])].sort((one, other) => one - other);
  const fieldErrors = new FieldErrors();
  if (orderIds.length === 0 || orderIds.length > MAX_ORDERS)
    fieldErrors.add(['orderIds'], `must hold 1 to ${MAX_ORDERS} ids.`);
  if (passengerIds.length > MAX_PASSENGERS)
    fieldErrors.add(['passengerIds'], `must hold at most ${MAX_PASSENGERS} ids.`);
  fieldErrors.throwIfAny();
  const orders = await context.db.order.findMany({
    where: { AND: [{ id: { in: orderIds } }, handledOrders(context, organizationId)] },
    select: { id: true, passengers: { select: { id: true } } },
  });
  const known = new Set(orders.map(({ id }) => id));
  const aboard = new Set(orders.flatMap(({ passengers }) => passengers.map(({ id }) => id)));
  for (const [index, id] of args.orderIds.entries())
    if (!known.has(id)) fieldErrors.add(['orderIds', index], UNKNOWN_ID);
  for (const [index, id] of (args.passengerIds ?? []).entries())
    if (!aboard.has(id)) fieldErrors.add(['passengerIds', index], UNKNOWN_ID);
  fieldErrors.throwIfAny();
  return { organizationId, orderIds, passengerIds };
}
