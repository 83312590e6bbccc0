import { inTransaction, type Prisma, type Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { DispatchTask } from '../jobs/job-types.ts';
import { dispatchedOrders } from '../jobs/load-jobs.ts';
import { asMove, type Move, publishedValues, redrafted } from '../jobs/moves.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { actorOf } from '../shared/principals.ts';
import { announceDraft } from './announce-draft.ts';
import { DispatchDraft } from './dispatch-types.ts';
import { draftState } from './draft-state.ts';
import { checkMoves, DispatchMoveInput, MAX_AT_ONCE, type MoveInput, valuesOf } from './move-input.ts';
import { lockDraft } from './own-moves.ts';

const MAX_MOVES = 500;

const DispatchTaskOfOrder = builder.inputType('DispatchTaskOfOrder', {
  description: 'A task of an order.',
  fields: (t) => ({
    orderId: t.int({ required: true, description: "The order's id." }),
    task: t.field({ type: DispatchTask, required: true, description: 'The task.' }),
  }),
});

builder.mutationFields((t) => ({
  draftDispatch: t.field({
    type: DispatchDraft,
    description:
      "Adds moves to the viewer's draft of the dispatch board. Other staff see them as `otherDrafts`; the board of other users does not change until they are published. A move back to the published values is removed from the draft.",
    args: {
      moves: t.arg({ type: [DispatchMoveInput], required: true, description: `The moves, at most ${MAX_AT_ONCE}.` }),
    },
    resolve: async (_root, { moves }, context) => {
      await inTransaction(context.db, async (tx) => {
        await draft({ ...context, db: tx }, tx, moves);
        await announceDraft(tx, context);
      });
      return draftState(context);
    },
  }),
  discardDispatch: t.field({
    type: DispatchDraft,
    description: "Removes moves from the viewer's draft of the dispatch board.",
    args: { tasks: t.arg({ type: [DispatchTaskOfOrder], description: 'Only moves of these tasks; by default all.' }) },
    resolve: async (_root, { tasks }, context) => {
      checkFilter({ tasks }, []);
      const OR = tasks?.map(({ orderId, task }) => ({ orderId, task }));
      const where = { userId: actorOf(context).userId, ...(OR ? { OR } : {}) };
      await inTransaction(context.db, async (tx) => {
        await tx.dispatchMove.deleteMany({ where });
        await announceDraft(tx, context);
      });
      return draftState(context);
    },
  }),
}));

/**
 * @throws a validation error for unknown orders, unsuitable users and invalid times; conflict for a draft that grows
 *   too large
 */
async function draft(context: Context, tx: Tx, moves: readonly MoveInput[]): Promise<void> {
  const orders = await tx.order.findMany({
    where: { AND: [dispatchedOrders(context), { id: { in: moves.map(({ orderId }) => orderId) } }] },
    include: { pickup: true, dropoff: true },
  });
  const known = new Map(orders.map((order) => [order.id, order]));
  await checkMoves(context, moves, known);
  const { userId } = actorOf(context);
  await lockDraft(tx, userId);
  const where = { userId, OR: moves.map(({ orderId, task }) => ({ orderId, task })) };
  const drafted = new Map((await tx.dispatchMove.findMany({ where })).map((row) => [keyOf(row), asMove(row)]));
  for (const { orderId, task, ...given } of moves) {
    const order = known.get(orderId);
    if (!order) continue;
    const key = keyOf({ orderId, task });
    const move = redrafted(drafted.get(key), valuesOf(given), publishedValues(order, task));
    if (move) drafted.set(key, { orderId, task, ...move });
    else drafted.delete(key);
  }
  await tx.dispatchMove.deleteMany({ where });
  await tx.dispatchMove.createMany({ data: [...drafted.values()].map((move) => rowOf(move, userId, context.now)) });
  if ((await tx.dispatchMove.count({ where: { userId } })) > MAX_MOVES)
    throw conflict(`A draft takes at most ${MAX_MOVES} moves. Publish it first.`);
}

const keyOf = ({ orderId, task }: Pick<Move, 'orderId' | 'task'>) => `${orderId} ${task}`;

const rowOf = ({ change, before, ...of }: Move, userId: number, movedAt: Date) => ({
  ...of,
  userId,
  movedAt,
  change: change as Prisma.InputJsonObject,
  before: before as Prisma.InputJsonObject,
});
