import type { Prisma } from '@channel/prisma';
import { dateText, timeText } from '../shared/calendar.ts';
import type { Task } from './clash-types.ts';

/*
 * The draft of the dispatch board: each staff user has their own. A move holds the new values of one task of one order;
 * members that it leaves out keep their value.
 */

/**
 * Members of a task: the assigned user, and for transfers the day (`YYYY-MM-DD`) and the time (`HH:MM:SS`). Null: not
 * set.
 */
export type TaskValues = { personId?: number | null; date?: string | null; time?: string | null };

/** A drafted move. */
export type Move = {
  orderId: number;
  task: Task;
  change: TaskValues;
  /** The values of the changed members when the move was drafted. */
  before: TaskValues;
};

type Published = Required<TaskValues>;

/** What the board needs of an order. */
export type PublishedOrder = {
  tourGuideId: number | null;
  pickup: PublishedTransfer;
  dropoff: PublishedTransfer;
};
type PublishedTransfer = { date: Date | null; time: Date | null; driverId: number | null };

/** The published values of a task. */
export function publishedValues(order: PublishedOrder, task: Task): Published {
  if (task === 'guide') return { personId: order.tourGuideId, date: null, time: null };
  const { driverId, date, time } = order[task];
  return { personId: driverId, date: date && dateText(date), time: time && timeText(time) };
}

const MEMBERS = ['personId', 'date', 'time'] as const;
const membersOf = (values: TaskValues) => MEMBERS.filter((member) => values[member] !== undefined);

/** Whether the values that a move changes were changed since it was drafted. */
export const isStale = ({ before }: Pick<Move, 'before'>, published: Published): boolean =>
  membersOf(before).some((member) => before[member] !== published[member]);

/**
 * A move with further changes. New members are compared with the published values; members that would change nothing
 * are left out.
 *
 * @returns null when nothing is left
 */
export function redrafted(
  former: Pick<Move, 'change' | 'before'> | undefined,
  further: TaskValues,
  published: Published,
): Pick<Move, 'change' | 'before'> | null {
  const change: Record<string, unknown> = {};
  const before: Record<string, unknown> = {};
  for (const member of MEMBERS) {
    const isNew = further[member] !== undefined;
    const wanted = isNew ? further[member] : former?.change[member];
    const known = isNew ? published[member] : former?.before[member];
    if (wanted === undefined || wanted === known) continue;
    change[member] = wanted;
    before[member] = known;
  }
  return Object.keys(change).length > 0 ? { change, before } : null;
}

/** Casts a row to a move: only this module's types are written to its JSON columns. */
export const asMove = ({ orderId, task, change, before }: Prisma.DispatchMoveGetPayload<object>): Move => ({
  orderId,
  task,
  change: change as TaskValues,
  before: before as TaskValues,
});
