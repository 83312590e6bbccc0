import { inTransaction, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { DomainError, Faults, notFound } from '../errors.ts';
import { commitChanges } from './commit-changes.ts';
import { issueTickets } from './issue-tickets.ts';
import { type LockedOrder, lockOrders } from './lock-orders.ts';
import { checkMove, moveStatus } from './move-status.ts';
import { checkMembers, type OrderMember } from './order-access.ts';
import { diffOf, isEmpty, type OrderDiff } from './order-diff.ts';
import type { OrderUpdate } from './order-inputs.ts';
import { realize } from './plan-transfer.ts';
import { planUpdate, type UpdatePlan } from './plan-update.ts';

const MEMBERS: readonly Exclude<OrderMember, 'tags'>[] = [
  'status',
  'leader',
  'pickup',
  'dropoff',
  'contactPerson',
  'tourGuide',
  'referenceCode',
];

/** Orders of one organization and city, for which an update means the same. */
type Group = { plan: UpdatePlan; orders: LockedOrder[] };

/**
 * Changes orders that the actor may see, all of them or none. An order that already is as asked stays untouched.
 * The number of statements does not grow with the number of orders, but with that of organizations and cities.
 *
 * @param versions where given, each order must still have one of them
 * @throws not found where an order may not be seen; forbidden, naming the member; conflict of places or of the status;
 *   a validation error; precondition failed for another version
 */
export async function updateOrders(
  context: Context,
  ids: number[],
  update: OrderUpdate,
  versions?: readonly number[] | null,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const orders = await lockOrders(tx, inside, ids);
    if (orders.length < ids.length) throw notFound('Order');
    if (versions && orders.some((order) => !versions.includes(order.version))) throw stale();
    const members = MEMBERS.filter((member) => update[member] !== undefined);
    for (const order of orders) checkMembers(inside, order, members);
    const groups = await groupsOf(inside, orders, update);
    const diffs = new Map<LockedOrder, OrderDiff>();
    for (const { plan, orders: alike } of groups) {
      for (const order of alike) {
        const diff = diffOf(order, plan, update.status ?? undefined);
        if (!isEmpty(diff)) diffs.set(order, diff);
      }
    }
    const isChanged = (order: LockedOrder) => diffs.has(order);
    for (const { plan, orders: alike } of groups) await write(tx, plan, alike.filter(isChanged));
    if (update.status) await move(tx, inside, orders, update.status);
    await commitChanges(
      tx,
      inside,
      [...diffs].map(([{ id, organizationId }, diff]) => ({
        orderId: id,
        organizationId,
        action: 'order.update',
        ...diff,
      })),
    );
  });
}

const stale = () =>
  new DomainError(
    'PRECONDITION_FAILED',
    'The order was changed since you read it. Read it again and repeat your change.',
  );

async function groupsOf(context: Context, orders: LockedOrder[], update: OrderUpdate): Promise<Group[]> {
  const faults = new Faults();
  const groups = new Map<string, Group>();
  for (const order of orders) {
    if (update.status) checkMove(context, order.status, update.status);
    const key = `${order.organizationId}:${order.cityId}`;
    const group = groups.get(key);
    if (group) group.orders.push(order);
    else groups.set(key, { plan: await planUpdate(context, order, update, faults), orders: [order] });
    faults.throwIfAny();
  }
  return [...groups.values()];
}

async function write(tx: Tx, plan: UpdatePlan, orders: LockedOrder[]): Promise<void> {
  const [first] = orders;
  if (!first) return;
  const ids = orders.map(({ id }) => id);
  if (!isNothing(plan.columns)) await tx.order.updateMany({ where: { id: { in: ids } }, data: plan.columns });
  if (!isNothing(plan.leader)) await writeLeaders(tx, plan, orders);
  for (const side of ['pickup', 'dropoff'] as const) {
    const columns = await realize(tx, plan[side], first);
    const transfers = { in: orders.map((order) => order[side].id) };
    if (!isNothing(columns)) await tx.transfer.updateMany({ where: { id: transfers }, data: columns });
  }
}

const isNothing = (columns: object) => Object.keys(columns).length === 0;

async function writeLeaders(tx: Tx, { leader }: UpdatePlan, orders: LockedOrder[]): Promise<void> {
  const led = orders.filter((order) => order.passengers.length > 0).map(({ id }) => id);
  const leaderless = orders.filter((order) => order.passengers.length === 0);
  if (led.length > 0) await tx.passenger.updateMany({ where: { orderId: { in: led }, isLeader: true }, data: leader });
  if (leaderless.length > 0) {
    await tx.passenger.createMany({ data: leaderless.map(({ id }) => ({ orderId: id, isLeader: true, ...leader })) });
  }
}

async function move(tx: Tx, context: Context, orders: LockedOrder[], to: LockedOrder['status']): Promise<void> {
  const moving = orders.filter((order) => order.status !== to);
  if (moving.length === 0) return;
  await moveStatus(tx, context, moving, to);
  if (to === 'Booked')
    await issueTickets(
      tx,
      context,
      moving.map(({ id }) => id),
    );
}
