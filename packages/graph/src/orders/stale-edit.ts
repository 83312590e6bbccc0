import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { hasScope } from '../scopes/scopes.ts';
import { actorOf, staffOrganizationIds } from '../shared/principals.ts';
import { changesSince } from './order-changes.ts';
import { visibleOrders } from './visible-orders.ts';

/**
 * The error to throw for a failed change of an order. To a refusal because of another version, it adds for staff the
 * fields that changed since, which need the scope of `orderChanges`; other errors stay unchanged.
 */
export async function staleDetails(
  error: unknown,
  context: Context,
  id: number,
  versions: readonly number[],
): Promise<unknown> {
  // Without a version there is no starting point for the changes.
  if (!(error instanceof DomainError) || error.code !== 'PRECONDITION_FAILED' || versions.length === 0) return error;
  const where = { AND: [{ id, organizationId: { in: staffOrganizationIds(context) } }, visibleOrders(context)] };
  const order = await context.db.order.findFirst({ where });
  if (!order) return error;
  if (!hasScope(actorOf(context), 'audit:read'))
    return new DomainError(error.code, error.message, { version: order.version });
  const fields = await changesSince(context.db, order, Math.max(...versions));
  const changes = fields.map(({ at, actor, ...field }) => ({
    ...field,
    at: at.toISOString(),
    by: actor?.name ?? null,
  }));
  return new DomainError(error.code, error.message, { version: order.version, changes });
}
