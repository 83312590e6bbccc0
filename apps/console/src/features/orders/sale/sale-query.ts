import { hashKey, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { isProblem } from '#lib/problem.ts';
import { type Send, send } from '#lib/send.ts';

const TotalParts = graphql(`
  fragment TotalParts on Prices @_unmask {
    original {
      amount
      currency {
        code
      }
    }
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
`);

const QuoteParts = graphql(
  `
    fragment QuoteParts on BookingQuote @_unmask {
      quantity
      days
      placesLeft
      lines {
        title
        quantity
        prices {
          ...TotalParts
        }
      }
      total {
        ...TotalParts
      }
    }
  `,
  [TotalParts],
);

const SellingRolesQuery = graphql(`
  query SellingRoles @executed {
    sellingRoles {
      id: roleId
      name
      clientName
    }
  }
`);

const SellableProductsQuery = graphql(`
  query SellableProducts($role: String, $orderId: SafeInt, $search: String!) @executed {
    sellableProducts(role: $role, orderId: $orderId, search: $search) {
      product {
        id: databaseId
        title
        city {
          name
        }
      }
      levels {
        level {
          id: databaseId
          title
          pricingType
          hasPickup
          hasDropOff
          priceCategories {
            id: databaseId
            title
            isDefault
          }
        }
      }
    }
  }
`);

const BookableDeparturesQuery = graphql(`
  query BookableDepartures(
    $role: String
    $orderId: SafeInt
    $productId: SafeInt!
    $serviceLevelId: SafeInt!
    $from: Date!
    $to: Date!
  ) @executed {
    bookableDepartures(
      role: $role
      orderId: $orderId
      productId: $productId
      serviceLevelId: $serviceLevelId
      from: $from
      to: $to
    ) {
      id: availabilityId
      date
      startTime
      remaining
      rateTitle
    }
  }
`);

const PickupPlacesQuery = graphql(`
  query PickupPlaces($role: String!, $serviceLevelId: SafeInt!) {
    pickupOptions(role: $role, serviceLevelId: $serviceLevelId) {
      places {
        id: pointId
        address
      }
    }
  }
`);

const BookingQuoteQuery = graphql(
  `
    query BookingQuote($role: String!, $serviceLevelId: SafeInt!, $input: BookOrderInput!, $orderId: SafeInt) @executed {
      bookingQuote(role: $role, serviceLevelId: $serviceLevelId, input: $input, orderId: $orderId) {
        ...QuoteParts
      }
    }
  `,
  [QuoteParts],
);

const RebookingQuoteQuery = graphql(
  `
    query RebookingQuote($orderId: SafeInt!, $serviceLevelId: SafeInt!, $input: RebookingInput!) @executed {
      rebookingQuote(orderId: $orderId, serviceLevelId: $serviceLevelId, input: $input) {
        isUnmoved
        effects
        outcome
        quote {
          ...QuoteParts
          clashes {
            severity
            text
          }
        }
        before {
          ...TotalParts
        }
        difference {
          ...TotalParts
        }
      }
    }
  `,
  [QuoteParts, TotalParts],
);

/** Who sells: a role of the viewer, or the role of an order, whose own places count as free. */
export type Seller = { role: string } | { orderId: number };
export type Sellable = ResultOf<typeof SellableProductsQuery>['sellableProducts'][number];
export type SoldLevel = Sellable['levels'][number]['level'];
/** What is sold, without the departure, and the other levels of the product. */
export type Sold = { product: Sellable['product']; level: SoldLevel; levels: SoldLevel[] };
export type Departure = ResultOf<typeof BookableDeparturesQuery>['bookableDepartures'][number];
export type BookInput = VariablesOf<typeof BookingQuoteQuery>['input'];
export type Quote = ResultOf<typeof BookingQuoteQuery>['bookingQuote'];
export type RebookingQuote = ResultOf<typeof RebookingQuoteQuery>['rebookingQuote'];

/** A booking without the names of its passengers, as far as its price depends on it. */
export type Booking = { role: string; serviceLevelId: number; input: BookInput };

export const sellingRolesQuery = (by: Send = send) =>
  queryOptions({
    queryKey: ['selling-roles'],
    queryFn: async ({ signal }) => (await by(SellingRolesQuery, {}, signal)).sellingRoles,
  });

export const sellableProductsQuery = (seller: Seller, search: string) =>
  queryOptions({
    queryKey: ['sellable-products', seller, search],
    queryFn: async ({ signal }) => (await send(SellableProductsQuery, { ...seller, search }, signal)).sellableProducts,
    placeholderData: keepPreviousData,
  });

/** What is sold of an offered product: the given service level, by default the first one. */
export function soldOf({ product, levels: offered }: Sellable, levelId?: number): Sold | null {
  const levels = offered.map(({ level }) => level);
  const level = levelId === undefined ? levels[0] : levels.find(({ id }) => id === levelId);
  return level ? { product, level, levels } : null;
}

/** The places where guests of a service level can be picked up; empty where none are listed. */
export const pickupPlacesQuery = (role: string, serviceLevelId: number) =>
  queryOptions({
    queryKey: ['pickup-places', role, serviceLevelId],
    queryFn: async ({ signal }) => {
      try {
        return (await send(PickupPlacesQuery, { role, serviceLevelId }, signal)).pickupOptions.places;
      } catch (error) {
        if (isProblem(error, 'not-found')) return [];
        throw error;
      }
    },
  });

export type DeparturesOf = { productId: number; serviceLevelId: number; from: string; to: string };

export const departuresQuery = (seller: Seller, of: DeparturesOf) =>
  queryOptions({
    queryKey: ['bookable-departures', seller, of],
    queryFn: async ({ signal }) =>
      (await send(BookableDeparturesQuery, { ...seller, ...of }, signal)).bookableDepartures,
    // An order that begins to hold places does not empty the list.
    placeholderData: (known, query) => (query && hashKey([query.queryKey[2]]) === hashKey([of]) ? known : undefined),
    // Places change with every order.
    meta: { live: ['orders'] },
  });

export const quoteQuery = ({ role, serviceLevelId, input }: Booking, orderId: number | null) =>
  queryOptions({
    queryKey: ['booking-quote', role, serviceLevelId, input, orderId],
    queryFn: async ({ signal }) =>
      (await send(BookingQuoteQuery, { role, serviceLevelId, input, orderId }, signal)).bookingQuote,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { live: ['orders'] },
  });

export const rebookingQuoteQuery = (orderId: number, serviceLevelId: number, availabilityId: number) =>
  queryOptions({
    queryKey: ['rebooking-quote', orderId, serviceLevelId, availabilityId],
    queryFn: async ({ signal }) => {
      const input = { details: { availabilityId } };
      return (await send(RebookingQuoteQuery, { orderId, serviceLevelId, input }, signal)).rebookingQuote;
    },
    retry: false,
    meta: { live: ['orders'] },
  });
