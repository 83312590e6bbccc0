import { inTransaction, type Tx } from '@channel/prisma';
import { markStale } from '../batches/changed-since.ts';
import type { RowChange } from '../batches/row-change.ts';
import { storeClashes } from '../batches/row-clashes.ts';
import { startBatch } from '../batches/run-batch.ts';
import { planOrders, storeBatch } from '../batches/store-plan.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { unseen } from '../jobs/clash-digest.ts';
import { factsOf } from '../jobs/clash-text.ts';
import { dispatchedOrders } from '../jobs/load-jobs.ts';
import { isStale, type Move, publishedValues } from '../jobs/moves.ts';
import { actorOf } from '../shared/principals.ts';
import { announceDraft } from './announce-draft.ts';
import { draftState } from './draft-state.ts';
import { lockDraft, ownMoves } from './own-moves.ts';

builder.mutationField('publishDispatch', (t) =>
  t.prismaField({
    type: 'Batch',
    description:
      "Publishes the viewer's draft of the dispatch board as a batch, which starts immediately and reports its progress. Tasks that were changed since are skipped and reported there.",
    args: {
      orders: t.arg.int({
        required: true,
        description: 'The number of orders that was shown: refused if it has changed.',
      }),
      clashesDigest: t.arg.string({
        description: '`DispatchDraft.clashesDigest` of the findings that were shown: refused if there is another one.',
      }),
    },
    resolve: async (query, _root, expected, context) => {
      const id = await inTransaction(context.db, (tx) => publish({ ...context, db: tx }, tx, expected));
      return context.db.batch.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

/** What the actor saw before publishing. */
type Expected = { orders: number; clashesDigest?: string | null | undefined };

/**
 * @returns the id of the batch
 * @throws conflict when there is nothing to publish, when the number of orders has changed, or when there is a
 *   finding that the actor has not seen
 */
async function publish(context: Context, tx: Tx, expected: Expected): Promise<number> {
  const { userId } = actorOf(context);
  await lockDraft(tx, userId);
  const state = await draftState(context);
  if (state.moves === 0) throw conflict('The draft has no moves to publish.');
  if (state.orders !== expected.orders)
    throw conflict(`The draft now changes ${state.orders} orders, not ${expected.orders}. Review it again.`);
  const { clashesDigest } = expected;
  const { length } = typeof clashesDigest === 'string' ? unseen(state.clashes.map(factsOf), clashesDigest) : [];
  if (length > 0)
    throw conflict(
      length === 1
        ? 'The draft now has 1 clash that was not shown. Review it again; nothing is lost.'
        : `The draft now has ${length} clashes that were not shown. Review it again; nothing is lost.`,
    );
  const moves = await ownMoves(context);
  const orders = await tx.order.findMany({
    where: { AND: [dispatchedOrders(context), { id: { in: moves.map(({ orderId }) => orderId) } }] },
    include: { pickup: true, dropoff: true },
  });
  const [first] = orders;
  if (!first) throw conflict('The draft has no moves to publish.');
  const { organizationId } = first;
  if (orders.some((order) => order.organizationId !== organizationId))
    throw conflict('A draft is published for one organization at a time. Discard the moves of the other one first.');
  const stale = moves.filter((move) => {
    const order = orders.find(({ id }) => id === move.orderId);
    return order && isStale(move, publishedValues(order, move.task));
  });
  const batch = await storeBatch(tx, context, { organizationId, kind: 'dispatch', wanted: changesOf(moves) });
  await planOrders(tx, context, batch);
  await markStale(tx, batch.id, [...new Set(stale.map(({ orderId }) => orderId))], null);
  await storeClashes(tx, context, batch.id);
  await tx.dispatchMove.deleteMany({ where: { userId } });
  await announceDraft(tx, context);
  await startBatch(context, batch.id);
  return batch.id;
}

function changesOf(moves: readonly Move[]): { orderId: number; change: RowChange }[] {
  const changes = new Map<number, RowChange>();
  for (const { orderId, task, change } of moves) {
    const row = changes.get(orderId) ?? {};
    changes.set(orderId, row);
    const { personId, ...moment } = change;
    if (task === 'guide') row.tourGuideId = personId ?? null;
    else row[task] = { ...(personId !== undefined ? { driverId: personId } : {}), ...moment };
  }
  return [...changes].map(([orderId, change]) => ({ orderId, change }));
}
