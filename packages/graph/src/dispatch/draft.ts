import type { Prisma } from '@channel/prisma';
import { dateText, timeText } from '../shared/calendar.ts';
import type { Task } from './clashes.ts';

/*
 * The draft of the dispatch board: each member of staff has one of their own. A move says what is to become of one task of
 * one order; what it leaves out stays as it is.
 */

/** Members of a task: who does it, and for transfers on which day (`YYYY-MM-DD`) and when (`HH:MM:SS`). Null: nobody, none. */
export type TaskValues = { personId?: number | null; date?: string | null; time?: string | null };

/** A drafted move. */
export type Move = {
  orderId: number;
  task: Task;
  change: TaskValues;
  /** The members that change, as they were when the move was drafted. */
  before: TaskValues;
};

type Published = Required<TaskValues>;

/** What the board needs to know of an order. */
export type PublishedOrder = {
  tourGuideId: number | null;
  pickup: PublishedTransfer;
  dropoff: PublishedTransfer;
};
type PublishedTransfer = { date: Date | null; time: Date | null; driverId: number | null };

/** The members of a task as everybody sees them. */
export function publishedValues(order: PublishedOrder, task: Task): Published {
  if (task === 'guide') return { personId: order.tourGuideId, date: null, time: null };
  const { driverId, date, time } = order[task];
  return { personId: driverId, date: date && dateText(date), time: time && timeText(time) };
}

const MEMBERS = ['personId', 'date', 'time'] as const;
const membersOf = (values: TaskValues) => MEMBERS.filter((member) => values[member] !== undefined);

/** Whether somebody changed since what a move is to change: then it says no longer what was meant. */
export const isStale = ({ before }: Pick<Move, 'before'>, published: Published): boolean =>
  membersOf(before).some((member) => before[member] !== published[member]);

/**
 * A move with further changes. Members that are given anew are compared with how things are now; those that would change
 * nothing are left out.
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

/** How a JSON column takes what is written here, and gives it back: nothing else writes it. */
export const asMove = ({ orderId, task, change, before }: Prisma.DispatchMoveGetPayload<object>): Move => ({
  orderId,
  task,
  change: change as TaskValues,
  before: before as TaskValues,
});
