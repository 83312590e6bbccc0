import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { visibleBatch } from './batch-access.ts';
import { CHANGED, changedSince } from './changed-since.ts';
import { asDeltas, reverse } from './row-change.ts';
import { type PlannedRow, plannedRows, storeBatch } from './store-plan.ts';

builder.mutationField('undoBatch', (t) =>
  t.prismaField({
    type: 'Batch',
    description:
      'Plans a new batch that undoes a batch: each value that it set gets its former value. Orders that were changed since are skipped, unless `retryBatch` includes them. Nothing is changed until `runBatch`.',
    args: { id: t.arg.int({ required: true, description: 'Id of the batch to undo.' }) },
    resolve: async (query, _root, { id }, context) => {
      const made = await planUndo(context, id);
      return context.db.batch.findUniqueOrThrow({ ...query, where: { id: made } });
    },
  }),
);

/**
 * @returns the id of the new batch
 * @throws not found; conflict while the batch runs, and when it has changed nothing
 */
async function planUndo(context: Context, id: number): Promise<number> {
  const { organizationId, status } = await visibleBatch(context, id);
  if (status !== 'ended') throw conflict('Only a batch that has ended can be undone.');
  const done = await context.db.batchRow.findMany({
    where: { batchId: id, status: 'done' },
    orderBy: { orderId: 'asc' },
  });
  const wanted = done.map(({ orderId, changes }) => ({ orderId, change: reverse(asDeltas(changes)) }));
  const planned = await plannedRows(context, wanted, {});
  if (planned.length === 0) throw conflict('The batch has no changes to undo.');
  const left = new Map(done.map(({ orderId, versionAfter }) => [orderId, versionAfter]));
  const rows = await withoutOthers(context, planned, (row) => row.version === left.get(row.orderId));
  return storeBatch(context, { organizationId, kind: 'undo', undoOfId: id, rows });
}

/** Marks orders that were changed since as stale. */
async function withoutOthers(context: Context, rows: PlannedRow[], isLeft: (row: PlannedRow) => boolean) {
  const others = rows.filter((row) => row.status === 'planned' && !isLeft(row)).map(({ orderId }) => orderId);
  const reasons = await changedSince(context.db, others);
  return rows.map(
    (row): PlannedRow =>
      others.includes(row.orderId) ? { ...row, status: 'stale', reason: reasons.get(row.orderId) ?? CHANGED } : row,
  );
}
