import { builder } from '../builder.ts';
import { Order } from '../orders/order.ts';
import { clashText, factsOf } from './clash-text.ts';
import type { Clash, ClashKind, Severity } from './clash-types.ts';
import { jobsOf } from './groups.ts';
import type { Timing } from './job-times.ts';
import type { Job, PlacedJob } from './load-jobs.ts';

export const DispatchTask = builder.enumType('DispatchTask', {
  description: 'The part of an order to which a user is dispatched.',
  values: {
    pickup: { description: 'Bringing the guests to the experience.' },
    dropoff: { description: 'Bringing them back.' },
    guide: { description: 'Guiding them.' },
  } as const,
});

export const DispatchClashKind = builder.enumType('DispatchClashKind', {
  description: 'What a finding about the jobs of a person is about.',
  values: {
    overlap: { description: 'The second job begins before the first has ended.' },
    twoPlaces: { description: 'Both jobs begin at the same instant in different places.' },
    travel: {
      description:
        'The way from the first job to the second, or that of a pickup to the start of the experience, takes longer than there is time.',
    },
    noTime: { description: 'The first job has no time of day, and the person has others on that day.' },
    capacity: {
      description:
        'More guests, or other needs, at once than the vehicle of the driver takes, or than can be read from its tag.',
    },
    notEligible: {
      description:
        'The person is disabled, or may no longer drive or guide for the organization, and the job has not ended.',
    },
    language: { description: 'The guide speaks no language of the order.' },
    absence: { description: 'The person is absent.' },
    workingHours: { description: 'The job is outside of the working hours of the person.' },
  } satisfies Record<ClashKind, object>,
});

export const DispatchClashSeverity = builder.enumType('DispatchClashSeverity', {
  description: 'How certain a finding is.',
  values: {
    impossible: { description: 'The known facts exclude it.' },
    tight: { description: 'It does not fit if the estimates hold.' },
    overCapacity: { description: 'The vehicle does not take them all.' },
    absent: { description: 'The person does not work then.' },
    unknown: { description: 'A missing time or place, or a tag that cannot be read, prevents a judgement.' },
  } satisfies Record<Severity, object>,
});

const DispatchPlace = builder.objectRef<{ address: string }>('DispatchPlace').implement({
  description: 'A place where guests wait or are brought to.',
  fields: (t) => ({ address: t.exposeString('address', { description: 'The address in one line.' }) }),
});

export const DispatchJob = builder.objectRef<Job>('DispatchJob').implement({
  description: 'A task of an order, assigned to a user or unassigned.',
  fields: (t) => ({
    jobId: t.exposeString('id', { description: 'The task and the order, such as `pickup:17`.' }),
    task: t.expose('task', { type: DispatchTask, description: 'The task.' }),
    order: t.prismaField({
      type: Order,
      description: 'The order of the task.',
      // Prisma reads the orders of all jobs with one statement.
      resolve: async (query, { orderId }, _args, { db }) => {
        const order = await db.order.findUnique({ ...query, where: { id: orderId } });
        if (!order) throw new Error(`order ${orderId} of a job is gone`);
        return order;
      },
    }),
    day: t.expose('day', { type: 'Date', nullable: true, description: 'The local day at the place.' }),
    time: t.expose('time', {
      type: 'LocalTime',
      nullable: true,
      description: 'The local start time at the place; null until set.',
    }),
    timeZone: t.exposeString('timeZone', { description: 'IANA time zone of the place.' }),
    startsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The instant at which it begins; null while day or time are not set.',
      resolve: ({ timing }) => (timing && isTimed(timing) ? new Date(timing.earliest) : null),
    }),
    endsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The instant at which it ends or is estimated to end; null while day or time are not set.',
      resolve: ({ timing }) => (timing && isTimed(timing) ? new Date(timing.earliest + timing.likely) : null),
    }),
    isEstimated: t.boolean({
      description:
        'Whether the end is estimated: a pickup lasts until the experience begins; where the end of another job is unknown, it lasts as long as its product, its organization or a setting says.',
      resolve: ({ timing }) => timing !== null && timing.least !== timing.likely,
    }),
    personId: t.exposeInt('personId', { nullable: true, description: 'The assigned user; null: unassigned.' }),
    publishedPersonId: t.exposeInt('publishedPersonId', {
      nullable: true,
      description: 'The user who is assigned in the published state.',
    }),
    isDrafted: t.exposeBoolean('isDrafted', { description: "Whether the viewer's draft changes it." }),
    isStale: t.exposeBoolean('isStale', {
      description: 'Whether the values that the draft changes were changed since.',
    }),
    departure: t.exposeString('departure', {
      description: 'Key of the departure: the same for all orders that share one.',
    }),
    place: t.field({
      type: DispatchPlace,
      nullable: true,
      description: 'The place where guests wait or are brought to; null until set, and for guide jobs.',
      resolve: ({ address }) => (address === null ? null : { address }),
    }),
    passengerCount: t.exposeInt('passengerCount', { description: 'Number of passengers, including the leader.' }),
  }),
});

const isTimed = ({ earliest, latest }: Timing) => earliest === latest;

export const DispatchClash = builder.objectRef<Clash<PlacedJob>>('DispatchClash').implement({
  description: 'A finding about the jobs of a person: two that exclude each other, or one that the person cannot do.',
  fields: (t) => ({
    kind: t.field({ type: DispatchClashKind, description: 'What it is about.', resolve: ({ kind }) => kind }),
    severity: t.field({
      type: DispatchClashSeverity,
      description: 'How certain it is.',
      resolve: ({ severity }) => severity,
    }),
    personId: t.int({ description: 'Whom it is about.', resolve: ({ personId }) => personId }),
    text: t.string({
      description:
        'The finding as a sentence, in the language of the request if that is one of English, Dutch and German; else in English.',
      resolve: async (clash, _args, { loaders, sentenceLang }) =>
        clashText(
          factsOf(clash),
          (await loaders.userName.load(clash.personId)) ?? String(clash.personId),
          sentenceLang,
        ),
    }),
    jobs: t.field({
      type: [DispatchJob],
      description: 'The jobs that it concerns, the earliest first.',
      resolve: (clash) => jobsOf(clash).map(({ job }) => job),
    }),
  }),
});
