import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';
import { type CatalogueFilters, toVariables } from './catalogue-filters.ts';
import { daysOf } from './month.ts';

export const CatalogueQuery = graphql(`
  query Catalogue($filter: CatalogueFilter, $page: Int!) @executed {
    catalogue(filter: $filter, page: $page, perPage: 25) {
      product {
        id: databaseId
        title
        isPublished
        backOffice
        labels
        thumbnail {
          url
        }
        city {
          name
        }
        supplier {
          name
        }
        categories {
          id: databaseId
          title
        }
        price {
          startingFrom {
            amount
            currency {
              code
            }
          }
        }
        tags {
          key
          value
        }
      }
      roles
    }
    catalogueMeta(filter: $filter, page: $page, perPage: 25) {
      currentPage
      from
      lastPage
      to
      total
    }
  }
`);

const FacetsQuery = graphql(`
  query CatalogueFacets @executed {
    catalogueCities {
      id: databaseId
      name
    }
    catalogueCategories {
      id: databaseId
      title
    }
    catalogueSuppliers {
      id: databaseId
      name
    }
  }
`);

const PriceTriple = graphql(`
  fragment PriceTriple on Prices @_unmask {
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

const ProductQuery = graphql(
  `
  query CatalogueProduct($id: SafeInt!) @executed {
    catalogueProduct(id: $id) {
      product {
        id: databaseId
        title
        shortDescription
        isPublished
        backOffice
        labels
        thumbnail {
          url
        }
        city {
          id: databaseId
          name
          timeZone
          country {
            name
          }
          tags {
            key
            value
          }
        }
        location {
          address
        }
        supplier {
          name
        }
        organization {
          id: databaseId
          name
        }
        categories {
          id: databaseId
          title
          tags {
            key
            value
          }
        }
        tags {
          key
          value
        }
      }
      guideMinutes
      transferMinutes
      mayChangeTimes
      levels {
        level {
          id: databaseId
          title
          description
          capacity
          pricingType
          availabilityType
          hasPickup
          hasDropOff
          hasTourGuide
          duration {
            description
          }
          businessHours
          offerTimeStart
          offerTimeEnd
          isComplete
        }
        rates {
          id: databaseId
          title
          validFrom
          validTo
          weekdays
          cancellationPolicies {
            description
          }
          itemPrices {
            ...PriceTriple
          }
          personPrices {
            priceCategory {
              id: databaseId
              title
              isDefault
              ageRange {
                min
                max
              }
            }
            prices {
              ...PriceTriple
            }
          }
        }
      }
      roles
    }
    dispatchRules {
      organizationId
      guideMinutes
      transferMinutes
      usual {
        guideMinutes
        transferMinutes
      }
    }
  }
`,
  [PriceTriple],
);

const ChangeProductTimesMutation = graphql(`
  mutation ChangeProductTimes($productId: SafeInt!, $input: ProductTimesInput!) {
    changeProductTimes(productId: $productId, input: $input) {
      product {
        mayChangeTimes
      }
    }
  }
`);

const CalendarQuery = graphql(`
  query CatalogueCalendar($id: SafeInt!, $from: Date!, $to: Date!) @executed {
    catalogueProduct(id: $id) {
      levels {
        level {
          id: databaseId
        }
        departures(from: $from, to: $to) {
          id: databaseId
          date
          startTime
          endTime
          capacity
          booked
          remaining
          expirationDate
        }
      }
    }
  }
`);

export type CatalogueRow = ResultOf<typeof CatalogueQuery>['catalogue'][number];
type ProductPage = ResultOf<typeof ProductQuery>;
/** The estimates of jobs of an organization, with those of the installation. */
export type OrganizationTimes = ProductPage['dispatchRules'][number];
export type CatalogueFacts = ProductPage['catalogueProduct'] & { organizationTimes: OrganizationTimes | undefined };
export type ProductTimes = VariablesOf<typeof ChangeProductTimesMutation>['input'];
export type Level = CatalogueFacts['levels'][number];
export type Rate = Level['rates'][number];
export type Departure = ResultOf<typeof CalendarQuery>['catalogueProduct']['levels'][number]['departures'][number];

/** A page of the products that match the filters, by title. */
export const catalogueQuery = (filters: CatalogueFilters, by: Send = send) => {
  const variables = toVariables(filters);
  return queryOptions({
    queryKey: ['catalogue', variables],
    queryFn: ({ signal }) => by(CatalogueQuery, variables, signal),
    placeholderData: keepPreviousData,
  });
};

/** The filter options of the catalogue. */
export const facetsQuery = () =>
  queryOptions({
    queryKey: ['catalogue', 'facets'],
    queryFn: ({ signal }) => send(FacetsQuery, {}, signal),
    staleTime: 300_000,
  });

/** A product with its service levels and rates. */
export const productQuery = (id: number, by: Send = send) =>
  queryOptions({
    queryKey: ['catalogue', 'product', id],
    queryFn: async ({ signal }): Promise<CatalogueFacts> => {
      const { catalogueProduct, dispatchRules } = await by(ProductQuery, { id }, signal);
      const { organization } = catalogueProduct.product;
      return {
        ...catalogueProduct,
        organizationTimes: dispatchRules.find(({ organizationId }) => organizationId === organization.id),
      };
    },
  });

export const changeProductTimes = (productId: number, input: ProductTimes) =>
  send(ChangeProductTimesMutation, { productId, input });

/** The departures of a product in a month, by service level. Every booking changes them. */
export const calendarQuery = (id: number, month: string) =>
  queryOptions({
    queryKey: ['catalogue', 'calendar', id, month],
    queryFn: async ({ signal }) => {
      const { first, last } = daysOf(month);
      return (await send(CalendarQuery, { id, from: first, to: last }, signal)).catalogueProduct.levels;
    },
    meta: { live: ['orders'] },
    placeholderData: keepPreviousData,
  });
