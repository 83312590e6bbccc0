import { queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { made } from '#lib/made.ts';
import { send } from '#lib/send.ts';

const CrewAccessQuery = graphql(`
  query CrewAccess($personId: SafeInt!, $organizationId: SafeInt!) @executed {
    crewAccess(personId: $personId, organizationId: $organizationId) {
      mayManage
      isCrew
      linkExpiresAt
      hasCalendar
      sessions
      mailAddress
      lastMail {
        address
        state
        sentAt
        failure
      }
    }
  }
`);

const CreateCrewLinkMutation = graphql(`
  mutation CreateCrewLink($personId: SafeInt!, $organizationId: SafeInt!) {
    createCrewLink(personId: $personId, organizationId: $organizationId) {
      link {
        url
        expiresAt
      }
    }
  }
`);

const SendCrewLinkMutation = graphql(`
  mutation SendCrewLink($personId: SafeInt!, $organizationId: SafeInt!) {
    sendCrewLink(personId: $personId, organizationId: $organizationId) {
      access {
        sessions
      }
    }
  }
`);

const CreateCrewCalendarMutation = graphql(`
  mutation CreateCrewCalendar($personId: SafeInt!, $organizationId: SafeInt!) {
    createCrewCalendar(personId: $personId, organizationId: $organizationId) { url }
  }
`);

const EndCrewAccessMutation = graphql(`
  mutation EndCrewAccess($personId: SafeInt!, $organizationId: SafeInt!) {
    endCrewAccess(personId: $personId, organizationId: $organizationId) {
      access {
        sessions
      }
    }
  }
`);

/** A person works for an organization. */
export type CrewOf = { personId: number; organizationId: number };
export type CrewLink = NonNullable<ResultOf<typeof CreateCrewLinkMutation>['createCrewLink']['link']>;
export type CrewAccess = ResultOf<typeof CrewAccessQuery>['crewAccess'];

/** How a driver or guide gets to the page of the crew. */
export const crewAccessQuery = (of: CrewOf) =>
  queryOptions({
    queryKey: ['person', of.personId, 'crew', of.organizationId],
    queryFn: async ({ signal }) => (await send(CrewAccessQuery, of, signal)).crewAccess,
    refetchInterval: ({ state }) => (state.data?.lastMail?.state === 'waiting' ? 3_000 : false),
  });

export const createCrewLink = async (of: CrewOf) => made((await send(CreateCrewLinkMutation, of)).createCrewLink.link);
export const sendCrewLink = (of: CrewOf) => send(SendCrewLinkMutation, of);
export const createCrewCalendar = async (of: CrewOf) =>
  made((await send(CreateCrewCalendarMutation, of)).createCrewCalendar.url);
export const endCrewAccess = (of: CrewOf) => send(EndCrewAccessMutation, of);
