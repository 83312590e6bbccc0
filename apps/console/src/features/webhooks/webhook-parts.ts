import type { FragmentOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';

/** An endpoint as lists name it. */
export const EndpointName = graphql(`
  fragment EndpointName on WebhookEndpoint @_unmask {
    id
    url
    description
    disabledAt
    deletedAt
  }
`);

/** What tells how an endpoint does. */
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
        id
        name
      }
      owner {
        id
        name
      }
    }
  `,
  [EndpointName],
);

/** What tells where a delivery stands. */
export const DeliveryStanding = graphql(
  `
    fragment DeliveryStanding on WebhookDelivery @_unmask {
      id
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

/** The same with what came of its tries, as lists show it. */
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
