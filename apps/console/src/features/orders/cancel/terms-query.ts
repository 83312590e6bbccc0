import { queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { send } from '#lib/send.ts';

const CancellationTermsQuery = graphql(`
  query CancellationTerms($orderId: SafeInt!) @executed {
    cancellationTerms(orderId: $orderId) {
      rateTitle
      description
      unit
      penalties {
        time
        percentage
        from
        applies
      }
      charge {
        agent {
          amount
          currency {
            code
          }
        }
        sold {
          amount
          currency {
            code
          }
        }
      }
    }
  }
`);

export type Terms = ResultOf<typeof CancellationTermsQuery>['cancellationTerms'][number];
export type Penalty = Terms['penalties'][number];

/** What a cancellation costs; requested anew each time, because it changes with time. */
export const termsQuery = (orderId: number, version: number) =>
  queryOptions({
    queryKey: ['cancellation-terms', orderId, version],
    queryFn: async ({ signal }) => (await send(CancellationTermsQuery, { orderId }, signal)).cancellationTerms,
    staleTime: 0,
  });
