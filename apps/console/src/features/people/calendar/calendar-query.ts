import { queryOptions } from '@tanstack/react-query';
import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { send } from '#lib/send.ts';

const PersonCalendarQuery = graphql(`
  query PersonCalendar($personId: SafeInt!, $organizationId: SafeInt!, $from: Date!, $to: Date!) @executed {
    personCalendar(personId: $personId, organizationId: $organizationId, from: $from, to: $to) {
      mayChange
      workingHours {
        weekday
        from
        to
      }
      absences {
        id: absenceId
        from
        until
        reason
      }
    }
  }
`);

const SetWorkingHoursMutation = graphql(`
  mutation SetWorkingHours($personId: SafeInt!, $organizationId: SafeInt!, $hours: [WorkingHoursInput!]!) {
    setWorkingHours(personId: $personId, organizationId: $organizationId, hours: $hours) {
      calendar {
        personId
      }
    }
  }
`);

const AddAbsenceMutation = graphql(`
  mutation AddAbsence($personId: SafeInt!, $organizationId: SafeInt!, $input: AbsenceInput!) {
    addAbsence(personId: $personId, organizationId: $organizationId, input: $input) {
      calendar {
        personId
      }
    }
  }
`);

const ChangeAbsenceMutation = graphql(`
  mutation ChangeAbsence($id: SafeInt!, $input: AbsenceInput!) {
    changeAbsence(id: $id, input: $input) {
      calendar {
        personId
      }
    }
  }
`);

const DeleteAbsenceMutation = graphql(`
  mutation DeleteAbsence($id: SafeInt!) {
    deleteAbsence(id: $id) {
      calendar {
        personId
      }
    }
  }
`);

/** The calendar of a person belongs to an organization. */
export type CalendarOf = { personId: number; organizationId: number };
export type Calendar = ResultOf<typeof PersonCalendarQuery>['personCalendar'];
export type Absence = Calendar['absences'][number];
export type WorkingHours = Calendar['workingHours'][number];
export type AbsenceInput = VariablesOf<typeof AddAbsenceMutation>['input'];

/** All days: a person has a limited number of absences. */
const ALL_DAYS = { from: '1970-01-01', to: '9999-12-30' };

/** When a person works for an organization, with all absences. */
export const calendarQuery = (of: CalendarOf) =>
  queryOptions({
    queryKey: ['person', of.personId, 'calendar', of.organizationId],
    queryFn: async ({ signal }) => (await send(PersonCalendarQuery, { ...of, ...ALL_DAYS }, signal)).personCalendar,
  });

export const setWorkingHours = (of: CalendarOf, hours: WorkingHours[]) =>
  send(SetWorkingHoursMutation, { ...of, hours });
export const addAbsence = (of: CalendarOf, input: AbsenceInput) => send(AddAbsenceMutation, { ...of, input });
export const changeAbsence = (id: number, input: AbsenceInput) => send(ChangeAbsenceMutation, { id, input });
export const deleteAbsence = (id: number) => send(DeleteAbsenceMutation, { id });
