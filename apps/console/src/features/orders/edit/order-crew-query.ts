import { queryOptions } from '@tanstack/react-query';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';

const OrderCrewQuery = graphql(`
  query OrderCrew($reference: String!) @executed {
    order(reference: $reference) {
      crew {
        task
        personId
        seen
        state
        reason
        stateAt
      }
      crewWithdrawals {
        task
        personId
        personName
      }
    }
  }
`);

/** What the drivers and the guide of an order know and say of their jobs, and those who do not know that they have none. */
export const orderCrewQuery = (id: number, by: Send = send) =>
  queryOptions({
    queryKey: ['order', id, 'crew'],
    queryFn: async ({ signal }) => (await by(OrderCrewQuery, { reference: String(id) }, signal)).order,
    meta: { live: [`order:${id}`] },
  });
