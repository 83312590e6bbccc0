import { Prisma, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { insertedAudit } from '../shared/audit.ts';

/** What changed in an order: the members that differ, before and after. */
export type OrderChange = {
  orderId: number;
  organizationId: number;
  /** What was done, such as `order.update`. */
  action: string;
  before: Prisma.InputJsonObject;
  after: Prisma.InputJsonObject;
};

/** Writes that go into the statement that ends a change. */
export type OrderWrites = {
  /** Columns of the changed orders (`o`) to set. */
  columns?: Prisma.Sql[];
  /** Writes of other tables, each as a common table expression: none may touch what another one writes. */
  others?: Prisma.Sql[];
};

/**
 * Ends every change of existing orders, in its transaction: each order's version rises by one, the audit log says what
 * changed, and others are told. The rows must be locked, in ascending order of id.
 *
 * @param writes what the change itself writes, where it has not been written yet
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
