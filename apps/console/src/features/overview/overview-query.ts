import { queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';

const OverviewQuery = graphql(`
  query Overview($organizationId: SafeInt) @executed {
    overview(organizationId: $organizationId) {
      organization {
        id: databaseId
        name
      }
      timeZone
      today
      departures {
        id: departureId
        product {
          id: databaseId
          title
          city {
            name
            timeZone
          }
        }
        serviceLevel {
          title
        }
        startTime
        capacity
        booked
        remaining
        orders
      }
      unassignedTransfers(days: 7, first: 8) {
        total
        entries {
          side
          transfer {
            id: databaseId
            date
            time
            location {
              point {
                address
              }
            }
          }
          order {
            id: databaseId
            timeZone
            city {
              name
            }
          }
        }
      }
      failingEndpoints {
        id: databaseId
        url
        description
        failingSince
      }
      unbalancedDepartures {
        id: departureId
        product {
          id: databaseId
          title
        }
        serviceLevel {
          title
        }
        date
        booked
        held
      }
      backups {
        kind
        at
        succeeded
        text
        lastSuccessAt
      }
      ordersByDay(days: 30) {
        date
        made
        booked
        amounts {
          amount
          currency {
            code
          }
        }
      }
    }
  }
`);

export type Overview = ResultOf<typeof OverviewQuery>['overview'];
export type OrdersOfDay = Overview['ordersByDay'][number];

/** The overview of an organization; defaults to the viewer's first one. */
export const overviewQuery = (organizationId: number | null, by: Send = send) =>
  queryOptions({
    queryKey: ['overview', organizationId],
    queryFn: async ({ signal }) => (await by(OverviewQuery, { organizationId }, signal)).overview,
    meta: { live: ['orders'] },
  });
