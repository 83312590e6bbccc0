import { queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';
import { EndpointName, EndpointState } from '../webhook-parts.ts';

const EndpointsQuery = graphql(
  `
    query WebhookEndpoints @executed {
      webhookEndpoints {
        ...EndpointState
        activity(hours: 24, steps: 24) {
          from
          succeeded
          failed
        }
      }
    }
  `,
  [EndpointState],
);

export type EndpointRow = ResultOf<typeof EndpointsQuery>['webhookEndpoints'][number];

/** The endpoints with their activity of the last 24 hours, oldest first. */
export const endpointsQuery = (by: Send = send) =>
  queryOptions({
    queryKey: ['webhooks', 'endpoints'],
    queryFn: async ({ signal }) => (await by(EndpointsQuery, {}, signal)).webhookEndpoints,
    meta: { live: ['deliveries'] },
  });

const EndpointNamesQuery = graphql(
  `
    query WebhookEndpointNames @executed {
      webhookEndpoints {
        ...EndpointName
      }
    }
  `,
  [EndpointName],
);

/** The endpoints' names, for select fields. */
export const endpointNamesQuery = (by: Send = send) =>
  queryOptions({
    queryKey: ['webhooks', 'endpoint-names'],
    queryFn: async ({ signal }) => (await by(EndpointNamesQuery, {}, signal)).webhookEndpoints,
    staleTime: 60_000,
  });
