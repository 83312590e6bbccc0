import { queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { send } from '#lib/send.ts';

const OptionsQuery = graphql(`
  query OrderOptions($id: SafeInt!) @executed {
    orderOptions(orderId: $id) {
      mayChange
      statusMoves {
        to
        isAllowed
        refusal
      }
      drivers {
        id: databaseId
        name
      }
      tourGuides {
        id: databaseId
        name
      }
      contactPersons {
        id: databaseId
        name
      }
      pickupPlaces {
        id: pointId
        address
      }
    }
  }
`);

export type OrderOptions = ResultOf<typeof OptionsQuery>['orderOptions'];

/** The members of an order that the viewer may change, and the options to choose from. */
export const optionsQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: ['order-options', id, version],
    queryFn: async ({ signal }) => (await send(OptionsQuery, { id }, signal)).orderOptions,
    staleTime: 60_000,
  });

const MayChangeQuery = graphql(`
  query MayChangeOrder($id: SafeInt!) @executed {
    orderOptions(orderId: $id) {
      mayChange
    }
  }
`);

/** The members of an order that the viewer may change. */
export const mayChangeQuery = (id: number) =>
  queryOptions({
    queryKey: ['order-may-change', id],
    meta: { live: [`order:${id}`] },
    queryFn: async ({ signal }) => (await send(MayChangeQuery, { id }, signal)).orderOptions.mayChange,
  });
