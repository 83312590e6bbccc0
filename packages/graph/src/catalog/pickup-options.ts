import { fieldSql, member, related, sameRow, sql, values } from 'graphql-sql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { onePlan } from '../shared/plans.ts';
import { posRole } from './pos-role.ts';
import { published, sellableBy } from './visible-products.ts';

type Range = { start: Date | null; end: Date | null };

const TimeRange = builder.objectRef<Range>('TimeRange').implement({
  description: 'A range of times of day.',
  fields: (t) => ({
    start: t.expose('start', {
      type: 'LocalTime',
      nullable: true,
      description: 'Start; null where no range is set.',
    }),
    end: t.expose('end', { type: 'LocalTime', nullable: true, description: 'End; null where no range is set.' }),
  }),
});

builder.prismaObject('PickupPlace', {
  fields: (t) => ({
    pointId: t.int({
      description: "Id of the place's point, which an order's pickup references.",
      extensions: fieldSql((row) => ({ value: member(row, 'pointId') })),
      resolve: (place) => place.pointId,
    }),
    address: t.string({
      description: 'The address in one line.',
      select: { point: { select: { address: true } } },
      extensions: fieldSql((row) => ({
        value: sql`(SELECT p.address FROM point p WHERE p.id = ${member(row, 'pointId')})`,
      })),
      resolve: (place) => place.point.address,
    }),
    timeBefore: t.exposeInt('timeBefore', {
      description: 'How long before the start guests are picked up here; its unit is not defined by the contract.',
    }),
    timeRange: t.field({
      type: TimeRange,
      description: 'The times at which guests can be picked up here.',
      extensions: fieldSql((row) => ({
        object: values(row, { start: member(row, 'timeStart'), end: member(row, 'timeEnd') }),
      })),
      resolve: (place) => ({ start: place.timeStart, end: place.timeEnd }),
    }),
  }),
});

const PickupTime = builder.prismaObject('PickupTime', {
  fields: (t) => ({
    timeId: t.exposeInt('id', { description: "The time's id." }),
    time: t.expose('time', { type: 'LocalTime', description: 'The local time of day at the place.' }),
  }),
});

type Selection = { range: Range; times: (typeof PickupTime.$inferType)[] };

const TimeSelection = builder.objectRef<Selection>('PickupTimeSelection').implement({
  description: 'The times of day that guests can choose.',
  fields: (t) => ({
    timeRange: t.field({
      type: TimeRange,
      description: 'Any time in this range.',
      extensions: fieldSql((row) => ({
        object: values(row, { start: member(row, 'timeRangeStart'), end: member(row, 'timeRangeEnd') }),
      })),
      resolve: ({ range }) => range,
    }),
    timeList: t.field({
      type: [PickupTime],
      description: 'One of these times.',
      extensions: fieldSql((row) => ({ rows: related(row, 'times', { orderBy: { time: 'asc' } }) })),
      resolve: ({ times }) => times,
    }),
  }),
});

builder.prismaObject('PickupOptions', {
  fields: (t) => ({
    type: t.exposeString('type'),
    timeWindow: t.exposeInt('timeWindow'),
    timeBefore: t.exposeInt('timeBefore'),
    places: t.relation('places', {
      description: 'The pickup places, in the order of the catalogue.',
      query: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
    }),
    timeSelection: t.field({
      type: TimeSelection,
      description: 'The pickup times.',
      extensions: sameRow(),
      select: { times: { orderBy: { time: 'asc' } } },
      resolve: (options) => ({
        range: { start: options.timeRangeStart, end: options.timeRangeEnd },
        times: options.times,
      }),
    }),
  }),
});

const pickupPlan = ({ role, serviceLevelId }: { role: string; serviceLevelId: number }, context: Context) => ({
  where: {
    serviceLevelId,
    serviceLevel: { product: { AND: [sellableBy([posRole(context, role).id]), published] } },
  },
});

builder.queryField('pickupOptions', (t) =>
  t.prismaField({
    type: 'PickupOptions',
    description: 'The pickup options of a service level.',
    args: {
      role: t.arg.string({ required: true, description: 'Id or name of a role of the viewer.' }),
      serviceLevelId: t.arg.int({ required: true, description: 'Id of the service level.' }),
    },
    extensions: onePlan('PickupOptions', pickupPlan),
    resolve: async (query, _root, args, context) => {
      const options = await context.db.pickupOptions.findFirst({ ...query, ...pickupPlan(args, context) });
      if (!options) throw notFound('Service level with pickup');
      return options;
    },
  }),
);
