import { queryOptions } from '@tanstack/react-query';
import type { VariablesOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { made } from '#lib/made.ts';
import { send } from '#lib/send.ts';

const RedeliverOne = graphql(`
  mutation RedeliverWebhook($id: SafeInt!) {
    redeliverWebhook(id: $id) {
      delivery {
        id: databaseId
      }
    }
  }
`);

const RedeliveryCount = graphql(`
  query WebhookRedeliveryCount($selection: WebhookRedeliverySelection!) @executed {
    webhookRedeliveryCount(selection: $selection)
    webhookRedeliveryOutdatedCount(selection: $selection)
  }
`);

const RedeliverMany = graphql(`
  mutation RedeliverWebhooks($selection: WebhookRedeliverySelection!, $atMost: Int!) {
    redeliverWebhooks(selection: $selection, atMost: $atMost) { count }
  }
`);

/** Selects the unsuccessful deliveries to send again. At least one member is set. */
export type Selection = VariablesOf<typeof RedeliveryCount>['selection'];

/** Sends a delivery again. Returns the new delivery's id. */
export const redeliverOne = async (id: number) => made((await send(RedeliverOne, { id })).redeliverWebhook.delivery).id;

/**
 * The number of deliveries of a selection that never succeeded, and how many of them have an order that changed since.
 */
export const redeliveryCountQuery = (selection: Selection) =>
  queryOptions({
    queryKey: ['webhooks', 'redelivery', selection],
    queryFn: async ({ signal }) => {
      const answer = await send(RedeliveryCount, { selection }, signal);
      return { count: answer.webhookRedeliveryCount, outdated: answer.webhookRedeliveryOutdatedCount };
    },
    // The user confirms this number, so a cached count must not be used.
    gcTime: 0,
    staleTime: 0,
    meta: { live: ['deliveries'] },
  });

/** Sends the selection again unless it has more than `atMost` deliveries by now. Returns their number. */
export const redeliverMany = async (selection: Selection, atMost: number) =>
  made((await send(RedeliverMany, { selection, atMost })).redeliverWebhooks.count);
