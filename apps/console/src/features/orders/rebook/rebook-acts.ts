import { graphql } from '#lib/graphql.ts';
import { OrderParts } from '../order-query.ts';

export const RebookOrder = graphql(
  `
    mutation RebookOrder(
      $orderId: SafeInt!
      $version: Int!
      $serviceLevelId: SafeInt!
      $input: RebookingInput!
      $outcome: String
    ) {
      rebookOrder(
        orderId: $orderId
        versions: [$version]
        serviceLevelId: $serviceLevelId
        input: $input
        outcome: $outcome
      ) {
        order {
          ...OrderParts
        }
      }
    }
  `,
  [OrderParts],
);
