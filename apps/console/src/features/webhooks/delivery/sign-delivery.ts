import { graphql } from '#lib/graphql.ts';
import { send } from '#lib/send.ts';

const SignDelivery = graphql(`
  mutation SignWebhookDelivery($id: Int!) {
    signWebhookDelivery(id: $id) {
      url
      headers
      body
    }
  }
`);

/** A request that carries a delivery, signed by the server for this moment. */
export const signDelivery = async (id: number) => (await send(SignDelivery, { id })).signWebhookDelivery;
