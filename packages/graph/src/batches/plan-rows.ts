import type { Context } from '../context.ts';
import { DomainError, FieldErrors } from '../errors.ts';
import type { LockedOrder } from '../orders/lock-orders.ts';
import { checkMove } from '../orders/move-status.ts';
import { checkMembers, type OrderMember } from '../orders/order-access.ts';
import { diffOf } from '../orders/order-diff.ts';
import type { OrderUpdate } from '../orders/order-inputs.ts';
import { planUpdate, type UpdatePlan } from '../orders/plan-update.ts';
import { placesMissing } from './missing-places.ts';
import { type Delta, type Requested, type RowChange, updateOf } from './row-change.ts';

/** The effect of a change on the members of one order: the values that it would set, or why it is refused. */
export type RowPlan = { deltas: Delta[] } | { refusal: string };

/**
 * The effect of changes on the current state of orders, by the same rules as the mutations; `planTags` adds that on their
 * tags. Nothing is written, and the result is not binding: running the batch applies the rules again.
 *
 * @returns by the order's id
 */
export async function planRows(context: Context, requested: readonly Requested[]): Promise<Map<number, RowPlan>> {
  const planUpdateOf = updatePlanner(context);
  const plans = new Map<number, RowPlan>();
  for (const { order, change, restored } of requested) {
    const plan = await refusalsAsPlans(async () => {
      checkMembers(context, order, membersOf(change, restored.length > 0));
      if (change.status) checkMove(context, order.status, change.status);
      const update = updateOf(change);
      return { deltas: update ? updateDeltas(order, await planUpdateOf(order, update), change.status) : [] };
    });
    plans.set(order.id, plan);
  }
  const moving = requested.filter(({ order, change }) => change.status && !('refusal' in (plans.get(order.id) ?? {})));
  for (const [id, refusal] of await placesMissing(context, moving)) plans.set(id, { refusal });
  return plans;
}

async function refusalsAsPlans(plan: () => Promise<RowPlan>): Promise<RowPlan> {
  try {
    return await plan();
  } catch (error) {
    if (error instanceof DomainError) return { refusal: refusalText(error) };
    throw error;
  }
}

function membersOf({ tags, ...change }: RowChange, restoresTags: boolean): OrderMember[] {
  const named: Record<keyof typeof change, OrderMember> = {
    status: 'status',
    contactPersonId: 'contactPerson',
    tourGuideId: 'tourGuide',
    pickup: 'pickup',
    dropoff: 'dropoff',
  };
  const members = (Object.keys(change) as (keyof typeof change)[]).map((member) => named[member]);
  return tags || restoresTags ? [...members, 'tags'] : members;
}

/** Plans updates; orders for which an update has the same effect share one plan. */
function updatePlanner(context: Context) {
  const plans = new Map<string, { plan: UpdatePlan; fieldErrors: FieldErrors }>();
  return async (order: LockedOrder, update: OrderUpdate): Promise<UpdatePlan> => {
    const key = JSON.stringify([order.organizationId, order.cityId, order.timeZone, update]);
    const fieldErrors = new FieldErrors();
    const known = plans.get(key) ?? { plan: await planUpdate(context, order, update, fieldErrors), fieldErrors };
    plans.set(key, known);
    known.fieldErrors.throwIfAny();
    return known.plan;
  };
}

function updateDeltas(order: LockedOrder, plan: UpdatePlan, status: RowChange['status']): Delta[] {
  const { before, after } = diffOf(order, plan, status);
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : null);
  return Object.keys(after).map((member) => ({ member, before: text(before[member]), after: text(after[member]) }));
}

const MEMBERS: Record<string, string> = {
  'contactPerson.id': 'The contact person',
  'tourGuide.id': 'The guide',
  'pickup.driverId': 'The driver of the pickup',
  'dropoff.driverId': 'The driver of the dropoff',
};

/** Text of an expected error that is understandable without the input form. */
export function refusalText(error: DomainError): string {
  const { fields } = error.extensions as { fields?: FieldErrors['fields'] };
  if (!fields?.length) return error.message;
  return fields.map(({ path, message }) => `${MEMBERS[path.join('.')] ?? path.join('.')} ${message}`).join(' ');
}
