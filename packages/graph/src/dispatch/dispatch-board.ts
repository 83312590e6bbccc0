import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { forbidden } from '../errors.ts';
import type { Task } from '../jobs/clash-types.ts';
import { DispatchTask } from '../jobs/job-types.ts';
import { clashesOf, type Job, loadJobs } from '../jobs/load-jobs.ts';
import { loadCalendars } from '../jobs/person-calendar.ts';
import { peopleWho } from '../people/user.ts';
import { addDays } from '../shared/calendar.ts';
import { checkFilter } from '../shared/check-filter.ts';
import type { Right } from '../shared/principals.ts';
import { staffOrganizationIds } from '../webhooks/staff-access.ts';
import { byTime, daysOf } from './days.ts';
import { type Board, DispatchBoard, DispatchDraft } from './dispatch-types.ts';
import { draftState } from './draft-state.ts';
import { ownMoves } from './own-moves.ts';

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
    resolve: (_root, args, context) => board(args, context),
  }),
  dispatchDraft: t.field({
    type: DispatchDraft,
    description: "The effect of publishing the viewer's draft of the dispatch board.",
    resolve: (_root, _args, context) => draftState(context),
  }),
}));

/** @throws forbidden for an actor who is not staff; a validation error for an empty or too long range of days */
async function board(args: BoardArgs, context: Context): Promise<Board> {
  if (staffOrganizationIds(context).length === 0) throw forbidden('You may not see the dispatch board.');
  const { from, to, personIds, tasks } = args;
  checkFilter({ personIds, tasks }, []);
  const days = daysOf(from, to, MAX_DAYS);
  const moves = args.isPublished ? [] : await ownMoves(context);
  const loaded = await loadJobs(context, { days, moves });
  const isShown = (job: Job) =>
    job.day !== null && job.day >= from && job.day <= to && among(personIds, job.personId) && among(tasks, job.task);
  const shown = loaded.jobs.filter(isShown).sort(byTime);
  const known = new Set(shown.map(({ id }) => id));
  const clashes = clashesOf(loaded.clashes, known);
  const drivers = await people(context, 'drive', shown, (task) => task !== 'guide');
  const guides = await people(context, 'guide', shown, (task) => task === 'guide');
  const ids = [...new Set([...drivers, ...guides].map(({ id }) => id))];
  const span = { from, until: addDays(to, 1) };
  const calendars = await loadCalendars(context, staffOrganizationIds(context), ids, span);
  return { from, to, jobs: shown, clashes, drivers, guides, calendars };
}

const among = <T>(requested: readonly T[] | null | undefined, value: T | null) =>
  !requested || (value !== null && requested.includes(value));

/** The users who may do a kind of task, and the users who are assigned to one even if they no longer may. */
function people(context: Context, right: Right, jobs: readonly Job[], isMeant: (task: Task) => boolean) {
  const named = jobs.flatMap(({ task, personId }) => (isMeant(task) && personId !== null ? [personId] : []));
  return context.db.user.findMany({
    where: { OR: [peopleWho(right, staffOrganizationIds(context), context), { id: { in: [...new Set(named)] } }] },
    include: { photo: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
}
