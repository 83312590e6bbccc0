import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';

const WorkloadFacts = graphql(`
  fragment WorkloadFacts on Workload @_unmask {
    jobs
    guests
    minutes
    estimatedMinutes
    workingMinutes
  }
`);

const PersonScheduleQuery = graphql(
  `
    query PersonSchedule($personId: SafeInt!, $from: Date!, $to: Date!) @executed {
      personSchedule(personId: $personId, from: $from, to: $to) {
        jobs {
          id: jobId
          task
          day
          startsAt
          endsAt
          isEstimated
          timeZone
          passengerCount
          order {
            id: databaseId
            city {
              name
            }
            bookedDetails {
              product {
                title
              }
            }
          }
        }
        clashes {
          severity
          text
          jobs {
            id: jobId
          }
        }
        calendars {
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
        days {
          day
          workload {
            ...WorkloadFacts
          }
        }
        total {
          ...WorkloadFacts
        }
      }
    }
  `,
  [WorkloadFacts],
);

export type Schedule = ResultOf<typeof PersonScheduleQuery>['personSchedule'];
export type ScheduledJob = Schedule['jobs'][number];
export type Workload = Schedule['total'];

/** What a person does on some days; refetched when orders change. */
export const scheduleQuery = (personId: number, { from, to }: { from: string; to: string }, by: Send = send) =>
  queryOptions({
    queryKey: ['dispatch', 'schedule', personId, from, to],
    queryFn: async ({ signal }) => (await by(PersonScheduleQuery, { personId, from, to }, signal)).personSchedule,
    placeholderData: keepPreviousData,
    meta: { live: ['orders'] },
  });
