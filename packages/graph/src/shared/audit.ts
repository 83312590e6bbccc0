import type { Prisma, PrismaClient, Tx } from '@channel/prisma';
import type { Context } from '../context.ts';

/** What the audit log keeps of a change. Members that did not change are left out of `before` and `after`. */
export type AuditLine = {
  /** What was done, such as `order.update`. */
  action: string;
  /** The kind of resource, such as `order`. */
  entity: string;
  entityId: number;
  /** Null for what belongs to no organization, such as a login. */
  organizationId: number | null;
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
};

/** Writes audit lines in the transaction of the change that they tell of. `actorId` is for who has only just logged in. */
export async function audit(
  tx: PrismaClient | Tx,
  context: Context,
  lines: AuditLine[],
  actorId?: number,
): Promise<void> {
  const { now, door, requestId, actor, batchId = null } = context;
  await tx.auditEntry.createMany({
    data: lines.map((line) => ({
      ...line,
      at: now,
      door,
      requestId,
      batchId,
      actorId: actorId ?? actor?.userId ?? null,
    })),
  });
}
