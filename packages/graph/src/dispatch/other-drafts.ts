import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import type { Task } from '../jobs/clash-types.ts';
import { DispatchTask } from '../jobs/job-types.ts';
import { dispatchedOrders } from '../jobs/load-jobs.ts';
import { asMove, publishedValues } from '../jobs/moves.ts';
import { User } from '../people/user.ts';
import { parseDate, parseTime } from '../shared/calendar.ts';
import { actorOf } from '../shared/principals.ts';
import { type Board, DispatchBoard } from './dispatch-types.ts';

/** Maximum number of moves; the latest ones. */
const MAX_MOVES = 1_000;

type OtherMove = {
  person: typeof User.$inferType;
  orderId: number;
  task: Task;
  assignee: typeof User.$inferType | null;
  date: Date | null;
  time: Date | null;
  movedAt: Date;
};

const OtherDispatchMove = builder.objectRef<OtherMove>('OtherDispatchMove').implement({
  description: 'A drafted move of another member of staff, with the values that the task would have.',
  fields: (t) => ({
    person: t.expose('person', { type: User, description: 'The member of staff who drafted it.' }),
    orderId: t.exposeInt('orderId', { description: "The order's id." }),
    task: t.expose('task', { type: DispatchTask, description: 'The task.' }),
    assignee: t.expose('assignee', {
      type: User,
      nullable: true,
      description: 'The user to whom the task would be assigned; null: nobody.',
    }),
    date: t.expose('date', {
      type: 'Date',
      nullable: true,
      description: 'The local day of a transfer; null for a guide job, or if no day would be set.',
    }),
    time: t.expose('time', {
      type: 'LocalTime',
      nullable: true,
      description: 'The local time of a transfer; null for a guide job, or if no time would be set.',
    }),
    movedAt: t.expose('movedAt', { type: 'DateTime', description: 'When it was drafted.' }),
  }),
});

builder.objectField(DispatchBoard, 'otherDrafts', (t) =>
  t.field({
    type: [OtherDispatchMove],
    description: `The drafted moves of other staff that concern the shown jobs or days, latest first, at most ${MAX_MOVES}. They do not change the board.`,
    resolve: (board, _args, context) => otherDrafts(board, context),
  }),
);

async function otherDrafts({ from, to, jobs }: Board, context: Context): Promise<OtherMove[]> {
  const rows = await context.db.dispatchMove.findMany({
    where: { userId: { not: actorOf(context).userId }, order: dispatchedOrders(context) },
    include: { order: { include: { pickup: true, dropoff: true } } },
    orderBy: [{ movedAt: 'desc' }, { userId: 'asc' }, { orderId: 'asc' }, { task: 'asc' }],
    take: MAX_MOVES,
  });
  const shown = new Set(jobs.map(({ id }) => id));
  const moves = rows.flatMap(({ order, userId, movedAt, ...row }) => {
    const { orderId, task, change } = asMove({ ...row, userId, movedAt });
    const { personId, date, time } = { ...publishedValues(order, task), ...change };
    const on = date ? (parseDate(date) ?? null) : null;
    const isHere = shown.has(`${task}:${orderId}`) || (on !== null && on >= from && on <= to);
    const at = time ? (parseTime(time) ?? null) : null;
    return isHere ? [{ userId, orderId, task, personId, date: on, time: at, movedAt }] : [];
  });
  const ids = moves.flatMap(({ userId, personId }) => [userId, personId ?? userId]);
  const users = await context.db.user.findMany({ where: { id: { in: [...new Set(ids)] } }, include: { photo: true } });
  const known = new Map(users.map((user) => [user.id, user]));
  return moves.flatMap(({ userId, personId, ...move }) => {
    const person = known.get(userId);
    return person ? [{ ...move, person, assignee: known.get(personId ?? 0) ?? null }] : [];
  });
}
