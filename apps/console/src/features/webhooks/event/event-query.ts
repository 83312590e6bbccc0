import { queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { isProblem } from '#lib/problem.ts';
import { type Send, send } from '#lib/send.ts';
import { DeliveryState } from '../webhook-parts.ts';

const EventQuery = graphql(
  `
    query WebhookEvent($id: String!) @executed {
      webhookEvent(id: $id) {
        id: databaseId
        kind
        sequence
        isTest
        isOutdated
        requestId
        createdAt
        erasedAt
        payload
        actor {
          id: databaseId
          name
        }
        organization {
          id: databaseId
          name
        }
        order {
          id: databaseId
          version
          bookedDetails {
            product {
              title
            }
          }
        }
        deliveries {
          ...DeliveryState
        }
      }
    }
  `,
  [DeliveryState],
);

export type WebhookEvent = ResultOf<typeof EventQuery>['webhookEvent'];

export const eventQuery = (id: string, by: Send = send) =>
  queryOptions({
    queryKey: ['webhooks', 'event', id],
    queryFn: async ({ signal }) => (await by(EventQuery, { id }, signal)).webhookEvent,
    meta: { live: ['deliveries', 'orders'] },
  });

const EventChangesQuery = graphql(`
  query WebhookEventChanges($id: String!, $against: WebhookEventComparison!) @executed {
    webhookEventChanges(id: $id, against: $against) {
      path
      before
      after
    }
  }
`);

export type Comparison = 'previous' | 'now';
export type EventChange = ResultOf<typeof EventChangesQuery>['webhookEventChanges'][number];
/** The differences, or the reason why there is nothing to compare with. */
export type EventChanges = { changes: EventChange[] } | { reason: string };

/** The differences between an event and the previous event of its order, or the current order. */
export const eventChangesQuery = (id: string, against: Comparison) =>
  queryOptions({
    queryKey: ['webhooks', 'event', id, 'changes', against],
    queryFn: async ({ signal }): Promise<EventChanges> => {
      try {
        return { changes: (await send(EventChangesQuery, { id, against }, signal)).webhookEventChanges };
      } catch (error) {
        if (isProblem(error, 'conflict')) return { reason: error.message };
        throw error;
      }
    },
    meta: { live: ['orders'] },
  });
