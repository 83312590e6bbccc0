import type { Tx } from '@channel/prisma';
import { z } from 'zod';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, FieldErrors, invalid, notFound } from '../errors.ts';
import { dateAt } from '../shared/calendar.ts';
import { administered, changesOf, edited, inEdit, lastValues, record } from '../shared/edit.ts';
import { type Existing, existing, expectVersion } from '../shared/expected-version.ts';
import { lockRows } from '../shared/rows.ts';
import { date } from '../shared/values.ts';
import { Departure } from './catalogue-level.ts';
import { checkTimes } from './catalogue-rules.ts';
import { scheduleValues } from './catalogue-values.ts';
import { type ManagedLevel, managedLevel } from './managed-level.ts';
import { staffCatalogue } from './staff-catalogue.ts';

export const NewDeparture = builder.inputType('NewDeparture', {
  description: 'A departure that no schedule creates.',
  fields: (t) => ({
    date: t.field({ type: 'Date', description: 'The day at the place; null for a pass alone.' }),
    startTime: t.field({ type: 'LocalTime', description: 'Its start: `per_slot` and `per_time` need it.' }),
    endTime: t.field({ type: 'LocalTime', description: 'Its end: `per_slot` needs it.' }),
    capacity: t.int({ required: true, description: 'Its places.' }),
    expirationDate: t.field({
      type: 'Date',
      description: 'Last day on which a pass can be used; null: no such limit.',
    }),
    expirationMinutesAfterBooking: t.int({
      description: 'Minutes after booking until a pass expires; null: no such limit.',
    }),
  }),
});

export const DepartureChange = builder.inputType('DepartureChange', {
  description: 'The members of a departure that can be changed. A member that is left out keeps its value.',
  fields: (t) => ({
    capacity: t.int({ description: 'Its places: not fewer than are booked or held.' }),
    isClosed: t.boolean({ description: 'True: no further places are sold, also if some are released.' }),
  }),
});

const { validFrom: _from, validTo: _to, weekdays: _weekdays, ...departureValues } = scheduleValues;
const newForm = z.object({ ...departureValues, date: date.nullable().default(null) });
const changeForm = z.object({ capacity: scheduleValues.capacity, isClosed: z.boolean() });

const DATED = ['per_slot', 'per_time', 'daily'];

function checkNew(context: Context, level: ManagedLevel, timeZone: string, departure: z.output<typeof newForm>): void {
  const fieldErrors = new FieldErrors();
  checkTimes(departure, level.availabilityType, {
    add: (path, message) => fieldErrors.add(['input', ...path], message),
  });
  const { date: day } = departure;
  if (!day && DATED.includes(level.availabilityType)) fieldErrors.add(['input', 'date'], 'is required.');
  if (day && level.availabilityType === 'pass')
    fieldErrors.add(['input', 'date'], 'must be null: a pass is sold for every day.');
  if (day && day < dateAt(context.now, timeZone)) fieldErrors.add(['input', 'date'], 'must not be in the past.');
  if (day && (day < level.offerTimeStart || day > level.offerTimeEnd))
    fieldErrors.add(['input', 'date'], 'must be within the offer of the service level.');
  fieldErrors.throwIfAny();
}

/** Adds a departure to a service level. @returns its id */
export async function createDeparture(
  tx: Tx,
  context: Context,
  serviceLevelId: number,
  input: typeof NewDeparture.$inferInput,
): Promise<number> {
  const level = await managedLevel(tx, context, serviceLevelId);
  const { next } = edited(newForm, null, input);
  const { timeZone } = await tx.city.findUniqueOrThrow({ where: { id: level.product.cityId } });
  checkNew(context, level, timeZone, next);
  const [made] = await tx.availability.createManyAndReturn({
    data: { ...next, serviceLevelId },
    skipDuplicates: true,
    select: { id: true },
  });
  if (!made) throw invalid([{ path: ['input', 'date'], message: 'has a departure at this time already.' }]);
  const { organizationId } = level;
  const after = { serviceLevelId, ...changesOf({ former: null, next })?.after };
  await record(tx, context, { entity: 'departure', entityId: made.id, organizationId }, 'create', { after });
  return made.id;
}

/** A departure of an organization that the actor administers, locked: its places stay as they are meanwhile. */
async function managed(tx: Tx, context: Context, { id, expectedVersion }: Existing) {
  await lockRows(tx, 'Availability', { id, serviceLevel: { product: staffCatalogue(context) } });
  const row = await tx.availability.findFirst({
    where: { id, serviceLevel: { product: staffCatalogue(context) } },
    include: { serviceLevel: { select: { product: { select: { organizationId: true } } } } },
  });
  const departure = administered(
    context,
    row && { ...row, organizationId: row.serviceLevel.product.organizationId },
    notFound('Departure'),
  );
  await expectVersion(tx, 'Availability', id, expectedVersion);
  return departure;
}

type Change = Existing & { input: typeof DepartureChange.$inferInput };

/** Changes a departure; it then no longer follows its schedule. */
export async function updateDeparture(tx: Tx, context: Context, { input, ...named }: Change): Promise<void> {
  const { id, organizationId, booked, ...former } = await managed(tx, context, named);
  const edit = edited(changeForm, former, input);
  const { capacity } = edit.next;
  if (capacity < booked) throw conflict(`The departure has ${booked} places that are booked or held.`);
  const change = changesOf(edit);
  if (!change) return;
  // The changes of its schedule would undo this one.
  await tx.availability.update({ where: { id }, data: { ...edit.next, scheduleId: null }, select: { id: true } });
  await record(tx, context, { entity: 'departure', entityId: id, organizationId }, 'update', change);
}

const existingDeparture = existing('departure');

builder.mutationFields((t) => ({
  createDeparture: t.prismaField({
    type: Departure,
    description: 'Adds a single departure to a service level. For administrators of the organization.',
    args: {
      serviceLevelId: t.arg.int({ required: true, description: 'The service level that departs.' }),
      input: t.arg({ type: NewDeparture, required: true, description: 'The departure.' }),
    },
    resolve: async (query, _root, { serviceLevelId, input }, context) => {
      const id = await inEdit(context, (tx) => createDeparture(tx, context, serviceLevelId, input));
      return context.db.availability.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  updateDeparture: t.prismaField({
    type: Departure,
    description:
      'Changes the places of a departure, closes it or opens it again. Bookings stay as they are. It no longer follows its schedule. For administrators of the organization.',
    args: {
      ...existingDeparture,
      input: t.arg({ type: DepartureChange, required: true, description: 'The members to change.' }),
    },
    resolve: async (query, _root, changed, context) => {
      await inEdit(context, (tx) => updateDeparture(tx, context, changed));
      return context.db.availability.findUniqueOrThrow({ ...query, where: { id: changed.id } });
    },
  }),
  deleteDeparture: t.boolean({
    description:
      'Deletes a departure that never had bookings. A schedule that wants it creates it again: close it instead. For administrators of the organization.',
    args: existingDeparture,
    resolve: async (_root, { id, expectedVersion }, context) => {
      await inEdit(context, async (tx) => {
        const {
          organizationId,
          serviceLevelId,
          date: day,
          startTime,
          endTime,
          capacity,
        } = await managed(tx, context, { id, expectedVersion });
        await tx.availability.delete({ where: { id }, select: { id: true } });
        const former = { serviceLevelId, date: day, startTime, endTime, capacity };
        await record(tx, context, { entity: 'departure', entityId: id, organizationId }, 'delete', lastValues(former));
      });
      return true;
    },
  }),
}));
