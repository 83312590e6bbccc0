import { queryOptions } from '@tanstack/react-query';
import type { FragmentOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';

const PricesParts = graphql(`
  fragment PricesParts on Prices @_unmask {
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

const TagParts = graphql(`
  fragment TagParts on Tag @_unmask {
    key
    value
  }
`);

const PersonParts = graphql(
  `
    fragment PersonParts on User @_unmask {
      id: databaseId
      name
      profilePhotoUrl
      tags {
        ...TagParts
      }
    }
  `,
  [TagParts],
);

const TransferParts = graphql(
  `
    fragment TransferParts on Transfer @_unmask {
      id: databaseId
      date
      time
      driver {
        ...PersonParts
      }
      location {
        point {
          id: pointId
          address
          latitude
          longitude
          city {
            name
          }
        }
      }
      tags {
        ...TagParts
      }
    }
  `,
  [PersonParts, TagParts],
);

const BookingParts = graphql(
  `
    fragment BookingParts on Booking @_unmask {
      id: databaseId
      serviceLevelId
      status
      quantity
      availability {
        date
        startTime
      }
      passengers {
        passengerId
        status
        prices {
          ...PricesParts
        }
      }
      prices {
        ...PricesParts
      }
      tags {
        ...TagParts
      }
    }
  `,
  [PricesParts, TagParts],
);

const PassengerParts = graphql(`
  fragment PassengerParts on Passenger @_unmask {
    id: databaseId
    isLeader
    firstName
    lastName
    gender
    email
    phoneCountryCode
    phoneNumber
    whatsappNumber
    priceCategory {
      title
      ageRange {
        min
        max
      }
    }
  }
`);

const ExperienceParts = graphql(
  `
    fragment ExperienceParts on BookedDetails @_unmask {
      product {
        id: productId
        title
        description
        highlights
        knowBeforeYouGo
        whatToBring
        labels
        thumbnail {
          url
        }
        distributor {
          name
        }
        categories {
          id: categoryId
          title
        }
        tags {
          ...TagParts
        }
      }
      serviceLevel {
        title
        description
        availabilityType
        pricingType
        businessHours
        hasPickup
        hasDropOff
        hasTourGuide
        duration {
          description
        }
      }
      rates {
        id: rateId
        title
        cancellationPolicies {
          description
          penalties {
            id: penaltyId
            percentage
          }
        }
      }
      rate {
        passExpirationDate
        passExpirationMinutesAfterBooking
      }
      startingPoint {
        address
        latitude
        longitude
        city {
          name
        }
        country {
          name
        }
      }
    }
  `,
  [TagParts],
);

/** The members of an order that its page shows. */
export const OrderParts = graphql(
  `
    fragment OrderParts on Order @_unmask {
      id: databaseId
      version
      status
      referenceCode
      startsAt
      startsAtLocal
      endsAt
      endsAtLocal
      timeZone
      createdAt
      bookedAt
      updatedAt
      city {
        name
        country {
          name
        }
      }
      client {
        id: databaseId
        name
        description
      }
      supplier {
        id: databaseId
        name
      }
      issuer {
        ...PersonParts
      }
      contactPerson {
        ...PersonParts
      }
      tourGuide {
        ...PersonParts
      }
      pickup {
        ...TransferParts
      }
      dropoff {
        ...TransferParts
      }
      passengers {
        ...PassengerParts
      }
      bookings {
        ...BookingParts
      }
      bookedDetails {
        ...ExperienceParts
      }
      totalPrices {
        ...PricesParts
      }
      vat {
        percentage
        type
      }
      tags {
        ...TagParts
      }
      tickets {
        id: databaseId
        filename
        url
      }
    }
  `,
  [PersonParts, TransferParts, PassengerParts, BookingParts, ExperienceParts, PricesParts, TagParts],
);

const OrderQuery = graphql(
  `
    query Order($reference: String!) {
      order(reference: $reference) {
        ...OrderParts
      }
    }
  `,
  [OrderParts],
);

export type Order = FragmentOf<typeof OrderParts>;
export type Experience = FragmentOf<typeof ExperienceParts>;
export type Person = FragmentOf<typeof PersonParts>;
export type Prices = FragmentOf<typeof PricesParts>;
export type Tag = FragmentOf<typeof TagParts>;
export type Transfer = FragmentOf<typeof TransferParts>;

/** An order by its id or by one of its tags. */
export const orderQuery = (reference: string, by: Send = send) =>
  queryOptions({
    queryKey: ['order', reference],
    // A reference that is a tag can resolve to any order.
    meta: { live: [/^\d+$/.test(reference) ? (`order:${Number(reference)}` as const) : 'orders'] },
    queryFn: async ({ signal }) => (await by(OrderQuery, { reference }, signal)).order,
  });
