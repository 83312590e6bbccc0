import type { Tx } from '@channel/prisma';
import { z } from 'zod';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, invalid, notFound } from '../errors.ts';
import { changesOf, edited, inEdit, lastValues, record } from '../shared/edit.ts';
import { type Existing, existing, expectVersion } from '../shared/expected-version.ts';
import { checkSchedule } from './catalogue-rules.ts';
import { MAX_OF_LEVEL, scheduleValues } from './catalogue-values.ts';
import { dropDepartures, followSchedules } from './follow-schedules.ts';
import { type ManagedLevel, managedLevel } from './managed-level.ts';
import { Schedule } from './schedule.ts';

const ScheduleInput = builder.inputType('ScheduleInput', {
  description: 'The members of a schedule. A member that is left out keeps its value.',
  fields: (t) => ({
    validFrom: t.field({ type: 'Date', description: 'First day; null: from today on.' }),
    validTo: t.field({ type: 'Date', description: 'Last day; null: no end.' }),
    weekdays: t.intList({ description: 'ISO weekdays (1 is Monday); empty: every day.' }),
    startTime: t.field({
      type: 'LocalTime',
      description: 'Start of each departure: `per_slot` and `per_time` need it.',
    }),
    endTime: t.field({ type: 'LocalTime', description: 'End of each departure: `per_slot` needs it.' }),
    capacity: t.int({ description: 'Places of each departure.' }),
    expirationDate: t.field({
      type: 'Date',
      description: 'Last day on which a pass can be used; null: no such limit.',
    }),
    expirationMinutesAfterBooking: t.int({
      description: 'Minutes after booking until a pass expires; null: no such limit.',
    }),
  }),
});

type Input = typeof ScheduleInput.$inferInput;

const form = z.object(scheduleValues);

/** A schedule of an organization that the actor administers, with its service level. */
async function managed(tx: Tx, context: Context, { id, expectedVersion }: Existing) {
  const found = await tx.schedule.findUnique({ where: { id }, select: { serviceLevelId: true } });
  const level = await managedLevel(tx, context, found?.serviceLevelId ?? 0, notFound('Schedule'));
  await expectVersion(tx, 'Schedule', id, expectedVersion);
  const former = await tx.schedule.findUnique({ where: { id } });
  if (!former) throw notFound('Schedule');
  return { level, former };
}

async function save(
  tx: Tx,
  context: Context,
  level: ManagedLevel,
  former: { id: number } | null,
  input: Input,
): Promise<number> {
  const edit = edited(form, former, input);
  const fieldErrors = new FieldErrors();
  checkSchedule(edit.next, level.availabilityType, {
    add: (path, message) => fieldErrors.add(['input', ...path], message),
  });
  fieldErrors.throwIfAny();
  const change = changesOf(edit);
  if (former && !change) return former.id;
  const data = edit.next;
  const { id } = former
    ? await tx.schedule.update({ where: { id: former.id }, data, select: { id: true } })
    : await tx.schedule.create({ data: { ...data, serviceLevelId: level.id }, select: { id: true } });
  await followSchedules(tx, context, level.id);
  const subject = { entity: 'schedule', entityId: id, organizationId: level.organizationId };
  if (former) await record(tx, context, subject, 'update', { ...change });
  else await record(tx, context, subject, 'create', { after: { serviceLevelId: level.id, ...change?.after } });
  return id;
}

async function create(tx: Tx, context: Context, serviceLevelId: number, input: Input): Promise<number> {
  const level = await managedLevel(tx, context, serviceLevelId);
  if ((await tx.schedule.count({ where: { serviceLevelId } })) >= MAX_OF_LEVEL)
    throw invalid([{ path: ['serviceLevelId'], message: `must have fewer than ${MAX_OF_LEVEL} schedules.` }]);
  return save(tx, context, level, null, input);
}

const existingSchedule = existing('schedule');

builder.mutationFields((t) => ({
  createSchedule: t.prismaField({
    type: Schedule,
    description:
      'Adds a schedule to a service level and creates its departures up to the horizon of the installation. For administrators of the organization.',
    args: {
      serviceLevelId: t.arg.int({ required: true, description: 'The service level whose departures it creates.' }),
      input: t.arg({ type: ScheduleInput, required: true, description: 'The schedule; its capacity is required.' }),
    },
    resolve: async (query, _root, { serviceLevelId, input }, context) => {
      const id = await inEdit(context, (tx) => create(tx, context, serviceLevelId, input));
      return context.db.schedule.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  updateSchedule: t.prismaField({
    type: Schedule,
    description:
      'Changes a schedule and its future departures. Those that have, or ever had, bookings and those changed by hand stay as they are. For administrators of the organization.',
    args: {
      ...existingSchedule,
      input: t.arg({ type: ScheduleInput, required: true, description: 'The members to change.' }),
    },
    resolve: async (query, _root, { id, input, expectedVersion }, context) => {
      await inEdit(context, async (tx) => {
        const { level, former } = await managed(tx, context, { id, expectedVersion });
        await save(tx, context, level, former, input);
      });
      return context.db.schedule.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  deleteSchedule: t.boolean({
    description:
      'Deletes a schedule and its future departures, except those that have, or ever had, bookings and those changed by hand. For administrators of the organization.',
    args: existingSchedule,
    resolve: async (_root, { id, expectedVersion }, context) => {
      await inEdit(context, async (tx) => {
        const { level, former } = await managed(tx, context, { id, expectedVersion });
        await dropDepartures(tx, context, id);
        await tx.schedule.delete({ where: { id }, select: { id: true } });
        // Another schedule may want some of these departures, too.
        await followSchedules(tx, context, level.id);
        const subject = { entity: 'schedule', entityId: id, organizationId: level.organizationId };
        await record(tx, context, subject, 'delete', lastValues(former));
      });
      return true;
    },
  }),
}));
