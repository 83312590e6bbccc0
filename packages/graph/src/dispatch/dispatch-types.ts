import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import { Order } from '../orders/order.ts';
import { User } from '../people/user.ts';
import type { ClashKind } from './clashes.ts';
import type { Job } from './load-board.ts';

export const DispatchTask = builder.enumType('DispatchTask', {
  description: 'The part of an order to which a user is dispatched.',
  values: {
    pickup: { description: 'Bringing the guests to the experience.' },
    dropoff: { description: 'Bringing them back.' },
    guide: { description: 'Guiding them.' },
  } as const,
});

export const DispatchClashKind = builder.enumType('DispatchClashKind', {
  description: 'Why a person cannot do two jobs.',
  values: {
    overlap: { description: 'The second begins before the first has ended.' },
    twoPlaces: { description: 'They begin at the same instant in different places.' },
    unknownEnd: { description: 'The second begins on the day of the first, whose end is unknown.' },
  } as const,
});

type OrderRow = Prisma.OrderGetPayload<object>;

/** A job with its order, as it was selected. */
export type JobWithOrder = Job & { order: OrderRow };

const DispatchPlace = builder.objectRef<{ address: string }>('DispatchPlace').implement({
  description: 'A place where guests wait or are brought to.',
  fields: (t) => ({ address: t.exposeString('address', { description: 'The address in one line.' }) }),
});

export const DispatchJob = builder.objectRef<JobWithOrder>('DispatchJob').implement({
  description: 'A task of an order, assigned to a user or unassigned.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'The task and the order, such as `pickup:17`.' }),
    task: t.expose('task', { type: DispatchTask, description: 'The task.' }),
    order: t.field({ type: Order, description: 'The order of the task.', resolve: ({ order }) => order }),
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
      resolve: ({ between }) => between?.startsAt ?? null,
    }),
    endsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The instant at which it ends; null while day or time are not set, and where the end is unknown.',
      resolve: ({ between }) => between?.endsAt ?? null,
    }),
    isEstimated: t.boolean({
      description:
        'Whether the end is estimated: a pickup lasts until the experience begins, a dropoff for a configured duration.',
      resolve: ({ between }) => between?.isEstimated ?? false,
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

/** A clash between jobs with their orders. */
export type ShownClash = { kind: ClashKind; personId: number; jobs: JobWithOrder[] };

export const DispatchClash = builder.objectRef<ShownClash>('DispatchClash').implement({
  description: 'Two jobs that the same person cannot do both.',
  fields: (t) => ({
    kind: t.expose('kind', { type: DispatchClashKind, description: 'Why.' }),
    personId: t.exposeInt('personId', { description: 'Who.' }),
    jobs: t.expose('jobs', { type: [DispatchJob], description: 'Both jobs, the earlier one first.' }),
  }),
});

/** The effect of publishing a draft. */
export type DraftState = {
  moves: number;
  orders: number;
  stale: number;
  clashes: number;
  webhooks: number;
  days: Date[];
};

export const DispatchDraft = builder.objectRef<DraftState>('DispatchDraft').implement({
  description: "The viewer's draft of the dispatch board and the effect of publishing it.",
  fields: (t) => ({
    moves: t.exposeInt('moves', { description: 'Tasks that it changes.' }),
    orders: t.exposeInt('orders', { description: 'Orders that publishing would change.' }),
    stale: t.exposeInt('stale', {
      description: 'Tasks that were changed since: publishing skips them unless they are drafted again.',
    }),
    clashes: t.exposeInt('clashes', { description: 'Clashes that a drafted task is part of, on any day.' }),
    webhooks: t.exposeInt('webhooks', { description: 'Webhooks that publishing would send.' }),
    days: t.expose('days', { type: ['Date'], description: 'Days of the drafted tasks, in ascending order.' }),
  }),
});

/** The content of the board for a range of days. */
export type Board = {
  from: Date;
  to: Date;
  jobs: JobWithOrder[];
  clashes: ShownClash[];
  drivers: (typeof User.$inferType)[];
  guides: (typeof User.$inferType)[];
};

export const DispatchBoard = builder.objectRef<Board>('DispatchBoard').implement({
  description: 'Pickups, dropoffs and guide jobs of a range of days.',
  fields: (t) => ({
    from: t.expose('from', { type: 'Date', description: 'First day.' }),
    to: t.expose('to', { type: 'Date', description: 'Last day.' }),
    jobs: t.expose('jobs', {
      type: [DispatchJob],
      description: 'The jobs of these days by start time; those without a time come last.',
    }),
    clashes: t.expose('clashes', {
      type: [DispatchClash],
      description: 'Clashes of which at least one job is on these days.',
    }),
    drivers: t.expose('drivers', {
      type: [User],
      description: 'Users who may drive or are assigned as drivers, by name.',
    }),
    guides: t.expose('guides', {
      type: [User],
      description: 'Users who may guide or are assigned as guides, by name.',
    }),
  }),
});
