import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';
import { type PeopleFilters, toVariables } from './people-filters.ts';

export const PeopleQuery = graphql(`
  query People($filter: PeopleFilter, $page: Int!) @executed {
    people(filter: $filter, page: $page, perPage: 50) {
      user {
        id: databaseId
        name
        profilePhotoUrl
        tags {
          key
          value
        }
      }
      isDisabled
      isViewer
      roles {
        role {
          id: databaseId
          name
        }
      }
      clients {
        id: databaseId
        name
      }
      account {
        email
        username
        state
        linkExpiresAt
      }
    }
    peopleMeta(filter: $filter, page: $page, perPage: 50) {
      currentPage
      from
      lastPage
      to
      total
    }
  }
`);

const PersonQuery = graphql(`
  query Person($id: SafeInt!) @executed {
    person(id: $id) {
      user {
        id: databaseId
        name
        profilePhotoUrl
        tags {
          key
          value
        }
      }
      isDisabled
      isViewer
      roles {
        role {
          id: databaseId
          name
          description
        }
        organization {
          id: databaseId
          name
        }
        mayGive
      }
      clients {
        id: databaseId
        name
      }
      account {
        email
        emailVerified
        username
        state
        createdAt
        disabledAt
        linkExpiresAt
        mailAddress
        lastMail {
          address
          state
          sentAt
          failure
        }
        openIdLinkedAt
        sessions
        apiLogins
        refusal
      }
    }
  }
`);

export type PersonRow = ResultOf<typeof PeopleQuery>['people'][number];
export type PersonFacts = ResultOf<typeof PersonQuery>['person'];
export type AccountState = NonNullable<PersonRow['account']>['state'];

/** A page of the people who match the filters, by name. */
export const peopleQuery = (filters: PeopleFilters, by: Send = send) => {
  const variables = toVariables(filters);
  return queryOptions({
    queryKey: ['people', variables],
    queryFn: ({ signal }) => by(PeopleQuery, variables, signal),
    placeholderData: keepPreviousData,
  });
};

/** Milliseconds after which it is read again whether a mail was sent. */
const WAITING_MS = 3_000;

/** A person by id. */
export const personQuery = (id: number, by: Send = send) =>
  queryOptions({
    queryKey: ['person', id],
    queryFn: async ({ signal }) => (await by(PersonQuery, { id }, signal)).person,
    // A mail is sent in the background.
    refetchInterval: ({ state: { data } }) => (data?.account?.lastMail?.state === 'waiting' ? WAITING_MS : false),
  });
