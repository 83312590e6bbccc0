import type { Prisma } from '@channel/prisma';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, forbidden } from '../errors.ts';
import { peopleWho } from '../people/user.ts';
import { addDays, daysBetween } from '../shared/calendar.ts';
import { checkFilter } from '../shared/check-filter.ts';
import type { Right } from '../shared/principals.ts';
import { staffOrganizationIds } from '../webhooks/staff-access.ts';
import { clashesAmong, type Task } from './clashes.ts';
import { type Board, DispatchBoard, DispatchDraft, DispatchTask, type JobWithOrder } from './dispatch-types.ts';
import { draftState } from './draft-state.ts';
import { type Job, loadJobs, ownMoves, timed } from './load-board.ts';

const MAX_DAYS = 31;

type BoardArgs = {
  from: Date;
  to: Date;
  isPublished?: boolean | null;
  personIds?: number[] | null;
  tasks?: Task[] | null;
};

builder.queryFields((t) => ({
  dispatchBoard: t.field({
    type: DispatchBoard,
    description:
      "Pickups, dropoffs and guide jobs of a range of days, for booked orders and orders in the cart. For staff. The viewer's draft is applied.",
    args: {
      from: t.arg({ type: 'Date', required: true, description: 'First day, as the local date of each place.' }),
      to: t.arg({ type: 'Date', required: true, description: `Last day; at most ${MAX_DAYS} days.` }),
      isPublished: t.arg.boolean({
        defaultValue: false,
        description: 'True: only the published values, without the draft.',
      }),
      personIds: t.arg.intList({ description: 'Only jobs of these users.' }),
      tasks: t.arg({ type: [DispatchTask], description: 'Only these tasks.' }),
    },
    resolve: (_root, args, context, info) => board(args, context, info),
  }),
  dispatchDraft: t.field({
    type: DispatchDraft,
    description: "The effect of publishing the viewer's draft of the dispatch board.",
    resolve: (_root, _args, context) => draftState(context),
  }),
}));

/** @throws forbidden for an actor who is not staff; a validation error for an empty or too long range of days */
async function board(args: BoardArgs, context: Context, info: GraphQLResolveInfo): Promise<Board> {
  if (staffOrganizationIds(context).length === 0) throw forbidden('You may not see the dispatch board.');
  const { from, to, personIds, tasks } = args;
  checkFilter({ personIds, tasks }, []);
  const days = daysOf(from, to);
  const moves = args.isPublished ? [] : await ownMoves(context);
  const all = await loadJobs(context, days, moves);
  const isShown = (job: Job) =>
    job.day !== null && job.day >= from && job.day <= to && among(personIds, job.personId) && among(tasks, job.task);
  const shown = all.filter(isShown).sort(byTime);
  const known = new Set(shown.map(({ id }) => id));
  const clashes = clashesAmong(timed(all)).filter(({ jobs }) => jobs.some(({ id }) => known.has(id)));
  const named = [...shown, ...clashes.flatMap(({ jobs }) => jobs.map(({ job }) => job))];
  const withOrder = await ordersOf(named, context, info);
  return {
    from,
    to,
    jobs: shown.map(withOrder),
    clashes: clashes.map(({ jobs, ...clash }) => ({ ...clash, jobs: jobs.map(({ job }) => withOrder(job)) })),
    drivers: await people(context, 'drive', shown, (task) => task !== 'guide'),
    guides: await people(context, 'guide', shown, (task) => task === 'guide'),
  };
}

const among = <T>(requested: readonly T[] | null | undefined, value: T | null) =>
  !requested || (value !== null && requested.includes(value));

function daysOf(from: Date, to: Date): Date[] {
  checkFilter({ from, to }, []);
  const count = daysBetween(from, to) + 1;
  const fieldErrors = new FieldErrors();
  if (count > MAX_DAYS) fieldErrors.add(['to'], `must be within ${MAX_DAYS} days from the first day.`);
  fieldErrors.throwIfAny();
  return Array.from({ length: count }, (_none, index) => addDays(from, index));
}

const LATE = Number.POSITIVE_INFINITY;

function byTime(one: Job, other: Job): number {
  const day = (one.day?.getTime() ?? 0) - (other.day?.getTime() ?? 0);
  const start = (job: Job) => job.between?.startsAt.getTime() ?? LATE;
  if (start(one) !== start(other)) return day || (start(one) < start(other) ? -1 : 1);
  return day || one.orderId - other.orderId;
}

/** Reads the requested fields of the orders of all jobs at once. */
async function ordersOf(jobs: readonly Job[], context: Context, info: GraphQLResolveInfo) {
  const paths = [
    ['jobs', 'order'],
    ['clashes', 'jobs', 'order'],
  ];
  const query = queryFromInfo({ context, info, typeName: 'Order', paths });
  const ids = [...new Set(jobs.map(({ orderId }) => orderId))];
  const rows = await context.db.order.findMany({ ...(query as Prisma.OrderFindManyArgs), where: { id: { in: ids } } });
  const orders = new Map(rows.map((row) => [row.id, row]));
  return (job: Job): JobWithOrder => {
    const order = orders.get(job.orderId);
    if (!order) throw new Error(`order ${job.orderId} of the board is gone`);
    return { ...job, order };
  };
}

/** The users who may do a kind of task, and the users who are assigned to one even if they no longer may. */
function people(context: Context, right: Right, jobs: readonly Job[], isMeant: (task: Task) => boolean) {
  const named = jobs.flatMap(({ task, personId }) => (isMeant(task) && personId !== null ? [personId] : []));
  return context.db.user.findMany({
    where: { OR: [peopleWho(right, staffOrganizationIds(context), context), { id: { in: [...new Set(named)] } }] },
    include: { photo: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
}
