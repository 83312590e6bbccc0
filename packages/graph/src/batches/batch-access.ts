import type { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { forbidden, notFound } from '../errors.ts';
import { actorOf, holds } from '../shared/principals.ts';
import { staffOrganizationIds } from '../webhooks/staff-access.ts';

/**
 * The batches that the actor may see as staff: all batches of an organization for an actor who sees all of its orders,
 * else only the actor's own.
 */
export const visibleBatches = (context: Context): Prisma.BatchWhereInput => {
  const staffed = staffOrganizationIds(context);
  return {
    OR: [
      { organizationId: { in: staffed.filter((id) => holds(context, 'allOrders', id)) } },
      { organizationId: { in: staffed }, makerId: context.actor?.userId ?? 0 },
    ],
  };
};

/** A batch that the actor may see. @throws not found */
export async function visibleBatch(context: Context, id: number) {
  const batch = await context.db.batch.findFirst({ where: { AND: [{ id }, visibleBatches(context)] } });
  if (!batch) throw notFound('Batch');
  return batch;
}

/**
 * A batch that the actor made.
 *
 * @throws not found where the actor does not see it; forbidden where another user made it.
 */
export async function ownBatch(context: Context, id: number) {
  const batch = await visibleBatch(context, id);
  if (batch.makerId !== actorOf(context).userId) throw forbidden('Only the user who made the batch may do this.');
  return batch;
}
