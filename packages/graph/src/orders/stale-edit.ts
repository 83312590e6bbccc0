import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { staffOrganizationIds } from '../people/principals.ts';
import { changesSince } from './order-changes.ts';
import { visibleOrders } from './visible-orders.ts';

/**
 * Answers with what is to be thrown where a change of an order failed: a refusal for another version tells staff what
 * became of the order since, as `orderChanges` does; anything else stays as it is.
 */
export async function staleDetails(
  error: unknown,
  context: Context,
  id: number,
  versions: readonly number[],
): Promise<unknown> {
  // Without a version there is nothing since when it was changed.
  if (!(error instanceof DomainError) || error.code !== 'PRECONDITION_FAILED' || versions.length === 0) return error;
  const where = { AND: [{ id, organizationId: { in: staffOrganizationIds(context) } }, visibleOrders(context)] };
  const order = await context.db.order.findFirst({ where });
  if (!order) return error;
  const fields = await changesSince(context.db, order, Math.max(...versions));
  const changes = fields.map(({ at, actor, ...field }) => ({
    ...field,
    at: at.toISOString(),
    by: actor?.name ?? null,
  }));
  return new DomainError(error.code, error.message, { version: order.version, changes });
}
