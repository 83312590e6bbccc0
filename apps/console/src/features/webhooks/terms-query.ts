import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';

const WebhookTermsQuery = graphql(`
  query WebhookTerms @executed {
    webhookTerms {
      retrySeconds
      timeoutSeconds
      disableDays
      rotationHours
      retentionDays
      httpsOnly
    }
    webhookOrganizations {
      id: databaseId
      name
    }
  }
`);

/** The delivery settings, and the organizations whose endpoints the viewer may manage. */
export type WebhookTerms = ResultOf<typeof WebhookTermsQuery>;

export const webhookTermsQuery = (by: Send = send) =>
  queryOptions({
    queryKey: ['webhooks', 'terms'],
    queryFn: ({ signal }) => by(WebhookTermsQuery, {}, signal),
    staleTime: 300_000,
  });

/** The delivery settings; undefined while loading. */
export const useWebhookTerms = () => useQuery(webhookTermsQuery()).data?.webhookTerms;

const NONE: WebhookTerms['webhookOrganizations'] = [];

/** The organizations whose endpoints the viewer may manage; empty while loading. */
export const useManagedOrganizations = () => useQuery(webhookTermsQuery()).data?.webhookOrganizations ?? NONE;
