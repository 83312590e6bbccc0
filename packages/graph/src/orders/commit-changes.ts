import type { Prisma, Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { audit } from '../shared/audit.ts';

/** What changed in an order: the members that differ, before and after. */
export type OrderChange = {
  orderId: number;
  organizationId: number;
  /** What was done, such as `order.update`. */
  action: string;
  before: Prisma.InputJsonObject;
  after: Prisma.InputJsonObject;
};

/**
 * Ends every change of existing orders, in its transaction: each order's version rises by one, the audit log says what
 * changed, and others are told. The rows must be locked, in ascending order of id.
 */
export async function commitChanges(tx: Tx, context: Context, changes: OrderChange[]): Promise<void> {
  if (changes.length === 0) return;
  const raised = await tx.order.updateManyAndReturn({
    where: { id: { in: changes.map(({ orderId }) => orderId) } },
    data: { version: { increment: 1 }, updatedAt: context.now },
    select: { id: true, version: true, organizationId: true },
  });
  await audit(
    tx,
    context,
    changes.map(({ orderId, ...line }) => ({ ...line, entity: 'order', entityId: orderId })),
  );
  const changed = raised.map(({ id, ...order }) => ({ ...order, orderId: id, operation: 'update' as const }));
  await context.emit(
    tx,
    context,
    changed.sort((one, other) => one.orderId - other.orderId),
  );
}
