import { graphql } from '#lib/graphql.ts';
import { OrderParts } from '../order-query.ts';

export const RebookOrder = graphql(
  `
    mutation RebookOrder($orderId: Int!, $version: Int!, $serviceLevelId: Int!, $input: RebookingInput!) {
      rebookOrder(orderId: $orderId, versions: [$version], serviceLevelId: $serviceLevelId, input: $input) {
        ...OrderParts
      }
    }
  `,
  [OrderParts],
);
