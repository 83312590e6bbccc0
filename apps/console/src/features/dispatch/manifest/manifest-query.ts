import { queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';
import type { Task } from '../board-query.ts';

const DispatchManifestQuery = graphql(`
  query DispatchManifest($day: Date!, $tasks: [DispatchTask!], $personIds: [SafeInt!]) @executed {
    dispatchBoard(from: $day, to: $day, isPublished: true, tasks: $tasks, personIds: $personIds) {
      jobs {
        id: jobId
        task
        time
        timeZone
        startsAt
        personId
        departure
        passengerCount
        place {
          address
        }
        order {
          id: databaseId
          referenceCode
          status
          startsAtLocal
          city {
            name
          }
          client {
            name
          }
          contactPerson {
            name
          }
          passengers {
            id: databaseId
            firstName
            lastName
            phoneCountryCode
            phoneNumber
            whatsappNumber
            isLeader
            priceCategory {
              title
            }
          }
          tags {
            key
            value
          }
          bookedDetails {
            product {
              title
            }
            serviceLevel {
              title
            }
          }
        }
      }
      drivers {
        id: databaseId
        name
      }
      guides {
        id: databaseId
        name
      }
    }
  }
`);

export type Manifest = ResultOf<typeof DispatchManifestQuery>['dispatchBoard'];
export type ManifestJob = Manifest['jobs'][number];

const TASKS: Record<'drivers' | 'guides', Task[]> = { drivers: ['pickup', 'dropoff'], guides: ['guide'] };

/** The published jobs of a day with the details that drivers and guides need; of one person, or of all. */
export const manifestQuery = (day: string, view: 'drivers' | 'guides', person: number | null, by: Send = send) =>
  queryOptions({
    queryKey: ['dispatch', 'manifest', day, view, person],
    queryFn: async ({ signal }) => {
      const variables = { day, tasks: TASKS[view], personIds: person === null ? null : [person] };
      return (await by(DispatchManifestQuery, variables, signal)).dispatchBoard;
    },
    meta: { live: ['orders'] },
  });
