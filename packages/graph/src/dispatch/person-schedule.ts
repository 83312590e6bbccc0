import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import type { Clash } from '../jobs/clash-types.ts';
import { DispatchClash, DispatchJob } from '../jobs/job-types.ts';
import { clashesOf, type Job, loadJobs, type PlacedJob } from '../jobs/load-jobs.ts';
import { timesOf } from '../jobs/load-rules.ts';
import { ordersWorkedBy } from '../jobs/orders-of-days.ts';
import { loadCalendars, type PersonCalendar, PersonCalendarType } from '../jobs/person-calendar.ts';
import { type Workload, workloadsOf } from '../jobs/workload.ts';
import { visiblePerson } from '../people/people-access.ts';
import { User } from '../people/user.ts';
import { addDays } from '../shared/calendar.ts';
import { staffOrganizationIds } from '../shared/principals.ts';
import { byTime, daysOf, isWithin } from './days.ts';

/** The weeks of a month, from Monday to Sunday. */
const MAX_DAYS = 42;

type Schedule = {
  person: typeof User.$inferType;
  jobs: Job[];
  clashes: Clash<PlacedJob>[];
  calendars: PersonCalendar[];
  days: { day: Date; workload: Workload }[];
  total: Workload;
};

const WorkloadType = builder.objectRef<Workload>('Workload').implement({
  description: 'What a person does in some time.',
  fields: (t) => ({
    jobs: t.exposeInt('jobs', { description: 'Number of jobs.' }),
    guests: t.exposeInt('guests', { description: 'Guests of these jobs; those of an order count once.' }),
    minutes: t.exposeInt('minutes', {
      description:
        'Minutes of the jobs until their known or estimated end; minutes of jobs at the same time count once. Ways between them do not count.',
    }),
    estimatedMinutes: t.exposeInt('estimatedMinutes', { description: 'The part of `minutes` that is estimated.' }),
    workingMinutes: t.exposeInt('workingMinutes', {
      nullable: true,
      description: 'Minutes of the working hours in which the person is not absent; null without working hours.',
    }),
  }),
});

const ScheduleDay = builder.objectRef<Schedule['days'][number]>('ScheduleDay').implement({
  description: 'A day of the schedule of a person, by the clock of the place of each job.',
  fields: (t) => ({
    day: t.expose('day', { type: 'Date', description: 'The day.' }),
    workload: t.expose('workload', { type: WorkloadType, description: 'What the person does on this day.' }),
  }),
});

const PersonSchedule = builder.objectRef<Schedule>('PersonSchedule').implement({
  description: 'The jobs of a person, as they are published, with what is known of their working time.',
  fields: (t) => ({
    person: t.expose('person', { type: User, description: 'The person.' }),
    jobs: t.expose('jobs', {
      type: [DispatchJob],
      description:
        'Jobs of which at least a part is on these days, by start time; those without a time come last. Also those as driver of a guide, and the other way around.',
    }),
    clashes: t.expose('clashes', {
      type: [DispatchClash],
      description: 'Findings of which at least one of these jobs is part, at most 1,000.',
    }),
    calendars: t.expose('calendars', {
      type: [PersonCalendarType],
      description: "The working hours and the absences on these days, for each of the viewer's organizations with any.",
    }),
    days: t.expose('days', { type: [ScheduleDay], description: 'Each day of the range.' }),
    total: t.expose('total', { type: WorkloadType, description: 'What the person does on all days together.' }),
  }),
});

builder.queryField('personSchedule', (t) =>
  t.field({
    type: PersonSchedule,
    description: 'What a person does on some days. For staff of an organization of the person.',
    args: {
      personId: t.arg.int({ required: true, description: "The person's id." }),
      from: t.arg({ type: 'Date', required: true, description: 'First day, as the local date of each place.' }),
      to: t.arg({ type: 'Date', required: true, description: `Last day; at most ${MAX_DAYS} days.` }),
    },
    resolve: (_root, args, context) => schedule(args, context),
  }),
);

/** @throws a validation error for an empty or too long range of days; not found */
async function schedule(
  { personId, from, to }: { personId: number; from: Date; to: Date },
  context: Context,
): Promise<Schedule> {
  const days = daysOf(from, to, MAX_DAYS);
  const person = await visiblePerson(context, personId);
  const orderIds = await ordersWorkedBy(context, [personId], [addDays(from, -1), ...days]);
  const loaded = await loadJobs(context, { orderIds, moves: [] });
  const jobs = loaded.jobs.filter((job) => job.personId === personId && isWithin(job, from, to)).sort(byTime);
  const span = { from, until: addDays(to, 1) };
  const calendars = await loadCalendars(context, staffOrganizationIds(context), [personId], span);
  const workloads = workloadsOf(jobs, days, timesOf(calendars));
  return {
    person,
    jobs,
    clashes: clashesOf(loaded.clashes, new Set(jobs.map(({ id }) => id))),
    calendars,
    days: days.flatMap((day, index) => {
      const workload = workloads.days[index];
      return workload ? [{ day, workload }] : [];
    }),
    total: workloads.total,
  };
}
