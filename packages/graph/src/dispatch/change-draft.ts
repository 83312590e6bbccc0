import { inTransaction, type Prisma, type Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, FieldErrors, UNKNOWN_ID } from '../errors.ts';
import { peopleWho } from '../people/user.ts';
import { dateText, timeText } from '../shared/calendar.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { actorOf } from '../shared/principals.ts';
import { DispatchDraft, DispatchTask } from './dispatch-types.ts';
import { asMove, type Move, publishedValues, redrafted, type TaskValues } from './draft.ts';
import { draftState } from './draft-state.ts';
import { dispatchedOrders, lockDraft } from './load-board.ts';

const MAX_MOVES = 500;
/** More orders than any departure has. */
const MAX_AT_ONCE = 200;

const DispatchMoveInput = builder.inputType('DispatchMoveInput', {
  description: 'The new values of a task of an order; a member that is left out keeps its value.',
  fields: (t) => ({
    orderId: t.int({ required: true, description: "The order's id." }),
    task: t.field({ type: DispatchTask, required: true, description: 'The task to change.' }),
    personId: t.int({ description: 'The user to assign; null unassigns.' }),
    date: t.field({ type: 'Date', description: 'The local day of a transfer; null removes it.' }),
    time: t.field({ type: 'LocalTime', description: 'The local time of a transfer; null removes it.' }),
  }),
});

const DispatchTaskOfOrder = builder.inputType('DispatchTaskOfOrder', {
  description: 'A task of an order.',
  fields: (t) => ({
    orderId: t.int({ required: true, description: "The order's id." }),
    task: t.field({ type: DispatchTask, required: true, description: 'The task.' }),
  }),
});

type MoveInput = typeof DispatchMoveInput.$inferInput;

builder.mutationFields((t) => ({
  draftDispatch: t.field({
    type: DispatchDraft,
    description:
      "Adds moves to the viewer's draft of the dispatch board. Other users do not see them until they are published. A move back to the published values is removed from the draft.",
    args: {
      moves: t.arg({ type: [DispatchMoveInput], required: true, description: `The moves, at most ${MAX_AT_ONCE}.` }),
    },
    resolve: async (_root, { moves }, context) => {
      await inTransaction(context.db, (tx) => draft({ ...context, db: tx }, tx, moves));
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
      await context.db.dispatchMove.deleteMany({ where: { userId: actorOf(context).userId, ...(OR ? { OR } : {}) } });
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
  await check(context, moves, known);
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

function valuesOf({ personId, date, time }: Omit<MoveInput, 'orderId' | 'task'>): TaskValues {
  return {
    ...(personId !== undefined ? { personId } : {}),
    ...(date !== undefined ? { date: date && dateText(date) } : {}),
    ...(time !== undefined ? { time: time && timeText(time) } : {}),
  };
}

async function check(
  context: Context,
  moves: readonly MoveInput[],
  known: ReadonlyMap<number, { organizationId: number }>,
) {
  const fieldErrors = new FieldErrors();
  if (moves.length > MAX_AT_ONCE) fieldErrors.add(['moves'], `must hold at most ${MAX_AT_ONCE} moves.`);
  fieldErrors.throwIfAny();
  const eligible = new Map<string, Promise<boolean>>();
  for (const [index, { orderId, task, personId, date, time }] of moves.entries()) {
    const order = known.get(orderId);
    if (!order) {
      fieldErrors.add(['moves', index, 'orderId'], UNKNOWN_ID);
      continue;
    }
    if (task === 'guide' && (date !== undefined || time !== undefined))
      fieldErrors.add(['moves', index, 'time'], 'can only be set for a pickup or a dropoff.');
    if (typeof personId !== 'number') continue;
    const { organizationId } = order;
    const key = `${task === 'guide'} ${personId} ${organizationId}`;
    const may = eligible.get(key) ?? mayDo(context, task === 'guide' ? 'guide' : 'drive', personId, organizationId);
    eligible.set(key, may);
    if (!(await may)) fieldErrors.add(['moves', index, 'personId'], UNKNOWN_ID);
  }
  fieldErrors.throwIfAny();
}

async function mayDo(context: Context, right: 'drive' | 'guide', id: number, organizationId: number): Promise<boolean> {
  const where = { AND: [{ id }, peopleWho(right, [organizationId], context)] };
  return (await context.db.user.count({ where })) > 0;
}
