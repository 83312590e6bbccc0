import { builder, columnComment } from '../builder.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { peopleOf } from '../people/people-access.ts';
import { addDays, dateAt } from '../shared/calendar.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { holds, staffOrganizationIds } from '../shared/principals.ts';
import { rowsOf } from '../shared/rows.ts';

/** Absences that are read at most. */
const MAX_ABSENCES = 5_000;
/** Days before and after the current one whose absences are listed by default. */
const [DAYS_BEFORE, DAYS_AFTER] = [30, 365];

type Of = { personId: number; organizationId: number };

/** The calendar of a person in an organization. */
export type PersonCalendar = Of & {
  workingHours: { weekday: number; startTime: Date; endTime: Date }[];
  absences: { id: number; version: number; userId: number; startsAtLocal: Date; endsAtLocal: Date; reason: string }[];
};

/**
 * Reads calendars of people, with the absences that overlap a span of local readings. People without working hours and
 * absences are left out.
 */
export async function loadCalendars(
  context: Context,
  organizationIds: readonly number[],
  personIds: readonly number[],
  span: { from: Date; until: Date },
): Promise<PersonCalendar[]> {
  const where = { organizationId: { in: [...organizationIds] }, userId: { in: [...personIds] } };
  // Concurrent reads are sent as one statement.
  const [hours, absences] = await Promise.all([
    rowsOf(context, 'WorkingHours', { where, orderBy: [{ weekday: 'asc' }, { startTime: 'asc' }] }),
    rowsOf(context, 'Absence', {
      where: { ...where, startsAtLocal: { lt: span.until }, endsAtLocal: { gt: span.from } },
      orderBy: [{ startsAtLocal: 'asc' }, { id: 'asc' }],
      take: MAX_ABSENCES,
    }),
  ]);
  const calendars = new Map<string, PersonCalendar>();
  const of = ({ organizationId, userId }: { organizationId: number; userId: number }) => {
    const key = `${organizationId} ${userId}`;
    const calendar = calendars.get(key) ?? { personId: userId, organizationId, workingHours: [], absences: [] };
    calendars.set(key, calendar);
    return calendar;
  };
  for (const row of hours) of(row).workingHours.push(row);
  for (const row of absences) {
    // A reason may be private: only those who dispatch the person read it.
    const reason = mayChangeCalendars(context, row.organizationId) ? row.reason : '';
    of(row).absences.push({ ...row, reason });
  }
  return [...calendars.values()];
}

const WorkingHours = builder.objectRef<PersonCalendar['workingHours'][number]>('WorkingHours').implement({
  description: 'Hours of a weekday in which a person works.',
  fields: (t) => ({
    weekday: t.exposeInt('weekday', { description: 'ISO weekday: 1 is Monday.' }),
    from: t.expose('startTime', { type: 'LocalTime', description: 'When the work starts.' }),
    to: t.expose('endTime', { type: 'LocalTime', description: 'When it ends; not after the start: on the next day.' }),
  }),
});

const Absence = builder.objectRef<PersonCalendar['absences'][number]>('Absence').implement({
  description: 'A span in which a person does not work: a day off, a holiday, an illness.',
  fields: (t) => ({
    absenceId: t.exposeInt('id', { description: "The absence's id." }),
    version: t.exposeInt('version', { description: columnComment('Absence', 'version') }),
    personId: t.exposeInt('userId', { description: 'Who is absent.' }),
    from: t.expose('startsAtLocal', { type: 'LocalDateTime', description: 'When it starts, in local time.' }),
    until: t.expose('endsAtLocal', { type: 'LocalDateTime', description: 'When it ends, in local time.' }),
    reason: t.exposeString('reason', {
      description: 'A word for colleagues, such as `holiday`; empty for viewers who may not change calendars.',
    }),
  }),
});

export const PersonCalendarType = builder.objectRef<PersonCalendar>('PersonCalendar').implement({
  description: 'When a person works for an organization, by the clock of the place of each job.',
  fields: (t) => ({
    personId: t.exposeInt('personId', { description: "The person's id." }),
    organizationId: t.exposeInt('organizationId', { description: "The organization's id." }),
    mayChange: t.boolean({
      description: 'Whether the viewer may change it.',
      resolve: ({ organizationId }, _args, context) => mayChangeCalendars(context, organizationId),
    }),
    workingHours: t.expose('workingHours', {
      type: [WorkingHours],
      description: 'The hours of each weekday; without any, the person is available at all hours.',
    }),
    absences: t.expose('absences', { type: [Absence], description: 'The absences in the requested days, by start.' }),
  }),
});

/** Whoever dispatches an organization changes the calendars of its people. */
export const mayChangeCalendars = (context: Context, organizationId: number): boolean =>
  staffOrganizationIds(context).includes(organizationId) && holds(context, 'allOrders', organizationId);

/** @throws not found unless the actor is staff of the organization and the person belongs to it */
export async function calendarPerson(context: Context, personId: number, organizationId: number): Promise<void> {
  const where = { AND: [{ id: personId }, peopleOf([organizationId])] };
  const isStaffed = staffOrganizationIds(context).includes(organizationId);
  if (!isStaffed || (await context.db.user.count({ where })) === 0) throw notFound('Person');
}

/** The calendar of a person, with the absences in the given days, by default those around the current day. */
export async function calendarOf(
  context: Context,
  { personId, organizationId }: Of,
  days: { from?: Date | null | undefined; to?: Date | null | undefined } = {},
): Promise<PersonCalendar> {
  const today = dateAt(context.now, 'UTC');
  const from = days.from ?? addDays(today, -DAYS_BEFORE);
  const until = addDays(days.to ?? addDays(today, DAYS_AFTER), 1);
  const [found] = await loadCalendars(context, [organizationId], [personId], { from, until });
  return found ?? { personId, organizationId, workingHours: [], absences: [] };
}

builder.queryField('personCalendar', (t) =>
  t.field({
    type: PersonCalendarType,
    description: 'When a person works for an organization. For its staff.',
    args: {
      personId: t.arg.int({ required: true, description: "The person's id." }),
      organizationId: t.arg.int({ required: true, description: "The organization's id." }),
      from: t.arg({
        type: 'Date',
        description: `First day whose absences are listed; by default ${DAYS_BEFORE} days ago.`,
      }),
      to: t.arg({ type: 'Date', description: `Last day; by default in ${DAYS_AFTER} days.` }),
    },
    resolve: async (_root, { from, to, ...of }, context) => {
      checkFilter({ from, to }, []);
      await calendarPerson(context, of.personId, of.organizationId);
      return calendarOf(context, of, { from, to });
    },
  }),
);
