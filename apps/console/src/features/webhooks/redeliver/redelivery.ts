import { queryOptions } from '@tanstack/react-query';
import type { VariablesOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { send } from '#lib/send.ts';

const RedeliverOne = graphql(`
  mutation RedeliverWebhook($id: Int!) {
    redeliverWebhook(id: $id) {
      id
    }
  }
`);

const RedeliveryCount = graphql(`
  query WebhookRedeliveryCount($selection: WebhookRedeliverySelection!) {
    webhookRedeliveryCount(selection: $selection)
    webhookRedeliveryOutdatedCount(selection: $selection)
  }
`);

const RedeliverMany = graphql(`
  mutation RedeliverWebhooks($selection: WebhookRedeliverySelection!, $atMost: Int!) {
    redeliverWebhooks(selection: $selection, atMost: $atMost)
  }
`);

/** Which deliveries to send again, of those that never arrived. At least one member. */
export type Selection = VariablesOf<typeof RedeliveryCount>['selection'];

/** Sends what a delivery carried once more. Answers the new delivery's id. */
export const redeliverOne = async (id: number) => (await send(RedeliverOne, { id })).redeliverWebhook.id;

/** How many deliveries of a selection never arrived, and of how many the order has changed since. */
export const redeliveryCountQuery = (selection: Selection) =>
  queryOptions({
    queryKey: ['webhooks', 'redelivery', selection],
    queryFn: async ({ signal }) => {
      const answer = await send(RedeliveryCount, { selection }, signal);
      return { count: answer.webhookRedeliveryCount, outdated: answer.webhookRedeliveryOutdatedCount };
    },
    // It is what somebody agrees to: never one that was counted before.
    gcTime: 0,
    staleTime: 0,
    meta: { live: ['deliveries'] },
  });

/** Sends them again, unless they are more by now than was shown. Answers how many. */
export const redeliverMany = async (selection: Selection, atMost: number) =>
  (await send(RedeliverMany, { selection, atMost })).redeliverWebhooks;
