import { inTransaction, type Prisma, type Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, FieldErrors, forbidden, notFound } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { timeText } from '../shared/calendar.ts';
import { expectedVersion, expectVersion } from '../shared/expected-version.ts';
import { staffOrganizationIds } from '../shared/principals.ts';
import { lockRows } from '../shared/rows.ts';
import { calendarOf, calendarPerson, mayChangeCalendars, PersonCalendarType } from './person-calendar.ts';
import { hoursOf, MAX_SHIFTS, overlappingHours } from './working-time.ts';

const MAX_ABSENCES = 1_000;
const MAX_REASON = 200;

const WorkingHoursInput = builder.inputType('WorkingHoursInput', {
  description: 'Hours of a weekday.',
  fields: (t) => ({
    weekday: t.int({ required: true, description: 'ISO weekday: 1 is Monday.' }),
    from: t.field({ type: 'LocalTime', required: true, description: 'When the work starts.' }),
    to: t.field({
      type: 'LocalTime',
      required: true,
      description: 'When it ends; not after the start: on the next day.',
    }),
  }),
});

const AbsenceInput = builder.inputType('AbsenceInput', {
  description: 'A span in which a person does not work.',
  fields: (t) => ({
    from: t.field({ type: 'LocalDateTime', required: true, description: 'When it starts, in local time.' }),
    until: t.field({ type: 'LocalDateTime', required: true, description: 'When it ends, in local time.' }),
    reason: t.string({ description: `A word for colleagues, at most ${MAX_REASON} characters.` }),
  }),
});

type Shift = typeof WorkingHoursInput.$inferInput;
type AbsenceValues = typeof AbsenceInput.$inferInput;
type Of = { personId: number; organizationId: number };

const person = {
  personId: { required: true, description: "The person's id." },
  organizationId: { required: true, description: "The organization's id." },
} as const;

builder.mutationFields((t) => ({
  setWorkingHours: t.field({
    type: PersonCalendarType,
    description: `Replaces the working hours of a person; without any, the person is available at all hours. For staff who see all orders of the organization; at most ${MAX_SHIFTS}.`,
    args: {
      personId: t.arg.int(person.personId),
      organizationId: t.arg.int(person.organizationId),
      hours: t.arg({ type: [WorkingHoursInput], required: true, description: 'All hours of the week.' }),
    },
    resolve: (_root, { hours, ...of }, context) =>
      changed(context, of, (tx, inside) => setHours(tx, inside, of, hours)),
  }),
  addAbsence: t.field({
    type: PersonCalendarType,
    description: `Adds an absence of a person. For staff who see all orders of the organization; at most ${MAX_ABSENCES} per person.`,
    args: {
      personId: t.arg.int(person.personId),
      organizationId: t.arg.int(person.organizationId),
      input: t.arg({ type: AbsenceInput, required: true, description: 'The absence.' }),
    },
    resolve: (_root, { input, ...of }, context) =>
      changed(context, of, (tx, inside) => addAbsence(tx, inside, of, input)),
  }),
  changeAbsence: t.field({
    type: PersonCalendarType,
    description: 'Changes an absence. For staff who see all orders of the organization.',
    args: {
      id: t.arg.int({ required: true, description: "The absence's id." }),
      input: t.arg({ type: AbsenceInput, required: true, description: 'The new values.' }),
      expectedVersion: t.arg.int(expectedVersion),
    },
    resolve: async (_root, { id, input, ...expected }, context) => {
      const of = await absenceOf(context, id);
      return changed(context, of, async (tx, inside) => {
        await expectVersion(tx, 'Absence', id, expected.expectedVersion);
        await changeAbsence(tx, inside, of, id, input);
      });
    },
  }),
  deleteAbsence: t.field({
    type: PersonCalendarType,
    description: 'Deletes an absence. For staff who see all orders of the organization.',
    args: {
      id: t.arg.int({ required: true, description: "The absence's id." }),
      expectedVersion: t.arg.int(expectedVersion),
    },
    resolve: async (_root, { id, ...expected }, context) => {
      const of = await absenceOf(context, id);
      return changed(context, of, async (tx, inside) => {
        await expectVersion(tx, 'Absence', id, expected.expectedVersion);
        await deleteAbsence(tx, inside, of, id);
      });
    },
  }),
}));

/**
 * Changes the calendar of a person; changes of one calendar are made one after the other.
 *
 * @throws not found for an unknown person; forbidden for staff who do not dispatch the organization
 */
async function changed(context: Context, of: Of, act: (tx: Tx, inside: Context) => Promise<void>) {
  await calendarPerson(context, of.personId, of.organizationId);
  if (!mayChangeCalendars(context, of.organizationId))
    throw forbidden('You may not change the calendars of this organization.');
  await inTransaction(context.db, async (tx) => {
    await lockRows(tx, 'User', { id: of.personId });
    await act(tx, { ...context, db: tx });
  });
  return calendarOf(context, of);
}

const noted = (
  tx: Tx,
  context: Context,
  of: Of,
  action: string,
  before: Prisma.InputJsonObject,
  after: Prisma.InputJsonObject,
) =>
  audit(tx, context, [
    {
      action: `calendar.${action}`,
      entity: 'user',
      entityId: of.personId,
      organizationId: of.organizationId,
      before,
      after,
    },
  ]);

async function setHours(tx: Tx, context: Context, of: Of, hours: readonly Shift[]): Promise<void> {
  checkHours(hours);
  const where = { userId: of.personId, organizationId: of.organizationId };
  const former = await tx.workingHours.findMany({ where, orderBy: [{ weekday: 'asc' }, { startTime: 'asc' }] });
  await tx.workingHours.deleteMany({ where });
  const data = hours.map(({ weekday, from, to }) => ({ ...where, weekday, startTime: from, endTime: to }));
  await tx.workingHours.createMany({ data });
  const texts = (shifts: readonly { weekday: number; startTime: Date; endTime: Date }[]) =>
    shifts.map((shift) => `${shift.weekday} ${clock(shift.startTime)}–${clock(shift.endTime)}`).sort();
  await noted(tx, context, of, 'working-hours', { hours: texts(former) }, { hours: texts(data) });
}

const clock = (time: Date) => timeText(time).slice(0, 5);

/** @throws a validation error for unknown weekdays, and for hours that overlap, also over midnight */
function checkHours(hours: readonly Shift[]): void {
  const fieldErrors = new FieldErrors();
  if (hours.length > MAX_SHIFTS) fieldErrors.add(['hours'], `must hold at most ${MAX_SHIFTS} entries.`);
  fieldErrors.throwIfAny();
  for (const [index, { weekday }] of hours.entries())
    if (weekday < 1 || weekday > 7) fieldErrors.add(['hours', index, 'weekday'], 'must be from 1 (Monday) to 7.');
  const [index, other] = overlappingHours(hours.map(hoursOf)) ?? [];
  if (index !== undefined) fieldErrors.add(['hours', index], `must not overlap hours.${other}.`);
  fieldErrors.throwIfAny();
}

/** @throws a validation error */
function checkedAbsence({ from, until, reason }: AbsenceValues) {
  const fieldErrors = new FieldErrors();
  if (until <= from) fieldErrors.add(['input', 'until'], 'must be after `from`.');
  const text = reason?.trim() ?? '';
  if (text.length > MAX_REASON) fieldErrors.add(['input', 'reason'], `must have at most ${MAX_REASON} characters.`);
  fieldErrors.throwIfAny();
  return { startsAtLocal: from, endsAtLocal: until, reason: text };
}

/** An absence as the audit log records it: its reason may say something of a person's health, and the log is kept. */
const spanText = ({ startsAtLocal, endsAtLocal, reason }: ReturnType<typeof checkedAbsence>) => ({
  from: startsAtLocal.toISOString().slice(0, 19),
  until: endsAtLocal.toISOString().slice(0, 19),
  hasReason: reason !== '',
});

async function addAbsence(tx: Tx, context: Context, of: Of, input: AbsenceValues): Promise<void> {
  const values = checkedAbsence(input);
  const where = { userId: of.personId, organizationId: of.organizationId };
  if ((await tx.absence.count({ where })) >= MAX_ABSENCES)
    throw conflict(`A person has at most ${MAX_ABSENCES} absences. Delete old ones first.`);
  await tx.absence.create({ data: { ...where, ...values } });
  await noted(tx, context, of, 'add-absence', {}, spanText(values));
}

async function changeAbsence(tx: Tx, context: Context, of: Of, id: number, input: AbsenceValues): Promise<void> {
  const values = checkedAbsence(input);
  const former = await tx.absence.findUnique({ where: { id } });
  if (!former) throw notFound('Absence');
  await tx.absence.update({ where: { id }, data: values });
  await noted(tx, context, of, 'change-absence', spanText(former), spanText(values));
}

async function deleteAbsence(tx: Tx, context: Context, of: Of, id: number): Promise<void> {
  const former = await tx.absence.findUnique({ where: { id } });
  if (!former) throw notFound('Absence');
  await tx.absence.delete({ where: { id } });
  await noted(tx, context, of, 'delete-absence', spanText(former), {});
}

/** @throws not found unless the actor is staff of the organization of the absence */
async function absenceOf(context: Context, id: number): Promise<Of> {
  const where = { id, organizationId: { in: staffOrganizationIds(context) } };
  const absence = await context.db.absence.findFirst({ where });
  if (!absence) throw notFound('Absence');
  return { personId: absence.userId, organizationId: absence.organizationId };
}
