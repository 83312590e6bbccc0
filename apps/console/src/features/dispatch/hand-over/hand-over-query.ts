import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';

const HandOverQuery = graphql(`
  query HandOver($personId: SafeInt!, $from: Date!, $to: Date!) @executed {
    handOver(personId: $personId, from: $from, to: $to) {
      person {
        id: databaseId
        name
      }
      groups {
        id: groupId
        jobs {
          id: jobId
          task
          day
          time
          endsAt
          isEstimated
          timeZone
          personId
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
        suggested {
          id: databaseId
          name
        }
      }
      substitutes {
        person {
          id: databaseId
          name
        }
        free
        busy
        clashes {
          severity
          text
          jobs {
            id: jobId
          }
        }
        jobs
      }
    }
  }
`);

export type HandOver = ResultOf<typeof HandOverQuery>['handOver'];
export type Group = HandOver['groups'][number];
export type Substitute = HandOver['substitutes'][number];

/** Who can do the jobs of a person on some days; refetched when orders or drafts change. */
export const handOverQuery = (personId: number, { from, to }: { from: string; to: string }, by: Send = send) =>
  queryOptions({
    queryKey: ['dispatch', 'hand-over', personId, from, to],
    queryFn: async ({ signal }) => (await by(HandOverQuery, { personId, from, to }, signal)).handOver,
    placeholderData: keepPreviousData,
    meta: { live: ['orders', 'drafts'] },
  });

const CrewQuery = graphql(`
  query Crew {
    drivers {
      id: databaseId
      name
    }
    tourGuides {
      id: databaseId
      name
    }
  }
`);

/** Drivers and guides, each person once, by name. */
export const crewQuery = (by: Send = send) =>
  queryOptions({
    queryKey: ['dispatch', 'crew'],
    queryFn: async ({ signal }) => {
      const { drivers, tourGuides } = await by(CrewQuery, {}, signal);
      const people = new Map([...drivers, ...tourGuides].map((person) => [person.id, person]));
      return [...people.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
    },
  });
