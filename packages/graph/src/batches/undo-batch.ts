import { inTransaction, type Prisma, type Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { inPieces } from '../shared/in-pieces.ts';
import { visibleBatch } from './batch-access.ts';
import { markStale } from './changed-since.ts';
import { asDeltas, reverse } from './row-change.ts';
import { storeClashes } from './row-clashes.ts';
import { planOrders, ROWS_AT_A_TIME, storeBatch, type Wanted } from './store-plan.ts';

builder.mutationField('undoBatch', (t) =>
  t.prismaField({
    type: 'Batch',
    description:
      'Plans a new batch that undoes a batch: each value that it set gets its former value. Orders that were changed since are skipped, unless `retryBatch` includes them. Nothing is changed until `runBatch`.',
    args: { id: t.arg.int({ required: true, description: 'Id of the batch to undo.' }) },
    resolve: async (query, _root, { id }, context) => {
      const made = await inTransaction(context.db, (tx) => planUndo(tx, { ...context, db: tx }, id));
      return context.db.batch.findUniqueOrThrow({ ...query, where: { id: made } });
    },
  }),
);

/**
 * @returns the id of the new batch
 * @throws not found; conflict while the batch runs, and when it has changed nothing
 */
async function planUndo(tx: Tx, context: Context, id: number): Promise<number> {
  const { organizationId, status } = await visibleBatch(context, id);
  if (status !== 'ended') throw conflict('Only a batch that has ended can be undone.');
  const wanted = await membersToUndo(tx, id);
  const batch = await storeBatch(tx, context, { organizationId, kind: 'undo', undoOfId: id, wanted });
  if (batch.orderIds.length === 0) throw conflict('The batch has no changes to undo.');
  await planOrders(tx, context, batch);
  await markStale(tx, batch.id, await changedOrders(tx, batch.id, id), null);
  await storeClashes(tx, context, batch.id);
  return batch.id;
}

/** The changes that undo a batch, without those of tags: `planOrders` reads these from that batch. */
async function membersToUndo(tx: Tx, batchId: number): Promise<Wanted[]> {
  const done = await tx.batchRow.findMany({
    where: { batchId, status: 'done' },
    select: { orderId: true },
    orderBy: { orderId: 'asc' },
  });
  const wanted: Wanted[] = [];
  for (const some of inPieces(done, ROWS_AT_A_TIME)) {
    const rows = await tx.$queryRaw<{ orderId: number; changes: Prisma.JsonValue }[]>`
      SELECT order_id AS "orderId", jsonb_path_query_array(changes, '$[*] ? (!exists (@.tag))') AS changes
      FROM batch_row WHERE batch_id = ${batchId} AND order_id = ANY (${some.map(({ orderId }) => orderId)}::bigint[])`;
    wanted.push(...rows.map(({ orderId, changes }) => ({ orderId, change: reverse(asDeltas(changes)) })));
  }
  return wanted;
}

/** The planned orders of a batch that were changed since the batch that it undoes. */
async function changedOrders(tx: Tx, batchId: number, undoOfId: number): Promise<number[]> {
  const rows = await tx.$queryRaw<{ orderId: number }[]>`
    SELECT r.order_id AS "orderId"
    FROM batch_row r JOIN batch_row undone ON undone.batch_id = ${undoOfId} AND undone.order_id = r.order_id
    WHERE r.batch_id = ${batchId} AND r.status = 'planned' AND r.version IS DISTINCT FROM undone.version_after`;
  return rows.map(({ orderId }) => orderId);
}
