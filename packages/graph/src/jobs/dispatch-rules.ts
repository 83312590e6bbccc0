import type { TimeUnit } from '@channel/prisma';
import { builder } from '../builder.ts';
import { PenaltyUnit } from '../orders/cancellation-terms.ts';
import { City } from '../places/city.ts';
import { holds, staffOrganizationIds } from '../shared/principals.ts';

/** The members of the rules, each with its bounds: minutes, and kilometres per hour. */
export const BOUNDS = {
  guideMinutes: { min: 1, max: 1_440 },
  transferMinutes: { min: 1, max: 1_440 },
  travelSpeed: { min: 1, max: 300 },
  travelMargin: { min: 0, max: 240 },
} as const;

export type Member = keyof typeof BOUNDS;

builder.prismaObject('TravelTime', {
  fields: (t) => ({
    from: t.relation('from', { type: City, description: 'One city.' }),
    to: t.relation('to', { type: City, description: 'The other city.' }),
    minutes: t.exposeInt('minutes', { description: 'The time in minutes.' }),
  }),
});

type Usual = Record<Member, number> & { penaltyUnit: TimeUnit };

const UsualRules = builder.objectRef<Usual>('UsualDispatchRules').implement({
  description: 'How the installation estimates jobs and ways.',
  fields: (t) => ({
    guideMinutes: t.exposeInt('guideMinutes', { description: 'Minutes of a guide job whose end is unknown.' }),
    transferMinutes: t.exposeInt('transferMinutes', { description: 'Minutes of a transfer.' }),
    travelSpeed: t.exposeInt('travelSpeed', {
      description: 'Kilometres per hour, as the crow flies, between two jobs.',
    }),
    travelMargin: t.exposeInt('travelMargin', {
      description: 'Minutes that should remain between the arrival from one job and the start of the next.',
    }),
    penaltyUnit: t.expose('penaltyUnit', {
      type: PenaltyUnit,
      description: 'The unit of the times of cancellation penalties.',
    }),
  }),
});

export const DispatchRules = builder.prismaObject('Organization', {
  variant: 'DispatchRules',
  description:
    'How an organization estimates jobs and ways, and reads its cancellation penalties; what it has not set is as the installation sets it.',
  fields: (t) => ({
    organizationId: t.exposeInt('id', { description: "The organization's id." }),
    version: t.exposeInt('version'),
    guideMinutes: t.exposeInt('guideMinutes', { nullable: true }),
    transferMinutes: t.exposeInt('transferMinutes', { nullable: true }),
    travelSpeed: t.exposeInt('travelSpeed', { nullable: true }),
    travelMargin: t.exposeInt('travelMargin', { nullable: true }),
    penaltyUnit: t.expose('penaltyUnit', { type: PenaltyUnit, nullable: true }),
    usual: t.field({
      type: UsualRules,
      description: 'The values of the installation, for what is null.',
      resolve: (_rules, _args, { settings }) => settings,
    }),
    travelTimes: t.relation('travelTimes', {
      description: 'The times between cities that the organization has set, in both directions.',
      query: { orderBy: [{ fromCityId: 'asc' }, { toCityId: 'asc' }] },
    }),
    mayChange: t.boolean({
      description: 'Whether the viewer may change them.',
      resolve: ({ id }, _args, context) => holds(context, 'administer', id),
    }),
  }),
});

builder.queryField('dispatchRules', (t) =>
  t.prismaField({
    type: [DispatchRules],
    description: 'The rules of the organizations in which the viewer is staff, by name.',
    resolve: (query, _root, _args, context) =>
      context.db.organization.findMany({
        ...query,
        where: { id: { in: staffOrganizationIds(context) } },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      }),
  }),
);
