import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';
import { type OrderFilters, toFilter, toVariables } from './order-filters.ts';

const ListedTransfer = graphql(`
  fragment ListedTransfer on Transfer @_unmask {
    date
    time
    driver {
      name
    }
    location {
      point {
        address
      }
    }
  }
`);

/** A page of orders with the data of the shown columns. */
export const OrdersQuery = graphql(
  `
    query Orders(
      $filter: OrderFilter
      $sort: OrderSort
      $page: Int!
      $perPage: Int!
      $withPeople: Boolean!
      $withTransfers: Boolean!
      $withTags: Boolean!
      $withSupplier: Boolean!
    ) {
      orders(filter: $filter, sort: $sort, page: $page, perPage: $perPage) {
        id: databaseId
        status
        referenceCode
        startsAt
        startsAtLocal
        timeZone
        createdAt
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
        issuer @include(if: $withPeople) {
          name
        }
        contactPerson @include(if: $withPeople) {
          name
        }
        tourGuide @include(if: $withPeople) {
          name
        }
        pickup @include(if: $withTransfers) {
          ...ListedTransfer
        }
        dropoff @include(if: $withTransfers) {
          ...ListedTransfer
        }
        tags @include(if: $withTags) {
          key
          value
        }
        supplier @include(if: $withSupplier) {
          name
        }
      }
    }
  `,
  [ListedTransfer],
);

const OrdersCountQuery = graphql(`
  query OrdersCount($filter: OrderFilter) {
    ordersMeta(filter: $filter) {
      total
    }
  }
`);

export type OrderRow = ResultOf<typeof OrdersQuery>['orders'][number];

/** A page of the orders that match the filters, whose days are interpreted in `timeZone`. */
export const ordersQuery = (filters: OrderFilters, timeZone: string, by: Send = send) => {
  const variables = toVariables(filters, timeZone);
  return queryOptions({
    queryKey: ['orders', variables],
    queryFn: async ({ signal }) => (await by(OrdersQuery, variables, signal)).orders,
    placeholderData: keepPreviousData,
    meta: { live: ['orders'] },
  });
};

/** The number of orders that match the filters. A separate query, so that the count does not delay the rows. */
export const ordersCountQuery = (filters: OrderFilters, timeZone: string, by: Send = send) => {
  const filter = toFilter(filters, timeZone);
  return queryOptions({
    queryKey: ['orders-count', filter],
    queryFn: async ({ signal }) => (await by(OrdersCountQuery, { filter }, signal)).ordersMeta.total,
    placeholderData: keepPreviousData,
    meta: { live: ['orders'] },
  });
};
