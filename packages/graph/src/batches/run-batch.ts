import { inTransaction } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { announceBatch } from './announce-batch.ts';
import { ownBatch, visibleBatch } from './batch-access.ts';
import { queueBatch } from './batch-queue.ts';

const batchId = { required: true, description: "The batch's id." } as const;

builder.mutationFields((t) => ({
  runBatch: t.prismaField({
    type: 'Batch',
    description:
      'Begins to carry out what a batch plans, in the background: `batch` and `batchNews` tell how far it is. Orders that somebody changed since are left alone and reported. For who made it.',
    args: { id: t.arg.int(batchId) },
    resolve: async (query, _root, { id }, context) => {
      await startBatch(context, id);
      return context.db.batch.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  cancelBatch: t.prismaField({
    type: 'Batch',
    description: 'Stops a batch: what is done stays done, nothing more is changed. One that has not run never will.',
    args: { id: t.arg.int(batchId) },
    resolve: async (query, _root, { id }, context) => {
      const { organizationId } = await visibleBatch(context, id);
      const line = { action: 'batch.cancel', entity: 'batch', entityId: id, organizationId };
      await inTransaction(context.db, async (tx) => {
        const { count } = await tx.batch.updateMany({
          where: { id, status: { not: 'ended' }, cancelledAt: null },
          data: { status: 'running', cancelledAt: context.now },
        });
        if (count === 0) throw conflict('The batch has ended already.');
        await audit(tx, { ...context, batchId: id }, [line]);
        // Whoever carries it out ends it, between two orders.
        await queueBatch(tx, { id, organizationId });
        await announceBatch(tx, id);
      });
      return context.db.batch.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
}));

/** @throws not found; forbidden for others than who made it; conflict when it ran already, or has nothing to do */
export async function startBatch(context: Context, id: number): Promise<void> {
  const { organizationId, kind, change, undoOfId } = await ownBatch(context, id);
  await inTransaction(context.db, async (tx) => {
    const orders = await tx.batchRow.count({ where: { batchId: id, status: 'planned' } });
    if (orders === 0) throw conflict('Nothing in this batch can be done.');
    const { count } = await tx.batch.updateMany({
      where: { id, status: 'planned' },
      data: { status: 'running', startedAt: context.now, requestId: context.requestId },
    });
    if (count === 0) throw conflict('The batch was run already.');
    await audit(tx, { ...context, batchId: id }, [
      {
        action: 'batch.run',
        entity: 'batch',
        entityId: id,
        organizationId,
        after: { kind, orders, ...(change ? { change } : {}), ...(undoOfId ? { undoOf: undoOfId } : {}) },
      },
    ]);
    await queueBatch(tx, { id, organizationId });
    await announceBatch(tx, id);
  });
}
