import { inTransaction } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { announceBatch } from './announce-batch.ts';
import { ownBatch } from './batch-access.ts';
import { queueBatch } from './batch-queue.ts';
import { planOrders } from './store-plan.ts';

type Retry = { orderIds?: number[] | null; evenIfChanged?: boolean | null };

builder.mutationField('retryBatch', (t) =>
  t.prismaField({
    type: 'Batch',
    description:
      'Plans the orders of a batch that were refused, failed or cancelled again, from their current state. A batch that has ended runs again for them; one that has not run yet shows the new plan. Only for the user who made it.',
    args: {
      id: t.arg.int({ required: true, description: "The batch's id." }),
      orderIds: t.arg.intList({ description: 'Only these orders.' }),
      evenIfChanged: t.arg.boolean({
        defaultValue: false,
        description:
          'Also retries orders that were changed since the plan, and sets the values of the batch on top of those changes.',
      }),
    },
    resolve: async (query, _root, { id, ...retry }, context) => {
      await retryBatch(context, id, retry);
      return context.db.batch.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

/**
 * @throws a validation error for more orders than a batch has; not found; forbidden unless the actor made the batch;
 *   conflict while it runs, or when there is nothing to retry
 */
async function retryBatch(context: Context, id: number, { orderIds, evenIfChanged }: Retry): Promise<void> {
  const max = context.settings.batchMaxOrders;
  if (orderIds && orderIds.length > max)
    throw invalid([{ path: ['orderIds'], message: `must hold at most ${max} entries.` }]);
  const batch = await ownBatch(context, id);
  const statuses = ['refused', 'failed', 'cancelled', ...(evenIfChanged ? (['stale'] as const) : [])] as const;
  const where = { batchId: id, status: { in: [...statuses] }, ...(orderIds ? { orderId: { in: orderIds } } : {}) };
  await inTransaction(context.db, async (tx) => {
    const isNew = batch.status === 'planned';
    const { count } = await tx.batch.updateMany({
      where: { id, status: isNew ? 'planned' : 'ended' },
      data: {
        requestId: context.requestId,
        ...(isNew
          ? {}
          : { status: 'running', cancelledAt: null, endedAt: null, startedAt: batch.startedAt ?? context.now }),
      },
    });
    if (count === 0) throw conflict('The batch is running.');
    // Read after the update of the batch: it waits for another request that retries them.
    const rows = await tx.batchRow.findMany({ where, select: { orderId: true }, orderBy: { orderId: 'asc' } });
    const retried = rows.map(({ orderId }) => orderId);
    const orders = await planOrders(tx, context, { ...batch, orderIds: retried });
    if (orders === 0) throw conflict('The batch has no orders to retry.');
    if (!isNew) {
      const after = { orders, evenIfChanged: Boolean(evenIfChanged) };
      const line = {
        action: 'batch.retry',
        entity: 'batch',
        entityId: id,
        organizationId: batch.organizationId,
        after,
      };
      await audit(tx, { ...context, batchId: id }, [line]);
      await queueBatch(tx, batch);
    }
    await announceBatch(tx, id);
  });
}
