import { Prisma, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { DomainError, FieldErrors } from '../errors.ts';
import { commitChanges } from './commit-changes.ts';
import { drawTickets, insertedTickets } from './issue-tickets.ts';
import type { LockedOrder } from './lock-orders.ts';
import { checkMove, statusWrites } from './move-status.ts';
import { checkMembers, type OrderMember } from './order-access.ts';
import { diffOf, isEmpty, type OrderDiff } from './order-diff.ts';
import type { OrderUpdate } from './order-inputs.ts';
import { moveBookings } from './places.ts';
import { planUpdate, type UpdatePlan } from './plan-update.ts';
import { type PlannedOrder, updateWrites } from './update-writes.ts';

const MEMBERS: readonly Exclude<OrderMember, 'tags'>[] = [
  'status',
  'leader',
  'pickup',
  'dropoff',
  'contactPerson',
  'tourGuide',
  'referenceCode',
];

/**
 * Changes locked orders, all or none. An order that already has the requested values stays unchanged. The number of
 * statements does not grow with the number of orders.
 *
 * @throws forbidden, naming the member; conflict of places or of the status; a validation error
 */
export async function changeOrders(
  tx: Tx,
  context: Context,
  orders: readonly LockedOrder[],
  update: OrderUpdate,
): Promise<void> {
  const members = MEMBERS.filter((member) => update[member] !== undefined);
  for (const order of orders) checkMembers(context, order, members);
  const changed = await changedOrders(context, orders, update);
  const moving = update.status ? changed.filter(({ order }) => order.status !== update.status) : [];
  const moved = moving.map(({ order }) => order);
  const writes = await updateWrites(tx, changed);
  if (update.status && moved.length > 0) {
    writes.push(statusWrites(context, moved, update.status), {
      others: await moveBookings(tx, context, moved, update.status),
    });
    const tickets = update.status === 'Booked' ? await drawTickets(tx, idsOf(moved)) : [];
    if (tickets.length > 0) writes.push({ others: [Prisma.sql`tickets AS (${insertedTickets(context, tickets)})`] });
  }
  const changes = changed.map(({ order: { id, organizationId, version }, diff }) => ({
    orderId: id,
    organizationId,
    version: version + 1,
    action: 'order.update',
    ...diff,
  }));
  await commitChanges(tx, context, changes, writes);
}

const idsOf = (orders: readonly LockedOrder[]) => orders.map(({ id }) => id);

/** @throws precondition failed, with the present version of the first other one, unless each order has one of the versions */
export function refuseStale(orders: readonly LockedOrder[], versions: readonly number[]): void {
  const stale = orders.find((order) => !versions.includes(order.version));
  if (!stale) return;
  throw new DomainError(
    'PRECONDITION_FAILED',
    'The order was changed since you read it. Read it again and repeat your change.',
    { version: stale.version },
  );
}

type ChangedOrder = PlannedOrder & { diff: OrderDiff };

/** The orders that an update changes, each with the plan of its organization and city. */
async function changedOrders(
  context: Context,
  orders: readonly LockedOrder[],
  update: OrderUpdate,
): Promise<ChangedOrder[]> {
  const plans = new Map<string, { fieldErrors: FieldErrors; plan: Promise<UpdatePlan> }>();
  const planOf = (order: LockedOrder) => {
    const key = `${order.organizationId}:${order.cityId}`;
    const fieldErrors = new FieldErrors();
    const known = plans.get(key) ?? { fieldErrors, plan: planUpdate(context, order, update, fieldErrors) };
    plans.set(key, known);
    return known;
  };
  // Concurrent lookups of all plans are sent as one statement.
  await Promise.allSettled(orders.map((order) => planOf(order).plan));
  const changed: ChangedOrder[] = [];
  for (const order of orders) {
    if (update.status) checkMove(context, order.status, update.status);
    const plan = await planOf(order).plan;
    planOf(order).fieldErrors.throwIfAny();
    const diff = diffOf(order, plan, update.status ?? undefined);
    if (!isEmpty(diff)) changed.push({ order, plan, diff });
  }
  return changed;
}
