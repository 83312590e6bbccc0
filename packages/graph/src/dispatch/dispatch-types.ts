import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import { Order } from '../orders/order.ts';
import { User } from '../people/user.ts';
import type { ClashKind } from './clashes.ts';
import type { Job } from './load-board.ts';

export const DispatchTask = builder.enumType('DispatchTask', {
  description: 'What of an order somebody is dispatched to.',
  values: {
    pickup: { description: 'Bringing the guests to the experience.' },
    dropoff: { description: 'Bringing them back.' },
    guide: { description: 'Guiding them.' },
  } as const,
});

export const DispatchClashKind = builder.enumType('DispatchClashKind', {
  description: 'Why somebody cannot do two jobs.',
  values: {
    overlap: { description: 'The second begins before the first has ended.' },
    twoPlaces: { description: 'They begin at the same moment in different places.' },
    unknownEnd: { description: 'The second begins on the day of the first, of which nobody knows when it ends.' },
  } as const,
});

type OrderRow = Prisma.OrderGetPayload<object>;

/** A job with its order, as it was selected. */
export type JobWithOrder = Job & { order: OrderRow };

const DispatchPlace = builder.objectRef<{ address: string }>('DispatchPlace').implement({
  description: 'A spot where guests wait, or are brought to.',
  fields: (t) => ({ address: t.exposeString('address', { description: 'The address as one line.' }) }),
});

export const DispatchJob = builder.objectRef<JobWithOrder>('DispatchJob').implement({
  description: 'Something that somebody does for an order, or that nobody does yet.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'The task and the order, such as `pickup:17`.' }),
    task: t.expose('task', { type: DispatchTask, description: 'What is to be done.' }),
    order: t.field({ type: Order, description: 'For which order.', resolve: ({ order }) => order }),
    day: t.expose('day', { type: 'Date', nullable: true, description: 'The day at the place.' }),
    time: t.expose('time', {
      type: 'LocalTime',
      nullable: true,
      description: 'When it begins, by the clock of the place; null until set.',
    }),
    timeZone: t.exposeString('timeZone', { description: 'IANA time zone of the place.' }),
    startsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it begins; null while day or time are not set.',
      resolve: ({ between }) => between?.startsAt ?? null,
    }),
    endsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it ends; null while day or time are not set, and where that is not known.',
      resolve: ({ between }) => between?.endsAt ?? null,
    }),
    isEstimated: t.boolean({
      description:
        'Whether the end is reckoned: a pickup lasts until the experience begins, a dropoff for a usual time.',
      resolve: ({ between }) => between?.isEstimated ?? false,
    }),
    personId: t.exposeInt('personId', { nullable: true, description: 'Who does it; null: nobody yet.' }),
    publishedPersonId: t.exposeInt('publishedPersonId', {
      nullable: true,
      description: 'Who does it as everybody else sees it.',
    }),
    isDrafted: t.exposeBoolean('isDrafted', { description: "Whether the viewer's draft changes it." }),
    isStale: t.exposeBoolean('isStale', {
      description: 'Whether somebody changed since what the draft is to change.',
    }),
    departure: t.exposeString('departure', {
      description: 'The same for all orders that go together: on the same day, at the same time, to the same.',
    }),
    place: t.field({
      type: DispatchPlace,
      nullable: true,
      description: 'Where guests wait or are brought to; null until set, and for guiding.',
      resolve: ({ address }) => (address === null ? null : { address }),
    }),
    passengerCount: t.exposeInt('passengerCount', { description: 'How many travel, the leader included.' }),
  }),
});

/** A clash between jobs with their orders. */
export type ShownClash = { kind: ClashKind; personId: number; jobs: JobWithOrder[] };

export const DispatchClash = builder.objectRef<ShownClash>('DispatchClash').implement({
  description: 'Two jobs that the same person cannot do both.',
  fields: (t) => ({
    kind: t.expose('kind', { type: DispatchClashKind, description: 'Why.' }),
    personId: t.exposeInt('personId', { description: 'Who.' }),
    jobs: t.expose('jobs', { type: [DispatchJob], description: 'Both, the earlier one first.' }),
  }),
});

/** What a draft comes to. */
export type DraftState = {
  moves: number;
  orders: number;
  stale: number;
  clashes: number;
  webhooks: number;
  days: Date[];
};

export const DispatchDraft = builder.objectRef<DraftState>('DispatchDraft').implement({
  description: "The viewer's draft of the dispatch board: what publishing it would do.",
  fields: (t) => ({
    moves: t.exposeInt('moves', { description: 'Tasks that it changes.' }),
    orders: t.exposeInt('orders', { description: 'Orders that publishing would change.' }),
    stale: t.exposeInt('stale', {
      description: 'Tasks that somebody changed since: they are left alone unless they are drafted anew.',
    }),
    clashes: t.exposeInt('clashes', { description: 'Clashes that a drafted task is part of, on whatever day.' }),
    webhooks: t.exposeInt('webhooks', { description: 'Webhooks that publishing would send.' }),
    days: t.expose('days', { type: ['Date'], description: 'Days of the drafted tasks, in their order.' }),
  }),
});

/** What is shown of some days. */
export type Board = {
  from: Date;
  to: Date;
  jobs: JobWithOrder[];
  clashes: ShownClash[];
  drivers: (typeof User.$inferType)[];
  guides: (typeof User.$inferType)[];
};

export const DispatchBoard = builder.objectRef<Board>('DispatchBoard').implement({
  description: 'Who picks up, brings back and guides whom on some days.',
  fields: (t) => ({
    from: t.expose('from', { type: 'Date', description: 'First day.' }),
    to: t.expose('to', { type: 'Date', description: 'Last day.' }),
    jobs: t.expose('jobs', {
      type: [DispatchJob],
      description: 'The jobs of these days by their beginning; those without a time come last.',
    }),
    clashes: t.expose('clashes', {
      type: [DispatchClash],
      description: 'Clashes of which at least one job is on these days.',
    }),
    drivers: t.expose('drivers', { type: [User], description: 'Who may drive, or is to, by name.' }),
    guides: t.expose('guides', { type: [User], description: 'Who may guide, or is to, by name.' }),
  }),
});
