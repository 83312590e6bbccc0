import { builder } from '../builder.ts';
import { digestOfAll } from '../jobs/clash-digest.ts';
import { factsOf } from '../jobs/clash-text.ts';
import type { Clash } from '../jobs/clash-types.ts';
import { DispatchClash, DispatchJob } from '../jobs/job-types.ts';
import type { Job, PlacedJob } from '../jobs/load-jobs.ts';
import { type PersonCalendar, PersonCalendarType } from '../jobs/person-calendar.ts';
import { User } from '../people/user.ts';

/** The effect of publishing a draft. */
export type DraftState = {
  moves: number;
  orders: number;
  stale: number;
  clashes: Clash<PlacedJob>[];
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
    clashes: t.int({
      description: 'Number of findings that a drafted task is part of, on any day.',
      resolve: ({ clashes }) => clashes.length,
    }),
    clashList: t.field({
      type: [DispatchClash],
      description: 'These findings, at most 1,000.',
      resolve: ({ clashes }) => clashes,
    }),
    clashesDigest: t.string({
      description: 'Identifies these findings: `publishDispatch` takes it and refuses where there are others by then.',
      resolve: ({ clashes }) => digestOfAll(clashes.map(factsOf)),
    }),
    webhooks: t.exposeInt('webhooks', { description: 'Webhooks that publishing would send.' }),
    days: t.expose('days', { type: ['Date'], description: 'Days of the drafted tasks, in ascending order.' }),
  }),
});

/** The content of the board for a range of days. */
export type Board = {
  from: Date;
  to: Date;
  jobs: Job[];
  clashes: Clash<PlacedJob>[];
  drivers: (typeof User.$inferType)[];
  guides: (typeof User.$inferType)[];
  calendars: PersonCalendar[];
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
      description: 'Findings of which at least one job is shown, at most 1,000.',
    }),
    drivers: t.expose('drivers', {
      type: [User],
      description: 'Users who may drive or are assigned as drivers, by name.',
    }),
    guides: t.expose('guides', {
      type: [User],
      description: 'Users who may guide or are assigned as guides, by name.',
    }),
    calendars: t.expose('calendars', {
      type: [PersonCalendarType],
      description: 'The calendars of these people who have working hours, or an absence on these days.',
    }),
  }),
});
