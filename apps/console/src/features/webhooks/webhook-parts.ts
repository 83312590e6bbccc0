import type { FragmentOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';

/** The members that name an endpoint. */
export const EndpointName = graphql(`
  fragment EndpointName on WebhookEndpoint @_unmask {
    id: databaseId
    url
    description
    disabledAt
    deletedAt
  }
`);

/** The members that determine the health of an endpoint. */
export const EndpointState = graphql(
  `
    fragment EndpointState on WebhookEndpoint @_unmask {
      ...EndpointName
      disabledReason
      failingSince
      lastSuccessAt
      lastFailureAt
      previousSecretExpiresAt
      concurrency
      ratePerSecond
      createdAt
      isManageable
      waitingCount
      organization {
        id: databaseId
        name
      }
      owner {
        id: databaseId
        name
      }
    }
  `,
  [EndpointName],
);

/** The members that determine the state of a delivery. */
export const DeliveryStanding = graphql(
  `
    fragment DeliveryStanding on WebhookDelivery @_unmask {
      id: databaseId
      status
      cause
      reason
      isUnderWay
      attemptCount
      createdAt
      nextAttemptAt
      finishedAt
      endpoint {
        ...EndpointName
      }
    }
  `,
  [EndpointName],
);

/** The state of a delivery with the results of its attempts, for lists. */
export const DeliveryState = graphql(
  `
    fragment DeliveryState on WebhookDelivery @_unmask {
      ...DeliveryStanding
      attempts {
        number
        startedAt
        durationMs
        responseStatus
        error
      }
    }
  `,
  [DeliveryStanding],
);

export type EndpointNameFacts = FragmentOf<typeof EndpointName>;
export type EndpointFacts = FragmentOf<typeof EndpointState>;
export type DeliveryStandingFacts = FragmentOf<typeof DeliveryStanding>;
export type DeliveryFacts = FragmentOf<typeof DeliveryState>;
