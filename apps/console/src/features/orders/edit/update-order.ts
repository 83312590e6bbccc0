import { graphql } from '#lib/graphql.ts';
import { OrderParts } from '../order-query.ts';

export const UpdateOrder = graphql(
  `
    mutation UpdateOrder($id: String!, $version: Int!, $input: OrderUpdateInput!) {
      updateOrder(reference: $id, versions: [$version], input: $input) {
        order {
          ...OrderParts
        }
      }
    }
  `,
  [OrderParts],
);
