import { Prisma, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { insertedAudit } from '../shared/audit.ts';

/** A change of an order: the members that differ, before and after. */
export type OrderChange = {
  orderId: number;
  organizationId: number;
  /** The action, such as `order.update`. */
  action: string;
  before: Prisma.InputJsonObject;
  after: Prisma.InputJsonObject;
};

/** Writes that are part of the last statement of a change. */
export type OrderWrites = {
  /** Columns of the changed orders (`o`) to set. */
  columns?: Prisma.Sql[];
  /** Writes of other tables, each as a common table expression. Two of them must not write the same row. */
  others?: Prisma.Sql[];
};

/**
 * Completes a change of existing orders, in its transaction: raises each order's version by one, writes the audit log
 * and emits the events. The caller must have locked the orders, in ascending order of id.
 *
 * @param writes the writes of the change itself that are still outstanding
 */
export async function commitChanges(
  tx: Tx,
  context: Context,
  changes: OrderChange[],
  writes: readonly OrderWrites[] = [],
): Promise<void> {
  if (changes.length === 0) return;
  const columns = writes.flatMap((each) => each.columns ?? []);
  const others = writes.flatMap((each) => each.others ?? []);
  const sets = [Prisma.sql`version = o.version + 1`, Prisma.sql`updated_at = ${context.now}::timestamptz`, ...columns];
  const raised = Prisma.sql`raised AS (
    UPDATE orders o SET ${Prisma.join(sets)} WHERE o.id = ANY (${changes.map(({ orderId }) => orderId)}::int[])
    RETURNING o.id, o.version, o.organization_id)`;
  const lines = changes.map(({ orderId, ...line }) => ({ ...line, entity: 'order', entityId: orderId }));
  const logged = Prisma.sql`logged AS (${insertedAudit(context, lines)})`;
  const changed = await tx.$queryRaw<{ orderId: number; version: number; organizationId: number }[]>`
    WITH ${Prisma.join([...others, logged, raised])}
    SELECT id AS "orderId", version, organization_id AS "organizationId" FROM raised ORDER BY id`;
  await context.emit(
    tx,
    context,
    changed.map((order) => ({ ...order, operation: 'update' })),
  );
}
