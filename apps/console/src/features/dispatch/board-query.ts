import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';

const DispatchJobFacts = graphql(`
  fragment DispatchJobFacts on DispatchJob @_unmask {
    id: jobId
    task
    day
    time
    startsAt
    endsAt
    isEstimated
    timeZone
    personId
    publishedPersonId
    isDrafted
    isStale
    departure
    passengerCount
    crew {
      personId
      seen
      state
      reason
    }
    place {
      address
    }
    order {
      id: databaseId
      status
      referenceCode
      city {
        name
      }
      passengers {
        firstName
        lastName
      }
      bookedDetails {
        product {
          title
        }
      }
    }
  }
`);

const DispatchBoardQuery = graphql(
  `
    query DispatchBoard($from: Date!, $to: Date!) @executed {
      dispatchBoard(from: $from, to: $to) {
        jobs {
          ...DispatchJobFacts
        }
        clashes {
          severity
          personId
          text
          jobs {
            id: jobId
          }
        }
        crewWithdrawals {
          task
          orderId
          personId
          personName
          title
        }
        drivers {
          id: databaseId
          name
        }
        guides {
          id: databaseId
          name
        }
        otherDrafts {
          person {
            id: databaseId
            name
          }
          orderId
          task
          assignee {
            name
          }
          date
          time
          movedAt
        }
        calendars {
          personId
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
    }
  `,
  [DispatchJobFacts],
);

export type Board = ResultOf<typeof DispatchBoardQuery>['dispatchBoard'];
export type Job = Board['jobs'][number];
export type Clash = Board['clashes'][number];
export type OtherDraft = Board['otherDrafts'][number];
export type Task = Job['task'];
export type Worker = Board['drivers'][number];
export type Absence = Board['calendars'][number]['absences'][number];

/** The board of a range of days with the viewer's draft; refetched when orders or drafts change. */
export const boardQuery = (from: string, to: string, by: Send = send) =>
  queryOptions({
    queryKey: ['dispatch', 'board', from, to],
    queryFn: async ({ signal }) => (await by(DispatchBoardQuery, { from, to }, signal)).dispatchBoard,
    placeholderData: keepPreviousData,
    meta: { live: ['orders', 'drafts'] },
  });

export const DraftFacts = graphql(`
  fragment DraftFacts on DispatchDraft @_unmask {
    moves
    orders
    stale
    clashes
    clashList {
      severity
      text
    }
    clashesDigest
    webhooks
    days
  }
`);

export type Draft = ResultOf<typeof DraftFacts>;

const DispatchDraftQuery = graphql(
  `
    query DispatchDraft @executed {
      dispatchDraft {
        ...DraftFacts
      }
    }
  `,
  [DraftFacts],
);

/** The effect of publishing the viewer's draft. */
export const draftQuery = (by: Send = send) =>
  queryOptions({
    queryKey: ['dispatch', 'draft'],
    queryFn: async ({ signal }) => (await by(DispatchDraftQuery, {}, signal)).dispatchDraft,
    meta: { live: ['orders', 'drafts'] },
  });
