import { plainAddress } from '@channel/auth';
import { inTransaction } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { STORES_REFUSAL } from '../shared/idempotency-key.ts';
import { lockRows } from '../shared/rows.ts';
import { announceBatch } from './announce-batch.ts';
import { ownBatch, visibleBatch } from './batch-access.ts';
import { queueBatch } from './batch-queue.ts';
import { countUnseen, shownClashes, storeClashes, unseenClashes } from './row-clashes.ts';

const batchId = { required: true, description: "The batch's id." } as const;

builder.mutationFields((t) => ({
  runBatch: t.prismaField({
    type: 'Batch',
    extensions: STORES_REFUSAL,
    description:
      'Starts the planned changes of a batch in the background: `batch` and `batchNews` report its progress. Orders that were changed since the plan are skipped and reported. Refused where there are findings about people that the plan did not show: it shows them then, and can be run. Only for the user who made it.',
    args: { id: t.arg.int(batchId) },
    resolve: async (query, _root, { id }, context) => {
      await runShown(context, id);
      return context.db.batch.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  cancelBatch: t.prismaField({
    type: 'Batch',
    description:
      'Stops a batch: changes made so far stay, no more orders are changed. A batch that has not run can no longer be run.',
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
        // The process that runs the batch ends it, between two groups of orders.
        await queueBatch(tx, { id, organizationId });
        await announceBatch(tx, id);
      });
      return context.db.batch.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
}));

/**
 * Starts a planned batch whose findings were shown.
 *
 * @throws as `startBatch`, and conflict where there are further findings, which are stored with its rows
 */
async function runShown(context: Context, id: number): Promise<void> {
  await ownBatch(context, id);
  const unseen = await inTransaction(context.db, async (tx) => {
    const [planned] = await lockRows(tx, 'Batch', { id, status: 'planned' });
    const shown = await shownClashes(tx, id);
    const count = planned === undefined ? 0 : countUnseen(await storeClashes(tx, context, id), shown);
    if (count > 0) await announceBatch(tx, id);
    else await startBatch({ ...context, db: tx }, id);
    return count;
  });
  if (unseen > 0) throw unseenClashes(unseen);
}

/**
 * @throws not found; forbidden unless the actor made the batch; conflict when it was run already, or changes nothing
 */
export async function startBatch(context: Context, id: number): Promise<void> {
  const { organizationId, kind, change, undoOfId } = await ownBatch(context, id);
  await inTransaction(context.db, async (tx) => {
    const orders = await tx.batchRow.count({ where: { batchId: id, status: 'planned' } });
    if (orders === 0) throw conflict('This batch has no order to change.');
    const { count } = await tx.batch.updateMany({
      where: { id, status: 'planned' },
      data: {
        status: 'running',
        startedAt: context.now,
        requestId: context.requestId,
        address: plainAddress(context.address),
      },
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
