import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';
import { type OrderFilters, toVariables } from './order-filters.ts';

export const OrdersQuery = graphql(`
  query Orders($filter: OrderFilter, $page: Int!, $perPage: Int!) {
    orders(filter: $filter, page: $page, perPage: $perPage) {
      id
      status
      referenceCode
      startsAt
      startsAtLocal
      timeZone
      bookedAt
      city {
        name
      }
      client {
        name
      }
      bookedDetails {
        product {
          title
        }
        serviceLevel {
          title
          availabilityType
        }
      }
      passengers {
        firstName
        lastName
      }
      totalPrices {
        sold {
          amount
          currency {
            code
          }
        }
      }
    }
    ordersMeta(filter: $filter, page: $page, perPage: $perPage) {
      currentPage
      from
      lastPage
      to
      total
    }
  }
`);

export type OrderRow = ResultOf<typeof OrdersQuery>['orders'][number];
export type OrdersPage = ResultOf<typeof OrdersQuery>;

/** A page of the orders that the filters let through, newest first. */
export const ordersQuery = (filters: OrderFilters, by: Send = send) => {
  const variables = toVariables(filters);
  return queryOptions({
    queryKey: ['orders', variables],
    queryFn: ({ signal }) => by(OrdersQuery, variables, signal),
    placeholderData: keepPreviousData,
  });
};
