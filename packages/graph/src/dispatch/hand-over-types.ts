import { builder } from '../builder.ts';
import { DispatchClash, DispatchJob } from '../jobs/job-types.ts';
import { User } from '../people/user.ts';
import {
  type HandOver,
  type HandOverGroup,
  handOver,
  MAX_DAYS,
  MAX_GROUPS,
  MAX_PEOPLE,
  type Substitute,
} from './hand-over.ts';

const HandOverGroupType = builder.objectRef<HandOverGroup>('HandOverGroup').implement({
  description: 'Jobs that are handed over together: those of a departure on a day.',
  fields: (t) => ({
    groupId: t.exposeString('id', { description: 'Identifies the group within the answer.' }),
    jobs: t.expose('jobs', { type: [DispatchJob], description: "The jobs, with the viewer's draft applied." }),
    suggested: t.expose('suggested', {
      type: User,
      nullable: true,
      description:
        'Somebody who is free, also after the suggestions for earlier groups, with few jobs; null where nobody is, and for jobs that the draft changes.',
    }),
  }),
});

const SubstituteType = builder.objectRef<Substitute>('Substitute').implement({
  description: 'Somebody who may take over jobs.',
  fields: (t) => ({
    person: t.expose('person', { type: User, description: 'The person.' }),
    free: t.exposeStringList('free', {
      description:
        'Ids of the groups that the person can do, each by itself. Findings that everybody would have do not count.',
    }),
    busy: t.exposeStringList('busy', { description: 'Ids of the groups that the person cannot do.' }),
    clashes: t.expose('clashes', {
      type: [DispatchClash],
      description: 'Why the person cannot do the groups in `busy`: up to 3 findings for each.',
    }),
    jobs: t.exposeInt('jobs', { description: 'Number of jobs of the person near these days.' }),
  }),
});

const HandOverType = builder.objectRef<HandOver>('HandOver').implement({
  description: 'The jobs of a person on some days, and who can do them instead.',
  fields: (t) => ({
    person: t.expose('person', { type: User, description: 'The person who is replaced.' }),
    groups: t.expose('groups', {
      type: [HandOverGroupType],
      description:
        "The jobs of the person by time, published or drafted. Those that the viewer's draft gives to somebody else are among them until it is published.",
    }),
    substitutes: t.expose('substitutes', {
      type: [SubstituteType],
      description: `People who may do at least one of these jobs, by name; at most ${MAX_PEOPLE} for each kind of job.`,
    }),
  }),
});

builder.queryField('handOver', (t) =>
  t.field({
    type: HandOverType,
    description:
      'Who can do the jobs of a person on some days instead, by the same rule as `clashes` and with the viewer’s draft applied. Nothing is changed: `draftDispatch` and `publishDispatch` hand the jobs over. For staff of an organization of the person.',
    args: {
      personId: t.arg.int({ required: true, description: "The person's id." }),
      from: t.arg({ type: 'Date', required: true, description: 'First day, as the local date of each place.' }),
      to: t.arg({
        type: 'Date',
        required: true,
        description: `Last day; at most ${MAX_DAYS} days with at most ${MAX_GROUPS} groups of jobs.`,
      }),
    },
    resolve: (_root, args, context) => handOver(context, args),
  }),
);
