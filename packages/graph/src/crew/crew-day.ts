import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { DispatchTask } from '../jobs/job-types.ts';
import { WITHDRAWN } from '../shared/ended-declines.ts';
import { FOR_CREW } from '../shared/public-field.ts';
import type { CrewPlace, Leader } from './crew-facts.ts';
import { crewOf, type OwnJob, ownJobs } from './own-jobs.ts';
import { CrewStateEnum } from './states.ts';

/** Today and tomorrow. */
const DAYS = 2;

const CrewPlaceType = builder.objectRef<CrewPlace>('CrewPlace').implement({
  description: 'Where guests wait, are brought to, or are met.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'The address in one line.' }),
    latitude: t.exposeFloat('latitude', { description: 'Degrees north.' }),
    longitude: t.exposeFloat('longitude', { description: 'Degrees east.' }),
  }),
});

const CrewLeader = builder.objectRef<Leader>('CrewLeader').implement({
  description: 'The leader of the guests.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'First and last name.' }),
    phoneCountryCode: t.exposeString('phoneCountryCode', { description: 'As it was sent.' }),
    phoneNumber: t.exposeString('phoneNumber', { description: 'As it was sent.' }),
    whatsappNumber: t.exposeString('whatsappNumber', { description: 'As it was sent.' }),
  }),
});

const CrewNeed = builder.objectRef<{ key: string; amount: number }>('CrewNeed').implement({
  description: 'What the guests need besides seats.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The key of the tag, such as `wheelchairs`.' }),
    amount: t.exposeInt('amount', { description: 'How many.' }),
  }),
});

const shownFacts = (job: OwnJob) => (job.facts && !job.hidesGuests ? job.facts : null);
const taskOf = ({ id }: OwnJob) => DISPATCH_TASKS.find((task) => id.startsWith(`${task}:`)) ?? 'guide';
const DISPATCH_TASKS = ['pickup', 'dropoff', 'guide'] as const;

export const CrewJob = builder.objectRef<OwnJob>('CrewJob').implement({
  description:
    'A job in the view of its person. A withdrawn job has no guests, and neither has one that ended some time ago, or that moved to a day that is not shown yet.',
  fields: (t) => ({
    jobId: t.exposeString('id', { description: 'The task and the order, such as `pickup:17`.' }),
    digest: t.exposeString('digest', { description: 'Identifies what is shown; see `markCrewJobsSeen`.' }),
    appointment: t.exposeString('appointment', {
      description: 'Identifies the day, the time and the place, which an answer is about; see `setCrewStates`.',
    }),
    isSeen: t.boolean({
      description: 'Whether the person has seen what is shown now.',
      resolve: ({ row, digest }) => row?.seenDigest === digest,
    }),
    isChanged: t.boolean({
      description: 'Whether the person has seen something else before; false for a job that is given again.',
      resolve: ({ row, digest }) => row?.seenDigest != null && ![digest, WITHDRAWN].includes(row.seenDigest),
    }),
    isWithdrawn: t.boolean({
      description: 'Whether it was given to another person, cancelled or removed.',
      resolve: ({ facts }) => facts === null,
    }),
    task: t.field({ type: DispatchTask, description: 'What to do.', resolve: taskOf }),
    title: t.string({
      description: 'The title of the product.',
      resolve: ({ facts, row }) => facts?.title ?? row?.title ?? '',
    }),
    city: t.string({
      nullable: true,
      description: 'The city of the order; null for a withdrawn job.',
      resolve: ({ facts }) => facts?.job.city ?? null,
    }),
    day: t.field({
      type: 'Date',
      nullable: true,
      description: 'The local day at the place.',
      resolve: ({ facts, row }) => (facts ? facts.job.day : (row?.day ?? null)),
    }),
    timeZone: t.string({
      description: 'IANA time zone of the place.',
      resolve: ({ facts, row }) => facts?.job.timeZone ?? row?.order.timeZone ?? 'UTC',
    }),
    startsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The instant at which it begins; null while no time is set.',
      resolve: ({ facts, row }) => (facts ? facts.startsAt : (row?.startsAt ?? null)),
    }),
    endsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The instant at which it ends or is estimated to end.',
      resolve: ({ facts, row }) => (facts ? facts.endsAt : (row?.endsAt ?? null)),
    }),
    isEstimated: t.boolean({
      description: 'Whether the end is estimated.',
      resolve: ({ facts }) => facts?.job.timing?.least !== facts?.job.timing?.likely,
    }),
    place: t.field({
      type: CrewPlaceType,
      nullable: true,
      description: 'The place; null until set.',
      resolve: (job) => shownFacts(job)?.place ?? null,
    }),
    leader: t.field({
      type: CrewLeader,
      nullable: true,
      description: 'The leader of the guests.',
      resolve: (job) => shownFacts(job)?.leader ?? null,
    }),
    hidesGuestsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'From when on place, leader, needs and notes are not shown, which holds for copies on devices too; null for a withdrawn job, which has none.',
      resolve: (job) => (job.facts ? job.hidesGuestsAt : null),
    }),
    guests: t.int({
      nullable: true,
      description: 'Number of guests; null for a withdrawn job.',
      resolve: ({ facts }) => facts?.job.passengerCount ?? null,
    }),
    needs: t.field({
      type: [CrewNeed],
      description: 'What they need besides seats.',
      resolve: (job) => shownFacts(job)?.needs ?? [],
    }),
    notes: t.stringList({
      description: 'The notes of the office for drivers and guides.',
      resolve: (job) => shownFacts(job)?.notes ?? [],
    }),
    state: t.field({
      type: CrewStateEnum,
      description: 'What the person said about the job as it is now.',
      resolve: ({ said }) => said.state,
    }),
    reason: t.string({
      description: 'Why the person declined; else empty.',
      resolve: ({ said }) => said.reason,
    }),
    stateAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the person said it.',
      resolve: ({ said }) => said.stateAt,
    }),
  }),
});

type Day = { context: Context };

const CrewDay = builder.objectRef<Day>('CrewDay').implement({
  description: 'The page of a member of the crew.',
  fields: (t) => ({
    name: t.string({ description: 'The name of the person.', resolve: ({ context }) => crewOf(context).name }),
    personId: t.int({ description: 'The user.', resolve: ({ context }) => crewOf(context).userId }),
    organizationId: t.int({
      description: 'The organization that sends the person.',
      resolve: ({ context }) => crewOf(context).organizationId,
    }),
    organization: t.string({
      description: 'The name of the organization that sends the person.',
      resolve: ({ context }) => crewOf(context).organizationName,
    }),
    now: t.field({ type: 'DateTime', description: 'When it was read.', resolve: ({ context }) => context.now }),
    sessionEndsAt: t.field({
      type: 'DateTime',
      description: 'When the session ends in any case; a copy that a device keeps ends then too.',
      resolve: ({ context }) => crewOf(context).expiresAt,
    }),
    jobs: t.field({
      type: [CrewJob],
      description: 'The jobs of today and tomorrow by the clock of each place, by time.',
      resolve: ({ context }) => ownJobs(context, crewOf(context), DAYS),
    }),
  }),
});

builder.queryField('crewDay', (t) =>
  t.field({
    ...FOR_CREW,
    type: CrewDay,
    description: 'The jobs of the holder of a session of the page of the crew. Only for such sessions.',
    resolve: (_root, _args, context) => ({ context }),
  }),
);
