import { plainAddress } from '@channel/auth';
import { inTransaction } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { STORES_REFUSAL } from '../shared/idempotency-key.ts';
import { announceBatch } from './announce-batch.ts';
import { ownBatch } from './batch-access.ts';
import { queueBatch } from './batch-queue.ts';
import {
  countUnseen,
  type FoundClashes,
  shownClashes,
  storeClashes,
  unseenClashes,
  writeClashes,
} from './row-clashes.ts';
import { planOrders } from './store-plan.ts';

type Retry = { orderIds?: number[] | null; evenIfChanged?: boolean | null };

builder.mutationField('retryBatch', (t) =>
  t.prismaField({
    type: 'Batch',
    extensions: STORES_REFUSAL,
    description:
      'Plans the orders of a batch that were refused, failed or cancelled again, from their current state. A batch that has ended runs again for them, unless there are findings about people that it did not show: it shows them then, and can be retried again; one that has not run yet shows the new plan. Only for the user who made it.',
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
 *   conflict while it runs, when there is nothing to retry, or for findings that the batch did not show before it runs
 */
async function retryBatch(context: Context, id: number, { orderIds, evenIfChanged }: Retry): Promise<void> {
  const max = context.settings.batchMaxOrders;
  if (orderIds && orderIds.length > max)
    throw invalid([{ path: ['orderIds'], message: `must hold at most ${max} entries.` }]);
  const batch = await ownBatch(context, id);
  const statuses = ['refused', 'failed', 'cancelled', ...(evenIfChanged ? (['stale'] as const) : [])] as const;
  const where = { batchId: id, status: { in: [...statuses] }, ...(orderIds ? { orderId: { in: orderIds } } : {}) };
  const retrying = inTransaction(context.db, async (tx) => {
    const isNew = batch.status === 'planned';
    const { count } = await tx.batch.updateMany({
      where: { id, status: isNew ? 'planned' : 'ended' },
      data: {
        requestId: context.requestId,
        address: plainAddress(context.address),
        ...(isNew
          ? {}
          : { status: 'running', cancelledAt: null, endedAt: null, startedAt: batch.startedAt ?? context.now }),
      },
    });
    if (count === 0) throw conflict('The batch is running.');
    // Read after the update of the batch: it waits for another request that retries them.
    const rows = await tx.batchRow.findMany({ where, select: { orderId: true }, orderBy: { orderId: 'asc' } });
    const retried = rows.map(({ orderId }) => orderId);
    const shown = await shownClashes(tx, id);
    // An erasure of personal data may have taken values of it since `ownBatch`.
    const present = await tx.batch.findUniqueOrThrow({ where: { id }, select: { change: true, undoOfId: true } });
    const orders = await planOrders(tx, context, { ...batch, ...present, orderIds: retried });
    if (orders === 0) throw conflict('The batch has no orders to retry.');
    const found = await storeClashes(tx, context, id);
    if (!isNew) {
      const unseen = countUnseen(found, shown);
      if (unseen > 0) throw new UnseenClashes(unseen, found);
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
  await retrying.catch((error: unknown) => {
    if (error instanceof UnseenClashes) return showClashes(context, id, error);
    throw error;
  });
}

/** Rolls a retry back, so that its orders keep the results of the last run. */
class UnseenClashes extends Error {
  readonly count: number;
  readonly found: FoundClashes;

  constructor(count: number, found: FoundClashes) {
    super(`${count} clashes were not shown`);
    this.count = count;
    this.found = found;
  }
}

/** @throws conflict, after the findings are stored with the rows */
async function showClashes({ db }: Context, id: number, { count, found }: UnseenClashes): Promise<never> {
  await inTransaction(db, async (tx) => {
    await writeClashes(tx, id, found);
    await announceBatch(tx, id);
  });
  throw unseenClashes(count);
}
