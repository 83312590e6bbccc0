import { plainAddress } from '@channel/auth';
import { Prisma, type PrismaClient, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';

/** An entry of the audit log for a change. `before` and `after` hold only the members that changed. */
export type AuditLine = {
  /** The action, such as `order.update`. */
  action: string;
  /** The kind of resource, such as `order`. */
  entity: string;
  entityId: number;
  /** Null for actions outside of an organization, such as a login. */
  organizationId: number | null;
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
};

/**
 * Writes audit lines in the transaction of the change that they record.
 *
 * @param actorId the user of a login, whom the context does not know yet
 */
export async function audit(
  tx: PrismaClient | Tx,
  context: Context,
  lines: readonly AuditLine[],
  actorId?: number,
): Promise<void> {
  if (lines.length > 0) await tx.$executeRaw(insertedAudit(context, lines, actorId));
}

/** The statement that writes audit lines, in the given order. */
export const insertedAudit = (context: Context, lines: readonly AuditLine[], actorId?: number): Prisma.Sql =>
  insertedLines(
    context,
    Prisma.sql`SELECT "organizationId" AS organization_id, action, entity, "entityId" AS entity_id, before, after
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS line (
        "organizationId" bigint, action text, entity text, "entityId" bigint, before jsonb, after jsonb)`,
    actorId,
  );

/**
 * The statement that writes the audit lines of a query, in its order.
 *
 * @param lines a query with the columns organization_id, action, entity, entity_id, before and after, see `AuditLine`
 */
export function insertedLines(context: Context, lines: Prisma.Sql, actorId?: number): Prisma.Sql {
  const { now, channel, address, requestId, actor, batchId = null } = context;
  return Prisma.sql`
    INSERT INTO audit_entry (at, channel, address, request_id, batch_id, actor_id, organization_id, action, entity, entity_id, before, after)
    SELECT ${now}::timestamptz, ${channel}::channel, ${plainAddress(address)}::inet, ${requestId}::text,
      ${batchId}::bigint, ${actorId ?? actor?.userId ?? null}::bigint, organization_id, action, entity, entity_id, before, after
    FROM (${lines}) AS line`;
}
