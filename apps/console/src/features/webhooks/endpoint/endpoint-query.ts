import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';
import { DeliveryState, EndpointState } from '../webhook-parts.ts';

const EndpointQuery = graphql(
  `
    query WebhookEndpoint($id: SafeInt!) @executed {
      webhookEndpoint(id: $id) {
        ...EndpointState
      }
    }
  `,
  [EndpointState],
);

export type Endpoint = ResultOf<typeof EndpointQuery>['webhookEndpoint'];

export const endpointQuery = (id: number, by: Send = send) =>
  queryOptions({
    queryKey: ['webhooks', 'endpoint', id],
    queryFn: async ({ signal }) => (await by(EndpointQuery, { id }, signal)).webhookEndpoint,
    meta: { live: ['deliveries'] },
  });

const EndpointActivityQuery = graphql(`
  query WebhookEndpointActivity($id: SafeInt!, $hours: Int!, $steps: Int!) @executed {
    webhookEndpoint(id: $id) {
      activity(hours: $hours, steps: $steps) {
        from
        succeeded
        failed
        medianMs
      }
    }
  }
`);

export type ActivityStep = ResultOf<typeof EndpointActivityQuery>['webhookEndpoint']['activity'][number];

/** A time span in hours, and the number of steps it is divided into. */
export type Span = { hours: number; steps: number };

/** The span that is shown first. */
export const ONE_DAY: Span = { hours: 24, steps: 24 };

/** The numbers of accepted and failed attempts of the last hours, divided into steps. */
export const endpointActivityQuery = (id: number, span: Span, by: Send = send) =>
  queryOptions({
    queryKey: ['webhooks', 'endpoint', id, 'activity', span],
    queryFn: async ({ signal }) => (await by(EndpointActivityQuery, { id, ...span }, signal)).webhookEndpoint.activity,
    placeholderData: keepPreviousData,
    meta: { live: ['deliveries'] },
  });

const LastFailureQuery = graphql(
  `
    query WebhookLastFailure($endpointId: SafeInt!) @executed {
      webhookDeliveries(
        filter: { endpointIds: [$endpointId], causes: [change], hasFailedAttempt: true }
        page: 1
        perPage: 1
      ) {
        ...DeliveryState
      }
    }
  `,
  [DeliveryState],
);

/** The newest delivery to an endpoint with a failed attempt that the viewer may see; null if there is none. */
export const lastFailureQuery = (endpointId: number, by: Send = send) =>
  queryOptions({
    queryKey: ['webhooks', 'endpoint', endpointId, 'last-failure'],
    queryFn: async ({ signal }) => (await by(LastFailureQuery, { endpointId }, signal)).webhookDeliveries[0] ?? null,
    meta: { live: ['deliveries'] },
  });
