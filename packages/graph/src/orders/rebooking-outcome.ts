import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { LockedOrder } from './lock-orders.ts';
import { totalOf } from './plan-booking.ts';
import type { RebookingPlan } from './plan-rebooking.ts';
import { plannedOrder } from './planned-order.ts';

/** Identifies what a rebooking does: its price, its effects, and the findings about the people of the order. */
export async function outcomeOf(context: Context, order: LockedOrder, rebooking: RebookingPlan): Promise<string> {
  const { plan, effects, columns } = rebooking;
  const findings = await context.findings(context, plannedOrder(context, order, plan, columns));
  const { original, agent, sold } = totalOf(plan.days);
  const shown = [
    plan.currencyCode,
    original,
    agent,
    sold,
    effects,
    findings.map((each) => JSON.stringify(each)).sort(),
  ];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
}

/** @throws precondition failed where a rebooking no longer does what was shown */
export async function refuseOtherOutcome(
  context: Context,
  order: LockedOrder,
  rebooking: RebookingPlan,
  shown: string,
): Promise<void> {
  if ((await outcomeOf(context, order, rebooking)) === shown) return;
  throw new DomainError(
    'PRECONDITION_FAILED',
    'The price or what the rebooking changes is no longer what was shown. Look at it again.',
  );
}
