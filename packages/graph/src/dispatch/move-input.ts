import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, UNKNOWN_ID } from '../errors.ts';
import { DispatchTask } from '../jobs/job-types.ts';
import type { TaskValues } from '../jobs/moves.ts';
import { peopleWho } from '../people/user.ts';
import { dateText, timeText } from '../shared/calendar.ts';

/** More orders than any departure has. */
export const MAX_AT_ONCE = 200;

export const DispatchMoveInput = builder.inputType('DispatchMoveInput', {
  description: 'The new values of a task of an order; a member that is left out keeps its value.',
  fields: (t) => ({
    orderId: t.int({ required: true, description: "The order's id." }),
    task: t.field({ type: DispatchTask, required: true, description: 'The task to change.' }),
    personId: t.int({ description: 'The user to assign; null unassigns.' }),
    date: t.field({ type: 'Date', description: 'The local day of a transfer; null removes it.' }),
    time: t.field({ type: 'LocalTime', description: 'The local time of a transfer; null removes it.' }),
  }),
});

export type MoveInput = typeof DispatchMoveInput.$inferInput;

/** The members of a task that an input changes. */
export function valuesOf({ personId, date, time }: Omit<MoveInput, 'orderId' | 'task'>): TaskValues {
  return {
    ...(personId !== undefined ? { personId } : {}),
    ...(date !== undefined ? { date: date && dateText(date) } : {}),
    ...(time !== undefined ? { time: time && timeText(time) } : {}),
  };
}

/** @throws a validation error for unknown orders, unsuitable users, and times of a guide job */
export async function checkMoves(
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
